// The places of a sentence in the order in which a search with gaps wants them: with gaps there are
// hundreds that a hypothesis might translate next, of which few are good enough.
//
// A place's gain bounds what the total of a hypothesis, score and future costs, can gain by a step
// there, the reordering aside: the best TranslationOption::bound less what future costs said of its
// words. Future costs never estimate a span lower than its parts one by one, so that whatever is
// covered the words were estimated at least at the sum of the pieces. Where nothing in the place's
// extent is covered, they were estimated together with the words in the gaps, which bounds more
// closely.
#pragma once

#include <span>
#include <vector>

#include "search/phrase/gaps/gapped_options.hpp"
#include "search/shared/future_costs.hpp"

namespace dragoman::search {

struct RankedPlace {
  Place place;
  float gain;
};

class RankedPlaces {
 public:
  /// The future costs must know all spans that have options.
  RankedPlaces(const GappedOptions& options, const FutureCosts& future);

  /// The most words of a place, and the longest extent of one.
  std::size_t max_words() const { return max_words_; }
  std::size_t max_extent() const { return max_extent_; }

  /// Places whose first word is at `begin` and that have so many words, by falling gain. `open`:
  /// for coverages that have nothing in the extent of any of them.
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

}  // namespace dragoman::search
