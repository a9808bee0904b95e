// The translation, or the beginning of one, that forced decoding must produce.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/types.hpp"
#include "search/shared/typed_prefix.hpp"

namespace dragoman::search {

struct Reference {
  bool forced = false;  ///< the whole translation is given
  std::vector<WordId> words;
  TypedPrefix prefix;  ///< otherwise, its beginning may be

  /// The words that must be produced.
  std::size_t size() const { return prefix.used() ? prefix.size() : words.size(); }
  /// How many of them are produced once a phrase follows the first `produced` ones; nothing if it
  /// may not follow.
  std::optional<std::uint32_t> after(std::uint32_t produced, std::span<const WordId> phrase) const;

  /// Whether a phrase may be a part of the output.
  bool allows(std::span<const WordId> phrase) const;
  /// Whether a target side with gaps may be a part of the given words; of a beginning, its first
  /// piece.
  bool allows_pieces(std::span<const Symbol> symbols) const;
};

}  // namespace dragoman::search
