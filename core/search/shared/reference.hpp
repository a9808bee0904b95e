// The translation that forced decoding must produce.
#pragma once

#include <span>
#include <vector>

#include "common/types.hpp"

namespace dragoman::search {

struct Reference {
  bool forced = false;
  std::vector<WordId> words;

  /// Whether a phrase, or a target side with gaps, may be a part of the output.
  bool allows(std::span<const WordId> phrase) const;
  bool allows_pieces(std::span<const Symbol> symbols) const;
};

}  // namespace dragoman::search
