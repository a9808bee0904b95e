// Forced decoding with several references: the best derivation that yields any of them.
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

#include "forest/kbest.hpp"
#include "search/api/decoding.hpp"
#include "search/api/sentence.hpp"

namespace dragoman::search {

/// The greater, the better: rules alone before additions, then the score. If no reference is
/// reachable, the one that came farthest.
inline std::tuple<bool, bool, double> rank_of(const Translation& found) {
  const Outcome& outcome = found.outcome;
  double quality = 0;
  if (outcome.unreachable) {
    quality = static_cast<double>(outcome.reached.source + outcome.reached.target);
  } else if (forest::KBest best(found.best, {}); best.has(0)) {
    quality = best.score(0);
  }
  return {!outcome.unreachable, !outcome.relaxed, quality};
}

/// Every reference is searched for by itself, so that each is found exactly if it has a derivation.
/// `translate` takes a sentence with one reference or none.
template <typename Translate>
Translation translate_references(const Sentence& sentence, Translate&& translate) {
  if (sentence.references.empty()) return translate(sentence);
  Sentence one = sentence;
  one.references.clear();
  one.forced = true;
  Translation best;
  for (std::size_t i = 0; i < sentence.references.size(); ++i) {
    one.reference = sentence.references[i];
    Translation found = translate(one);
    if (!found.outcome.unreachable) found.outcome.reference = i;
    if (i == 0 || rank_of(best) < rank_of(found)) best = std::move(found);
  }
  return best;
}

}  // namespace dragoman::search
