#include "grammar/suffix/pattern_places.hpp"

#include <algorithm>

namespace dragoman::grammar {
namespace {

using Continuation = PatternPlaces::Continuation;

std::vector<Continuation> sorted(std::vector<Continuation> found) {
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace

std::vector<PatternPlaces::Place> PatternPlaces::of_word(std::span<const std::uint32_t> positions) {
  std::vector<Place> places;
  for (const std::uint32_t position : positions) places.push_back({position, position});
  return places;
}

std::vector<Continuation> PatternPlaces::next_words(bool gaps,
                                                    std::span<const Place> places) const {
  std::vector<Continuation> found;
  for (const Place place : places) {
    const std::uint32_t begin = text_.begin(place.first), at = text_.end(place.last);
    for (std::uint32_t next = text_.first_from(at);
         next < text_.words.size() && text_.begin(next) == at; ++next) {
      if (text_.words[next] >= words_) continue;
      if (gaps && text_.end(next) - begin > span_) continue;
      found.push_back({text_.words[next], {place.first, next}});
    }
  }
  return sorted(std::move(found));
}

std::vector<Continuation> PatternPlaces::later_words(std::span<const Place> places) const {
  std::vector<Continuation> found;
  for (const Place place : places) {
    const std::uint32_t begin = text_.begin(place.first), at = text_.end(place.last);
    std::uint32_t next = text_.first_from(at);
    if (next == text_.words.size() || text_.words[next] == kLineEnd) continue;
    next = text_.first_from(at + 1);
    // In a lattice no path may lead there: then the pattern is found in vain.
    for (; next < text_.words.size() && text_.words[next] != kLineEnd &&
           text_.begin(next) - begin < span_;
         ++next) {
      if (text_.words[next] >= words_ || text_.end(next) - begin > span_) continue;
      found.push_back({text_.words[next], {place.first, next}});
    }
  }
  return sorted(std::move(found));
}

std::vector<WordId> words_of(std::span<const Continuation> found) {
  std::vector<WordId> words;
  for (const Continuation& next : found) {
    if (words.empty() || words.back() != next.word) words.push_back(next.word);
  }
  return words;
}

}  // namespace dragoman::grammar
