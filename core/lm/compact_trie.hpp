// The compact layout: a trie over reversed words in sorted, bit-packed arrays, one for each order,
// after KenLM's trie (Heafield 2011). A record holds the first word of the n-gram, its probability,
// its back-off and the beginning of its extensions by one more word on the left. The extensions end
// where those of the next record begin.
//
// All is one array of 64-bit words. For every order from 1 there is a header of five words (the
// number of records, and the widths of word, probability, back-off and child). Then come the
// records of every order, with one more at the end. Values are whole floats (31 and 32 bits; a
// probability has no sign) or, if narrower, indices into the codebooks of the order. Unigrams have
// only children here.
//
// The trie is safe on any bytes: the constructor checks that the records fit into the array and the
// codebooks' sizes, and children read from the array are cut to the range of the next order.
#pragma once

#include <cstdint>
#include <span>

#include "common/types.hpp"
#include "lm/bits.hpp"
#include "lm/state.hpp"
#include "lm/value.hpp"

namespace dragoman::lm {

inline constexpr int kWholeProbability = 31, kWholeBackoff = 32;

/// How the records of one order are laid out.
struct TrieLevel {
  std::uint64_t count = 0;
  int word_bits = 0, probability_bits = 0, backoff_bits = 0, child_bits = 0;

  int record_bits() const { return word_bits + probability_bits + backoff_bits + child_bits; }
  /// 64-bit words for the records, with the last one and room to read beyond it.
  std::uint64_t words() const { return ((count + 1) * record_bits() + 63) / 64 + 1; }
  std::size_t probability_codes() const;
  std::size_t backoff_codes() const;

  const std::uint64_t* data = nullptr;
  const float* probabilities = nullptr;  // codebooks; null for whole floats
  const float* backoffs = nullptr;
};

class CompactTrie {
 public:
  CompactTrie() = default;
  /// Throws ModelError unless the arrays can be those of a trie of this order and vocabulary.
  CompactTrie(std::span<const std::uint64_t> words, std::span<const float> codebook, int order,
              std::size_t vocabulary);

  /// The extensions of an n-gram, on the next level.
  struct Node {
    std::uint64_t begin, end;
  };

  Node start(WordId word) const { return children(0, word); }
  bool descend(Node& node, int length, WordId word) const {
    std::uint64_t at = 0;
    if (!find(node, length, word, at)) return false;
    node = children(length - 1, at);
    return true;
  }
  bool extend(Node& node, int length, WordId word, Value& value) const;
  void prefetch(Node, const WordId*, int) const {}

  /// The first word, and the value, of the n-gram of `length` words (at least two) in this place.
  WordId word(int length, std::uint64_t at) const;
  Value value(int length, std::uint64_t at) const;
  /// The extensions of the n-gram of `level` + 1 words in this place.
  Node children(int level, std::uint64_t at) const;

 private:
  bool find(Node node, int length, WordId word, std::uint64_t& at) const;

  int order_ = 0;
  TrieLevel levels_[kMaxOrder];
};

}  // namespace dragoman::lm
