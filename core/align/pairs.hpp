// Which words occur together in a bitext: the shape of its Lexicon, and the slot of every possible
// link.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "align/bitext.hpp"
#include "align/lexicon.hpp"
#include "common/parallel.hpp"

namespace dragoman::align {

struct PairOptions {
  std::size_t max_length = 200;  // pairs with a longer side do not take part in training
  std::size_t slot_memory =
      1536u << 20;  // bytes for remembered slots; beyond it they are looked up each time
};

class Pairs {
 public:
  Pairs(const Bitext& bitext, std::size_t source_words, std::size_t target_words,
        const PairOptions& options, std::size_t threads, Monitor& monitor);

  const std::vector<std::uint64_t>& rows() const { return rows_; }
  const std::vector<WordId>& targets() const { return targets_; }

  /// Whether a sentence pair takes part: neither side empty nor too long.
  bool usable(std::size_t s) const;

  /// The slots of sentence pair s, source word by source word; looked up into `scratch` where they
  /// are not remembered.
  const std::uint32_t* slots(std::size_t s, std::vector<std::uint32_t>& scratch) const;

 private:
  void fill_row(WordId source, std::vector<std::uint32_t>& stamps, std::uint32_t stamp,
                std::vector<WordId>& found) const;

  const Bitext& bitext_;
  std::size_t max_length_;
  std::vector<std::uint64_t> rows_;
  std::vector<WordId> targets_;
  std::vector<std::uint64_t> postings_;        // where each source word's tokens start in tokens_
  std::vector<std::uint32_t> token_sentence_;  // sentences of a word's tokens, in order
  std::vector<std::uint64_t> links_;  // where each sentence's slots start; empty if not kept
  std::vector<std::uint32_t> slots_;
};

}  // namespace dragoman::align
