// The word pairs that occur together in a bitext: the shape of its TranslationTable, and the slot
// of every possible link.
//
// If there are more different pairs than the table may hold, the pairs whose count is the smallest
// share of both words' counts are left out: they say least about translation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "align/bitext.hpp"
#include "align/translation_table.hpp"
#include "common/large_array.hpp"
#include "common/parallel.hpp"

namespace dragoman::align {

struct PairOptions {
  std::size_t max_length = 200;  // sentence pairs with a longer side are not used in training
  std::size_t slot_memory =
      1536u << 20;  // bytes for remembered slots; beyond it they are looked up each time
  std::size_t max_pairs = std::numeric_limits<std::uint32_t>::max() - 1;  // kept at most
};

class Pairs {
 public:
  Pairs(const Bitext& bitext, std::size_t source_words, std::size_t target_words,
        const PairOptions& options, std::size_t threads, Monitor& monitor);

  const std::vector<std::uint64_t>& rows() const { return rows_; }
  const std::vector<WordId>& targets() const { return targets_; }

  /// The number of different word pairs in the bitext, kept or not.
  std::uint64_t found() const { return found_; }

  /// Whether a sentence pair is used in training: neither side is empty or too long.
  bool usable(std::size_t s) const;

  /// The slots of sentence pair s, source word by source word. Slots that are not remembered are
  /// looked up into `scratch`. Pairs that were left out have the slot after the last.
  const std::uint32_t* slots(std::size_t s, std::vector<std::uint32_t>& scratch) const;

 private:
  struct Postings;
  class Selection;
  void collect_rows(const Postings& postings, std::size_t target_words, std::size_t max_pairs,
                    std::size_t threads, Monitor& monitor);
  void remember_slots(const Postings& postings, std::size_t target_words, std::size_t threads,
                      Monitor& monitor);

  const Bitext& bitext_;
  std::size_t max_length_;
  std::uint64_t found_ = 0;
  std::vector<std::uint64_t> rows_;
  std::vector<WordId> targets_;
  std::vector<std::uint64_t> links_;  // where each sentence's slots start; empty if not kept
  LargeArray<std::uint32_t> slots_;
};

}  // namespace dragoman::align
