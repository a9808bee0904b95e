#include "search/treelet/chosen_phrases.hpp"

#include <algorithm>

namespace dragoman::search::treelet {

ChosenPhrases::ChosenPhrases(const forest::Forest& derivation) {
  for (forest::EdgeId e = 0; e < derivation.edges(); ++e) {
    const auto spans = derivation.spans_of(e);
    if (spans.empty()) continue;
    Phrase& phrase = phrases_.emplace_back(
        Phrase{spans.front().begin, spans.back().end, derivation.rule[e], {}});
    for (const Symbol symbol : derivation.symbols_of(e)) {
      if (symbol >= 0) phrase.words.push_back(derivation.words[static_cast<std::size_t>(symbol)]);
    }
  }
}

bool ChosenPhrases::has(const TranslationOptions& options, const TranslationOption& option) const {
  const auto target = options.target(option.target);
  return std::ranges::any_of(phrases_, [&](const Phrase& phrase) {
    return phrase.begin == option.begin && phrase.end == option.end &&
           phrase.rule == forest_code(option.rule) &&
           std::ranges::equal(phrase.words, target, [&](const std::string& word, WordId number) {
             return word == options.words().word(number);
           });
  });
}

}  // namespace dragoman::search::treelet
