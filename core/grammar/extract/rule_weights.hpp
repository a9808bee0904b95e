// Lexical weights of rules with gaps or non-terminals, which count as translated with certainty.
#pragma once

#include <span>
#include <vector>

#include "grammar/extract/lexicon.hpp"
#include "grammar/extract/rule_scores.hpp"

namespace dragoman::grammar {

struct LexicalWeights {
  double direct, inverse;
};

/// Lex is a Lexicon or a CorpusLexicon.
template <typename Lex>
LexicalWeights lexical_weights(std::span<const Symbol> source, std::span<const Symbol> target,
                               const PhraseAlignment& alignment, const Lex& lexicon) {
  const auto word = [](std::span<const Symbol> side, const char* link) {
    return link == nullptr ? kEmptyWord : static_cast<WordId>(side[position_of(*link)]);
  };
  return {lexical_weight(alignment.by_target,
                         [&](std::size_t j, const char* link) {
                           if (target[j] < 0) return 1.0;
                           const auto own = static_cast<WordId>(target[j]);
                           return static_cast<double>(lexicon.find(word(source, link), own).direct);
                         }),
          lexical_weight(alignment.by_source, [&](std::size_t i, const char* link) {
            if (source[i] < 0) return 1.0;
            const auto own = static_cast<WordId>(source[i]);
            return static_cast<double>(lexicon.find(own, word(target, link)).inverse);
          })};
}

/// The links of an alignment as points.
inline void points_of(const PhraseAlignment& alignment, std::vector<AlignmentPoint>& out) {
  out.clear();
  for_each_position(alignment.by_target, [&](std::size_t j, std::string_view links) {
    for (const char link : links) {
      out.push_back({static_cast<std::uint8_t>(position_of(link)), static_cast<std::uint8_t>(j)});
    }
  });
}

}  // namespace dragoman::grammar
