// Distortion that an item will still need: the source words that its neighbours on the target side
// will have to jump over.
//
// Without this estimate items that have jumped less than they must look too good, as in the phrase
// decoder (Moore & Quirk 2007): a word that is put before the sentence's beginning, or two pieces
// of the source whose gap somebody must come back for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace dragoman::search::treelet {

/// The positions between the first and the last that are not in the set.
std::uint64_t holes(std::uint64_t bits);

/// How many words are at least jumped over from the text before an item to its first phrase, from
/// its last phrase to the text after it, and for its gaps, if the rest of the sentence keeps its
/// order and all gaps are translated before the item, or all after it. Many items cover the same
/// words, so what depends on these alone is worked out once.
class JumpsToCome {
 public:
  /// Of items over these words of a sentence of `length` words.
  JumpsToCome(std::uint64_t bits, int length);
  /// Of one whose text begins with the source word `begin` and ends before `end`.
  int of(int begin, int end) const {
    const int out = more_ ? std::abs(last_ - end) : 0;
    if (!gaps_) return std::abs(begin - first_) + out;
    const int gaps_first = over_ + std::abs(begin - behind_) + out;
    const int gaps_last = std::abs(begin - first_) + std::abs(first_gap_ - end) + left_;
    return std::min(gaps_first, gaps_last);
  }

 private:
  bool gaps_, more_;                         ///< more: the sentence goes on behind the words
  std::int16_t first_, last_;                ///< where the words begin and end
  std::int16_t first_gap_ = 0, behind_ = 0;  ///< where the gaps begin, and where the last one ends
  std::int16_t over_ = 0;                    ///< words between the gaps, and before the first one
  std::int16_t left_ = 0;  ///< words jumped over if the gaps come last, but for both ends
};
/// The least of this, wherever the text begins and ends.
int least_jumps_to_come(std::uint64_t bits, int length);

}  // namespace dragoman::search::treelet
