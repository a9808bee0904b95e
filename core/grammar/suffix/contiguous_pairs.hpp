// The phrase pairs without gaps of an indexed bitext, as hashes, line by line or all of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "common/parallel.hpp"
#include "grammar/extract/phrase_extractor.hpp"
#include "grammar/extract/phrase_hashes.hpp"
#include "grammar/index/batches.hpp"
#include "grammar/index/segment.hpp"

namespace dragoman::grammar {

/// One a thread.
class ContiguousPairs {
 public:
  explicit ContiguousPairs(std::size_t max_length)
      : max_length_(max_length), extractor_(max_length, OrientationModel::kNone) {}

  /// Calls f(hash of the source side, hash of the target side) for every occurrence of a pair in a
  /// line.
  template <typename F>
  void for_each(const Segment& segment, std::size_t line, F&& f) {
    const auto source = words_of(segment.from, line), target = words_of(segment.to, line);
    links_.clear();
    for (std::size_t i = 0; i < source.size(); ++i) {
      const auto position = segment.from.begin[line] + static_cast<std::uint32_t>(i);
      for (const std::uint16_t link : segment.from.links_of(position)) {
        links_.push_back({static_cast<std::uint16_t>(i), link});
      }
    }
    const auto spans = extractor_.extract(source.size(), target.size(), links_);
    if (spans.empty()) return;
    source_hashes_.compute(source, max_length_);
    target_hashes_.compute(target, max_length_);
    for (const PhraseSpan& span : spans) {
      f(source_hashes_.of(span.source_begin, span.source_length),
        target_hashes_.of(span.target_begin, span.target_length));
    }
  }

 private:
  static std::span<const WordId> words_of(const IndexedText& text, std::size_t line) {
    const std::size_t begin = text.begin[line];
    const std::size_t next = line + 1 < text.begin.size() ? text.begin[line + 1] : text.text.size();
    return text.text.subspan(begin, next - 1 - begin);
  }

  std::size_t max_length_;
  PhraseExtractor extractor_;
  std::vector<WordLink> links_;
  PhraseHashes source_hashes_, target_hashes_;
};

/// All pairs of a corpus, by several threads.
class ContiguousVisitor {
 public:
  ContiguousVisitor(std::span<const Segment> corpus, std::size_t max_length, std::size_t threads,
                    Monitor& monitor)
      : pairs_(threads, ContiguousPairs(max_length)), monitor_(monitor) {
    for (const Segment& segment : corpus) {
      for (std::size_t line = 0; line < segment.from.begin.size(); line += kLinesAtOnce) {
        chunks_.push_back(
            {&segment, line, std::min(line + kLinesAtOnce, segment.from.begin.size())});
      }
    }
  }
  std::size_t threads() const { return pairs_.size(); }

  /// Calls f(worker, source hash, target hash) for every occurrence of a pair.
  template <typename F>
  void visit(F&& f) {
    parallel_chunks(
        chunks_.size(), pairs_.size(), monitor_, [&](std::size_t chunk, std::size_t worker) {
          for (std::size_t line = chunks_[chunk].begin; line < chunks_[chunk].end; ++line) {
            pairs_[worker].for_each(
                *chunks_[chunk].segment, line,
                [&](std::uint64_t source, std::uint64_t target) { f(worker, source, target); });
          }
        });
  }
  /// How many occurrences there are.
  std::size_t count() {
    std::vector<std::size_t> found(pairs_.size());
    visit([&](std::size_t worker, std::uint64_t, std::uint64_t) { ++found[worker]; });
    std::size_t total = 0;
    for (const std::size_t each : found) total += each;
    return total;
  }

 private:
  struct Chunk {
    const Segment* segment;
    std::size_t begin, end;
  };
  std::vector<Chunk> chunks_;
  std::vector<ContiguousPairs> pairs_;
  Monitor& monitor_;
};

}  // namespace dragoman::grammar
