#include "search/phrase/gaps/ranked_places.hpp"

#include <algorithm>
#include <limits>

namespace dragoman::search::phrase {
namespace {

template <typename F>
void for_each_place(const GappedOptions& options, F&& f) {
  for (std::size_t begin = 0; begin < options.sentence_length(); ++begin) {
    for (std::size_t n = 1; n <= options.max_length(); ++n) {
      if (begin + n > options.sentence_length()) break;
      const auto choices = options.of(begin, n);
      if (choices.empty()) continue;
      const std::uint32_t first = options.number(choices.front());
      f(Place{Shape{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + n)},
              first, first + static_cast<std::uint32_t>(choices.size()), choices.front().estimate});
    }
    for (const Place& place : options.places(begin)) f(place);
  }
}

}  // namespace

RankedPlaces::RankedPlaces(const GappedOptions& options, const FutureCosts& future, float margin) {
  for_each_place(options, [&](const Place& place) {
    max_words_ = std::max(max_words_, place.shape.words());
    max_extent_ = std::max<std::size_t>(max_extent_, place.shape.end - place.shape.begin);
  });
  first_.assign(options.sentence_length() * max_words_ + 1, 0);
  const auto bucket = [&](const Shape& shape) {
    return shape.begin * max_words_ + shape.words() - 1;
  };
  for_each_place(options, [&](const Place& place) {
    ++first_[bucket(place.shape) + 1];
    float best = -std::numeric_limits<float>::infinity(), pieces = 0;
    for (const TranslationOption& option : options.of(place)) {
      best = std::max(best, options.likely_bound(option, margin));
    }
    place.shape.for_each_piece(
        [&](std::size_t from, std::size_t to) { pieces += future.span(from, to); });
    any_.push_back({place, best - pieces});
    const float gaps = future.gaps(place.shape);
    const float together = future.span(place.shape.begin, place.shape.end);
    // If the gaps cannot be translated, the gain is 0.
    open_.push_back(
        {place, gaps == -std::numeric_limits<float>::infinity() ? gaps : best + gaps - together});
  });
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  for (auto* places : {&any_, &open_}) {
    std::ranges::stable_sort(*places, [&](const RankedPlace& a, const RankedPlace& b) {
      const std::size_t left = bucket(a.place.shape), right = bucket(b.place.shape);
      return left != right ? left < right : a.gain > b.gain;
    });
  }
}

}  // namespace dragoman::search::phrase
