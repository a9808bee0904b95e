// The word pairs that occur together in a bitext: the shape of its TranslationTable, and the slots
// of all possible links, for a block of sentence pairs at a time.
//
// If there are more different pairs than the table may hold, the pairs whose count is the smallest
// share of both words' counts are left out: they say least about translation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "align/bitext.hpp"
#include "align/translation_table.hpp"
#include "common/large_array.hpp"
#include "common/parallel.hpp"

namespace dragoman::align {

struct PairOptions {
  std::size_t max_length;   // sentence pairs with a longer side are not used in training
  std::size_t slot_memory;  // bytes for the slots of a block of sentence pairs
  std::size_t max_pairs = std::numeric_limits<std::uint32_t>::max() - 1;  // kept at most
};

/// Sentence pairs s with s % parts == part; all of them if there is one part.
struct Share {
  std::size_t part = 0, parts = 1;
  bool has(std::size_t s) const { return s % parts == part; }
};

/// Word pairs that are known before training, with the counts that they are worth: by source word,
/// then by target word. They are in the table even if they never occur together.
struct KnownPairs {
  std::span<const WordId> sources, targets;
  std::span<const double> counts;

  std::span<const WordId> of(WordId source) const {
    const auto [first, last] = std::equal_range(sources.begin(), sources.end(), source);
    return targets.subspan(static_cast<std::size_t>(first - sources.begin()),
                           static_cast<std::size_t>(last - first));
  }
  /// Throws ConfigError unless they are in order, within the vocabularies, and counts are sound.
  void check(std::size_t source_words, std::size_t target_words) const;
};

class Pairs {
 public:
  Pairs(const Bitext& bitext, std::size_t source_words, std::size_t target_words,
        const PairOptions& options, const KnownPairs& known, std::size_t threads, Monitor& monitor);

  const std::vector<std::uint64_t>& rows() const { return rows_; }
  const std::vector<WordId>& targets() const { return targets_; }

  /// The number of different word pairs in the bitext, kept or not.
  std::uint64_t found() const { return found_; }

  /// Whether a sentence pair is used in training: neither side is empty or too long.
  bool usable(std::size_t s) const;

  /// Sentence pairs of a chunk of work; blocks end where a chunk does.
  static constexpr std::size_t kChunk = 256;

  /// Finds the slots of a block of sentence pairs from `first` (a multiple of kChunk) on: as many
  /// as fit into the memory, at least a chunk, and of these the usable ones of a share. Returns
  /// where the block ends. If all fit, they are found once.
  std::size_t load(std::size_t first, Share share, std::size_t threads, Monitor& monitor);

  /// The slots of sentence pair s of the block, source word by source word. Pairs that were left
  /// out have the slot after the last.
  const std::uint32_t* slots(std::size_t s) const {
    return slots_.data() + links_[s - block_first_];
  }

 private:
  struct Postings;
  class Selection;
  void collect_rows(const Postings& postings, std::size_t target_words, std::size_t max_pairs,
                    std::size_t threads, Monitor& monitor);
  void find_slots(std::size_t end, Share share, std::size_t threads, Monitor& monitor);

  const Bitext& bitext_;
  KnownPairs known_;
  std::size_t max_length_, slot_memory_;
  std::uint64_t found_ = 0;
  std::vector<std::uint64_t> rows_;
  std::vector<WordId> targets_;
  std::size_t target_words_;
  std::size_t block_first_ = 0;
  bool all_loaded_ = false;
  std::vector<std::uint64_t> links_;  // where the slots of each sentence pair of the block start
  LargeArray<std::uint32_t> slots_;
};

}  // namespace dragoman::align
