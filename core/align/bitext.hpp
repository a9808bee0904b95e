// The training text of an aligner: two integer corpora with the same number of sentences. They are
// views of arrays in memory or in a memory-mapped file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "common/error.hpp"
#include "common/types.hpp"

namespace dragoman::align {

/// Sentences end to end: sentence s is words[offsets[s] .. offsets[s + 1]).
struct Corpus {
  std::span<const WordId> words;
  std::span<const std::uint64_t> offsets;

  std::size_t size() const { return offsets.size() - 1; }
  std::span<const WordId> operator[](std::size_t s) const {
    return words.subspan(offsets[s], offsets[s + 1] - offsets[s]);
  }

  /// Throws ConfigError unless the offsets are sound, words are below `vocabulary` (or kNoWord,
  /// where `unknown` allows it) and no sentence is too long for 16-bit positions.
  void check(const std::string& name, std::size_t vocabulary, bool unknown) const {
    if (offsets.empty() || offsets.front() != 0 || offsets.back() != words.size()) {
      throw ConfigError("the offsets of the " + name + " corpus do not fit its words");
    }
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
      if (offsets[s] > offsets[s + 1] || offsets[s + 1] > words.size()) {
        throw ConfigError("the offsets of the " + name + " corpus do not increase");
      }
      if (offsets[s + 1] - offsets[s] > 65535) {
        throw ConfigError("sentence " + std::to_string(s + 1) + " of the " + name +
                          " corpus has more than 65535 words");
      }
    }
    for (const WordId word : words) {
      if (word >= vocabulary && !(unknown && word == kNoWord)) {
        throw ConfigError("the " + name + " corpus holds a word beyond its vocabulary");
      }
    }
  }
};

struct Bitext {
  Corpus source, target;

  std::size_t size() const { return source.size(); }
  void check(std::size_t source_words, std::size_t target_words, bool unknown) const {
    source.check("source", source_words, unknown);
    target.check("target", target_words, unknown);
    if (source.size() != target.size()) {
      throw ConfigError("the source corpus has " + std::to_string(source.size()) +
                        " sentences, the target corpus " + std::to_string(target.size()));
    }
  }
};

}  // namespace dragoman::align
