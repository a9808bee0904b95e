#include "grammar/treelet/phrase_analysis.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "common/error.hpp"

namespace dragoman::treelet {
namespace {

/// Numbers the copies that have modifiers 1, 2, ... for each node of each head; 0 stays.
void renumber_copies(std::vector<AnalysedWord>& words) {
  std::vector<std::uint8_t> renumbered(words.size());
  for (std::size_t w = 0; w < words.size(); ++w) {
    const AnalysedWord& word = words[w];
    if (word.head == kOutside || word.copy == 0) continue;
    std::vector<std::uint8_t> used;
    for (const AnalysedWord& other : words) {
      const bool same_node = other.head == word.head && other.node == word.node;
      if (same_node && other.copy > 0 && other.copy <= word.copy) used.push_back(other.copy);
    }
    std::sort(used.begin(), used.end());
    const auto end = std::unique(used.begin(), used.end());
    renumbered[w] = static_cast<std::uint8_t>(end - used.begin());
  }
  for (std::size_t w = 0; w < words.size(); ++w) words[w].copy = renumbered[w];
}

}  // namespace

void Derivations::check(const grammar::CorpusSide& target) const {
  const std::size_t size = target.words.size();
  if (words.spines.size() != size || words.heads.size() != size || words.nodes.size() != size ||
      words.copies.size() != size) {
    throw ConfigError("expected a derivation's numbers for each target word");
  }
  for (std::size_t line = 0; line < target.size(); ++line) {
    const auto heads = sentence(target, line).heads;
    const auto end = static_cast<std::int32_t>(heads.size());
    if (std::any_of(heads.begin(), heads.end(),
                    [&](std::int32_t head) { return head < kNoHead || head >= end; })) {
      throw ConfigError("a head lies outside of its sentence");
    }
  }
}

std::string analyse_phrase(const Derivation& derivation, std::size_t begin, std::size_t length) {
  std::vector<AnalysedWord> words;
  for (std::size_t i = begin; i < begin + length; ++i) {
    const std::int64_t head =
        static_cast<std::int64_t>(derivation.heads[i]) - static_cast<std::int64_t>(begin);
    const bool inside = head >= 0 && head < static_cast<std::int64_t>(length);
    words.push_back({derivation.spines[i], inside ? static_cast<std::uint8_t>(head) : kOutside,
                     inside ? derivation.nodes[i] : std::uint8_t{0},
                     inside ? derivation.copies[i] : std::uint8_t{0}});
  }
  renumber_copies(words);
  std::string bytes(words.size() * sizeof(AnalysedWord), '\0');
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

}  // namespace dragoman::treelet
