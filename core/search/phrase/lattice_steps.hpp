// The steps of a search in a word lattice (Dyer, Muresan & Resnik 2008).
//
// A coverage holds nodes of the lattice (options/word_lattice.hpp). Jumps are measured along
// shortest paths. A step may be taken only if what is left can still be translated, so that no
// hypothesis gets stuck between two paths: the future costs know, because a span that no options
// cover has none. A step may always begin at the first gap. Another one needs a jump, and a way
// back from its end to the first gap, within the distortion limit. In a lattice with one path these
// are the steps of a sentence.
#pragma once

#include <algorithm>
#include <vector>

#include "search/phrase/steps.hpp"

namespace dragoman::search::phrase {

/// The features of a search in a lattice: those that a sentence has.
template <typename Features>
struct InLattice : Features {
  explicit InLattice(const Features& features) : Features(features) {}
};

template <typename C, typename Features>
class Steps<C, InLattice<Features>> : public SpanSteps<C, InLattice<Features>> {
  using Base = SpanSteps<C, InLattice<Features>>;
  using Base::problem_, Base::feature_;

 public:
  using typename Base::Node;

  Steps(const Problem& problem, const InLattice<Features>& feature)
      : Base(problem, feature), lattice_(problem.options.lattice()) {
    for (std::size_t node = 0; node <= lattice_.length(); ++node) {
      reach_.push_back(lattice_.reach(node, problem.settings.distortion_limit));
    }
  }

  float distortion(const Node&, const TranslationOption* last, std::size_t begin) const {
    return problem_.features.distortion.of(lattice_jump(lattice_, last, begin));
  }

  /// See Steps::for_each_place().
  template <typename F>
  void for_each_place(const C& coverage, F&& f) const {
    const std::size_t length = problem_.length(), gap = coverage.first_gap;
    const std::size_t wall = problem_.limits.next_wall[gap];
    for (std::size_t begin = gap; begin == gap || begin < reach_[gap];) {
      const std::size_t covered = std::min(coverage.next_covered(begin, length), length);
      for_each_end(coverage, begin, begin == gap ? covered : std::min(covered, wall), f);
      if (++begin == covered) {
        if (begin >= length) break;
        begin = coverage.next_gap(begin);
      }
      if (begin >= length) break;
    }
  }

  bool within_limit(const C& coverage, const TranslationOption* last, std::size_t begin) const {
    const int limit = problem_.settings.distortion_limit;
    return limit < 0 || begin == coverage.first_gap || lattice_jump(lattice_, last, begin) <= limit;
  }

 private:
  /// Calls f(place, options) for the spans that begin at a node and end at `last` at the latest.
  template <typename F>
  void for_each_end(const C& coverage, std::size_t begin, std::size_t last, F& f) const {
    const std::size_t gap = coverage.first_gap, most = problem_.options.max_length();
    const int limit = problem_.settings.distortion_limit;
    for (std::size_t end = begin + 1; end <= std::min(last, begin + most); ++end) {
      const auto options = problem_.options.of(begin, end - begin);
      if (options.empty()) continue;
      if (begin != gap && limit >= 0 && lattice_.distance(gap, end) > limit) continue;
      if (!feature_.allows(coverage, begin, end, problem_.limits)) continue;
      const SpanPlace place{begin, end};
      if (problem_.future.of(this->after(coverage, place)) == kForbidden) continue;
      f(place, options);
    }
  }

  const WordLattice& lattice_;
  std::vector<std::size_t> reach_;  ///< for every node, the last node within the distortion limit
};

}  // namespace dragoman::search::phrase
