// Words for which a sentence brings translations.
#pragma once

#include <algorithm>
#include <cstddef>

#include "search/api/sentence.hpp"

namespace dragoman::search {

/// Whether translations are given for a word by itself. Then it is not unknown, even if none of
/// them is what is demanded.
inline bool has_given_translations(const Sentence& sentence, std::size_t word) {
  return std::ranges::any_of(sentence.zones, [&](const Zone& zone) {
    return zone.begin == word && zone.end == word + 1 && !zone.translations.empty();
  });
}

}  // namespace dragoman::search
