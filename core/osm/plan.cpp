#include "osm/plan.hpp"

#include <algorithm>
#include <numeric>

namespace dragoman::osm {
namespace {

constexpr std::uint32_t kNoUnit = 0xFFFFFFFF;

/// The words of both sides, those of the target after those of the source, joined by links.
class Joined {
 public:
  explicit Joined(std::size_t words) : above_(words) {
    std::iota(above_.begin(), above_.end(), std::uint32_t{0});
  }
  void join(std::uint32_t a, std::uint32_t b) { above_[top(a)] = top(b); }
  std::uint32_t top(std::uint32_t word) {
    while (above_[word] != word) word = above_[word] = above_[above_[word]];
    return word;
  }

 private:
  std::vector<std::uint32_t> above_;
};

class Planner {
 public:
  Planner(std::span<const std::uint32_t> pieces, std::uint32_t target_words,
          std::span<const Link> links)
      : linked_(std::accumulate(pieces.begin(), pieces.end(), std::uint32_t{0}), false) {
    for (std::uint32_t piece = 0; piece < pieces.size(); ++piece) {
      places_.resize(places_.size() + pieces[piece]);
      for (std::uint32_t i = 0; i < pieces[piece]; ++i) {
        places_[places_.size() - pieces[piece] + i] = {piece, i};
      }
    }
    make_units(target_words, links);
  }

  Plan plan() && {
    const auto target_units = static_cast<std::uint32_t>(plan_.units.size());
    for (std::uint32_t unit = 0; unit < target_units; ++unit) generate(unit);
    // The words of pieces without any link.
    for (std::uint32_t word = 0; word < places_.size(); ++word) {
      if (!linked_[word] && !has_links(word)) generate_alone(word);
    }
    return std::move(plan_);
  }

 private:
  struct Place {
    std::uint32_t piece, word;
  };

  /// Units with target words, in the order of the first of these.
  void make_units(std::uint32_t target_words, std::span<const Link> links) {
    const auto source_words = static_cast<std::uint32_t>(linked_.size());
    Joined joined(source_words + target_words);
    for (const Link& link : links) {
      joined.join(link.source, source_words + link.target);
      linked_[link.source] = true;
    }
    if (links.empty() && target_words > 0) {
      for (std::uint32_t word = 0; word < source_words; ++word) linked_[word] = true;
      for (std::uint32_t word = 1; word < source_words + target_words; ++word) joined.join(word, 0);
    }
    std::vector<std::uint32_t> number(source_words + target_words, kNoUnit);
    for (std::uint32_t word = 0; word < target_words; ++word) {
      std::uint32_t& unit = number[joined.top(source_words + word)];
      if (unit == kNoUnit) {
        unit = static_cast<std::uint32_t>(plan_.units.size());
        plan_.units.emplace_back();
      }
      plan_.units[unit].target.push_back(word);
    }
    for (std::uint32_t word = 0; word < source_words; ++word) {
      if (linked_[word]) plan_.units[number[joined.top(word)]].source.push_back(word);
    }
  }

  bool beside(std::uint32_t left, std::uint32_t right) const {
    return right == left + 1 && places_[left].piece == places_[right].piece;
  }

  void generate(std::uint32_t unit) {
    const std::vector<std::uint32_t> source = plan_.units[unit].source;
    if (source.empty()) return plan_.steps.push_back({unit, true, 0, 0, 0});
    for (std::size_t i = 0; i < source.size();) {
      const std::size_t first = i;
      while (i + 1 < source.size() && beside(source[i], source[i + 1])) ++i;
      const std::uint32_t begin = source[first], last = source[i];
      if (const std::uint32_t leading = leading_from(begin); leading < begin) {
        for (std::uint32_t word = leading; word < begin; ++word) generate_alone(word);
      }
      const Place place = places_[begin];
      plan_.steps.push_back(
          {unit, first == 0, place.piece, place.word, place.word + last - begin + 1});
      for (std::uint32_t word = last + 1; word < places_.size() && !linked_[word]; ++word) {
        if (!beside(word - 1, word)) break;
        generate_alone(word);
      }
      ++i;
    }
  }

  /// The first word of a linked word's piece if no word between them has a link, else the word.
  std::uint32_t leading_from(std::uint32_t word) const {
    std::uint32_t first = word;
    while (first > 0 && beside(first - 1, first)) {
      if (linked_[first - 1]) return word;
      --first;
    }
    return first;
  }

  void generate_alone(std::uint32_t word) {
    const auto unit = static_cast<std::uint32_t>(plan_.units.size());
    plan_.units.push_back({{word}, {}});
    const Place place = places_[word];
    plan_.steps.push_back({unit, true, place.piece, place.word, place.word + 1});
  }

  /// Whether any word of a word's piece has a link.
  bool has_links(std::uint32_t word) const {
    std::uint32_t first = word - places_[word].word;
    for (; first < places_.size() && places_[first].piece == places_[word].piece; ++first) {
      if (linked_[first]) return true;
    }
    return false;
  }

  std::vector<bool> linked_;   ///< source words
  std::vector<Place> places_;  ///< of source words
  Plan plan_;
};

}  // namespace

Plan make_plan(std::span<const std::uint32_t> pieces, std::uint32_t target_words,
               std::span<const Link> links) {
  return Planner(pieces, target_words, links).plan();
}

}  // namespace dragoman::osm
