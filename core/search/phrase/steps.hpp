// The steps that a search may take from a hypothesis, and their scores.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "search/phrase/features/feature.hpp"
#include "search/phrase/hypothesis.hpp"
#include "search/phrase/problem.hpp"

namespace dragoman::search::phrase {

/// The scores of steps of any kind.
class StepScores {
 public:
  explicit StepScores(const Problem& problem) : problem_(problem) {}

  const Problem& problem() const { return problem_; }
  LanguageContexts& contexts() const { return problem_.contexts; }

  float reordering(const TranslationOption* last, const TranslationOption& option) const {
    return problem_.features.reordering.score(last, option);
  }

  /// Rounded up, so that it is at least the sum of the same scores in any other order.
  static float rounded_up(float total) { return total + 1e-5F * (1 + std::abs(total)); }

 protected:
  const Problem& problem_;
};

/// Source words [begin, end) that a step translates.
struct SpanPlace {
  std::size_t begin, end;
  std::size_t words() const { return end - begin; }
};

/// What all searches without gaps have: no state has pending target pieces, and no step makes any.
template <typename C, typename FeatureType>
class SpanSteps : public StepScores {
 public:
  using Feature = FeatureType;
  using Node = Hypothesis<C, typename Feature::State>;

  SpanSteps(const Problem& problem, const Feature& feature)
      : StepScores(problem), feature_(feature) {}

  const Feature& feature() const { return feature_; }

  const TranslationOption* last_option(const Node& node) const {
    return node.option == kNone ? nullptr : &problem_.options[node.option];
  }

  static constexpr bool kPieces = false;
  static std::uint32_t option_of(std::uint32_t label) { return label; }
  static constexpr float ahead(const typename Feature::State&) { return 0; }
  static constexpr bool finished(const typename Feature::State&) { return true; }

  C after(const C& coverage, const SpanPlace& place) const {
    return coverage.with(place.begin, place.end);
  }

 protected:
  const Feature& feature_;
};

/// The steps of a search without gaps (gapped_steps.hpp has those with).
template <typename C, typename Feature>
class Steps : public SpanSteps<C, Feature> {
  using SpanSteps<C, Feature>::problem_, SpanSteps<C, Feature>::feature_;

 public:
  using typename SpanSteps<C, Feature>::Node;
  using SpanSteps<C, Feature>::SpanSteps;

  /// Of a step from a node, whose last option is `last`, to words that begin at `begin`.
  float distortion(const Node&, const TranslationOption* last, std::size_t begin) const {
    return problem_.features.distortion.score(last, begin);
  }

  /// Calls f(place, options) for every span that has options and that may be translated next after
  /// this coverage: the distortion limit, the walls and the feature must allow it, whatever was
  /// translated last. A step may always begin at the first gap. A step that begins further right
  /// must end where the first gap is still within the distortion limit, so that no hypothesis gets
  /// stuck.
  template <typename F>
  void for_each_place(const C& coverage, F&& f) const {
    const std::size_t length = problem_.length(), gap = coverage.first_gap;
    const int limit = problem_.settings.distortion_limit;
    const std::size_t reach =
        limit < 0 ? length : std::min(length, gap + static_cast<std::size_t>(limit));
    const std::size_t wall = problem_.limits.next_wall[gap];
    for (std::size_t begin = gap; begin == gap || begin < reach;) {
      std::size_t end = std::min(coverage.next_covered(begin, length), length);
      const std::size_t gap_end = end;
      if (begin != gap) end = std::min({end, reach, wall});
      end = std::min(end, begin + problem_.options.max_length());
      for (std::size_t last = begin + 1; last <= end; ++last) {
        const auto options = problem_.options.of(begin, last - begin);
        if (options.empty() || !feature_.allows(coverage, begin, last, problem_.limits)) continue;
        f(SpanPlace{begin, last}, options);
      }
      ++begin;
      if (begin == gap_end) {
        if (begin >= length) break;
        begin = coverage.next_gap(begin);
      }
      if (begin >= length) break;
    }
  }

  bool within_limit(const C&, const TranslationOption* last, std::size_t begin) const {
    const int limit = problem_.settings.distortion_limit;
    return limit < 0 || Distortion::jump(last, begin) <= limit;
  }
};

}  // namespace dragoman::search::phrase
