// The memory of a language model about a string: its right end (State) and, for fragments whose
// left context comes later, also its left end (ChartState).
//
// All are trivially copyable. Two states are equal if nothing that can still change a score
// differs: hypotheses with equal states may be recombined.
#pragma once

#include <cstdint>

#include "common/hash.hpp"
#include "common/types.hpp"

namespace dragoman::lm {

/// The longest n-gram of any model.
inline constexpr int kMaxOrder = 7;

/// The words at the right end, nearest first, that can still be context of a next word; minimal in
/// the sense of Li and Khudanpur (2008). backoffs[i] belongs to the context words[i] .. words[0].
struct State {
  WordId words[kMaxOrder - 1];
  float backoffs[kMaxOrder - 1];
  std::uint8_t length = 0;

  bool operator==(const State& other) const {
    if (length != other.length) return false;
    for (int i = 0; i < length; ++i) {
      if (words[i] != other.words[i]) return false;
    }
    return true;
  }

  std::uint64_t hash() const {
    std::uint64_t hash = length;
    for (int i = 0; i < length; ++i) hash = hash_combine(hash, words[i]);
    return hash;
  }
};

/// The words at the left end whose probabilities can still change when words are put before them.
/// probabilities[i] = log10 p(words[i] | words[0] .. words[i-1]), the score for the word so far.
struct LeftState {
  WordId words[kMaxOrder - 1];
  float probabilities[kMaxOrder - 1];
  std::uint8_t length = 0;
  /// Whether the scores of the words after these are final, whatever comes on the left.
  bool full = false;

  bool operator==(const LeftState& other) const {
    if (length != other.length || full != other.full) return false;
    for (int i = 0; i < length; ++i) {
      if (words[i] != other.words[i]) return false;
    }
    return true;
  }

  std::uint64_t hash() const {
    std::uint64_t hash = length * 2U + full;
    for (int i = 0; i < length; ++i) hash = hash_combine(hash, words[i]);
    return hash;
  }
};

/// Both ends of a fragment; see RuleScore in chart.hpp.
struct ChartState {
  LeftState left;
  State right;

  bool operator==(const ChartState& other) const {
    return right == other.right && left == other.left;
  }
  std::uint64_t hash() const { return hash_combine(left.hash(), right.hash()); }
};

}  // namespace dragoman::lm
