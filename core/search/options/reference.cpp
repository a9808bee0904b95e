#include "search/options/reference.hpp"

#include <algorithm>

#include "search/options/target_phrases.hpp"

namespace dragoman::search {

std::optional<std::uint32_t> Reference::after(std::uint32_t produced,
                                              std::span<const WordId> phrase) const {
  if (prefix.used()) return prefix.after(produced, phrase);
  const std::span<const WordId> left = std::span(words).subspan(produced);
  if (phrase.size() > left.size() || !std::equal(phrase.begin(), phrase.end(), left.begin())) {
    return std::nullopt;
  }
  return produced + static_cast<std::uint32_t>(phrase.size());
}

bool Reference::allows(std::span<const WordId> phrase) const {
  return !forced || phrase.empty() ||
         std::search(words.begin(), words.end(), phrase.begin(), phrase.end()) != words.end();
}

bool Reference::allows_pieces(std::span<const Symbol> symbols) const {
  if (prefix.used()) return prefix.has(first_piece(symbols, symbols));
  if (!forced) return true;
  auto from = words.begin();
  do {
    const auto piece = first_piece(symbols, symbols);
    const auto found = std::search(from, words.end(), piece.begin(), piece.end(),
                                   [](WordId a, Symbol b) { return a == static_cast<WordId>(b); });
    if (found == words.end() && !piece.empty()) return false;
    const auto left = words.end() - found;
    from = found + std::min(left, static_cast<std::ptrdiff_t>(piece.size()) + 1);
  } while (!symbols.empty());
  return true;
}

}  // namespace dragoman::search
