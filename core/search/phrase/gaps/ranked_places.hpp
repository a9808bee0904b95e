// The places of a sentence in the order in which a search with gaps tries them. With gaps there are
// hundreds of places that a hypothesis might translate next, and few of them are good enough.
//
// The gain of a place is an upper bound on how much the total of a hypothesis (score and future
// costs) can rise by a step there, without reordering: the best TranslationOption::bound minus the
// future costs of its words. The future cost of a span is never lower than the sum of its parts.
// So, whatever is covered, the words were estimated at least at the sum of the pieces. If nothing
// in the extent of the place is covered, they were estimated together with the words in the gaps,
// which gives a closer bound.
//
// The bound on what language models say of a few words is far too high, so that most of the places
// that are tried in this order turn out to be bad. Cube pruning only asks which place to try next.
// It ranks places by what the language models will hardly exceed: the score of the words alone, and
// kOptimism.
#pragma once

#include <span>
#include <vector>

#include "search/options/future_costs.hpp"
#include "search/phrase/gaps/gapped_options.hpp"

namespace dragoman::search::phrase {

struct RankedPlace {
  Place place;
  float gain;
};

class RankedPlaces {
 public:
  /// How much more likely words are expected to be in their context than alone, in natural
  /// logarithms of the language models.
  static constexpr float kOptimism = 2;

  /// The future costs must know all spans that have options. `margin`: for
  /// GappedOptions::likely_bound(); infinite if gains must be bounds.
  RankedPlaces(const GappedOptions& options, const FutureCosts& future, float margin);

  /// The most words of a place, and the longest extent of a place.
  std::size_t max_words() const { return max_words_; }
  std::size_t max_extent() const { return max_extent_; }

  /// Places whose first word is at `begin` and that have `words` words, in the order of falling
  /// gain. `open`: for coverages that cover no word in the extent of any of these places.
  std::span<const RankedPlace> of(std::size_t begin, std::size_t words, bool open) const {
    const auto& places = open ? open_ : any_;
    const std::size_t at = begin * max_words_ + words - 1;
    return {places.data() + first_[at], places.data() + first_[at + 1]};
  }

 private:
  std::size_t max_words_ = 1, max_extent_ = 1;
  std::vector<std::uint32_t> first_;  ///< by first word and number of words
  std::vector<RankedPlace> any_, open_;
};

}  // namespace dragoman::search::phrase
