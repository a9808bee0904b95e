// Many sentences, as the attributes of their words; and work on all of them in parallel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/error.hpp"
#include "common/parallel.hpp"
#include "parse/words.hpp"

namespace dragoman::parse {

struct Sentences {
  std::vector<Word> words;             // of all sentences, end to end
  std::vector<std::uint64_t> offsets;  // where each begins, and the end

  std::size_t size() const { return offsets.size() - 1; }
  std::span<const Word> sentence(std::size_t i) const { return part(std::span(words), i); }

  /// The part that belongs to a sentence of an array with an element for each word.
  template <typename T>
  std::span<const T> part(std::span<const T> array, std::size_t i) const {
    return array.subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
  std::span<const Word> part(std::span<const Word> array, std::size_t i) const {
    return part<Word>(array, i);
  }

  /// Throws ConfigError unless an array has an element for each word.
  template <typename T>
  void check(std::span<const T> array, const char* what) const {
    if (array.size() != words.size()) {
      throw ConfigError(std::string("expected one of the ") + what + " for each word");
    }
  }
};

/// Calls body(sentence, memory) for every sentence, where memory is the worker's own.
template <typename Memory, typename Body>
void for_each_sentence(const Sentences& sentences, std::size_t threads, Monitor& monitor,
                       const Body& body) {
  constexpr std::size_t kChunk = 8;
  std::vector<Memory> memories(threads == 0 ? 1 : threads);
  parallel_ranges(sentences.size(), kChunk, memories.size(), monitor,
                  [&](std::size_t begin, std::size_t end, std::size_t worker) {
                    for (std::size_t i = begin; i < end; ++i) body(i, memories[worker]);
                  });
}

}  // namespace dragoman::parse
