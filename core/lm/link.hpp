// Prepares a model in memory for queries: checks that its n-grams are complete and marks those that
// can be extended (value.hpp).
#pragma once

#include <cstdint>

#include "lm/key_index.hpp"
#include "lm/ngrams.hpp"

namespace dragoman::lm {

/// The place of an n-gram of two or more words, as KeyIndex stores it.
struct Place {
  int n;
  std::size_t index;

  std::uint64_t pack() const { return std::uint64_t{static_cast<unsigned>(n)} << 56 | index; }
  static Place unpack(std::uint64_t payload) {
    return {static_cast<int>(payload >> 56), payload & ((std::uint64_t{1} << 56) - 1)};
  }
};

/// Marks signs and back-offs in place. If the last n-1 words of an n-gram are not listed
/// themselves, they are inserted with the probability that backing off gives. Throws FormatError
/// for an n-gram listed twice, one whose first n-1 words are not listed, and one that is a context
/// but has no back-off.
void link(Ngrams& ngrams);

/// Throws Error if link() has used the n-grams up, so that they cannot be linked, written or mixed.
void check_not_linked(const Ngrams& ngrams);

}  // namespace dragoman::lm
