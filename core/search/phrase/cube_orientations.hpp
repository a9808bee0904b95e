// Cubes by orientation, for lexicalised reordering.
//
// Cube pruning is good if the scores of a cube fall along its rows and columns. With lexicalised
// reordering the score of a step depends on the orientation of two phrases. So each place has a
// cube for every orientation: the hypotheses are ranked with their forward scores, the options with
// their backward scores, and a step's score without the language models is the sum of the two.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <vector>

#include "search/options/orientation.hpp"
#include "search/phrase/cubes.hpp"
#include "search/phrase/score_queue.hpp"

namespace dragoman::search::phrase {

/// The options of spans, sorted with their backward scores.
class OptionOrders {
 public:
  /// Must be called before the first span of a sentence with so many options.
  void begin(std::size_t options) {
    options_ = options;
    orders_.assign(options * kOrientations, kUnknown);
  }
  /// The order of the options of a span; `first` is the number of the first one.
  const std::uint32_t* of(std::span<const TranslationOption> options, std::size_t first,
                          Orientation o) {
    std::uint32_t* order = orders_.data() + o * options_ + first;
    if (*order != kUnknown) return order;
    ranked_.clear();
    for (std::uint32_t i = 0; i < options.size(); ++i) {
      ranked_.emplace_back(options[i].estimate + options[i].backward[o], i);
    }
    std::ranges::sort(ranked_, std::greater());
    std::ranges::transform(ranked_, order, &Scored::number);
    return order;
  }

 private:
  static constexpr std::uint32_t kUnknown = 0xFFFFFFFF;
  std::size_t options_ = 0;
  std::vector<std::uint32_t> orders_;  ///< by orientation, beside the options
  std::vector<Scored> ranked_;
};

/// The hypotheses of a group, ranked for places. If cubes are not made by orientation, all are in
/// the rows of one.
template <typename Scores>
class RowsByOrientation {
 public:
  RowsByOrientation(Scores& scores, const NodeGroup& group, bool oriented)
      : scores_(scores), group_(group), oriented_(oriented) {}

  std::span<const Orientation> orientations() const {
    return std::span(kAll).first(oriented_ ? kOrientations : 1);
  }

  /// Places must be asked for in the order of their beginnings.
  CubeRows of(std::size_t begin, std::size_t end, Orientation o) {
    if (begin != begin_) {
      begin_ = begin;
      known_ = {};
    }
    if (!oriented_) return kept(kMonotone, [&] { return scores_.rank(group_, begin); });
    // Which hypotheses are swapped depends on the end of the place; most places have none.
    const bool shared = o == kMonotone || (o == kDiscontinuous && !scores_.any_at(group_, end));
    const auto rank = [&] { return scores_.rank(group_, begin, end, o); };
    if (shared) return kept(o, rank);
    if (o == kSwap && !scores_.any_at(group_, end)) return {0, 0};
    return rank();
  }

 private:
  static constexpr std::array<Orientation, kOrientations> kAll{kMonotone, kSwap, kDiscontinuous};

  template <typename F>
  CubeRows kept(Orientation o, F&& rank) {
    if (!known_[o]) {
      rows_[o] = rank();
      known_[o] = true;
    }
    return rows_[o];
  }

  Scores& scores_;
  const NodeGroup& group_;
  bool oriented_;
  std::size_t begin_ = ~std::size_t{0};
  std::array<bool, kOrientations> known_{};
  std::array<CubeRows, kOrientations> rows_{};
};

}  // namespace dragoman::search::phrase
