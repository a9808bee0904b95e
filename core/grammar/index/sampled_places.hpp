// The places of a sample of a pattern's matches, one after the other, with what is around them on
// its way from memory.
//
//   SampledPlaces places;
//   places.for_each(segment, matcher, pattern, matches, sample,
//                   [&](std::span<const std::uint32_t> positions) { ... });
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/index/gapped_pattern.hpp"
#include "grammar/index/link_prefetch.hpp"
#include "grammar/index/sample.hpp"

namespace dragoman::grammar {

/// One a thread.
class SampledPlaces {
 public:
  /// `matcher` is that of the segment's text.
  template <typename F>
  void for_each(const Segment& segment, const PatternMatcher& matcher, const Pattern& pattern,
                const Matches& matches, const Sample& sample, F&& f) {
    starts_.clear();
    for (std::size_t i = 0; i < sample.size(); ++i) {
      if (i + kAhead < sample.size()) matcher.prefetch(matches, sample[i + kAhead]);
      starts_.push_back(matcher.start(pattern, matches, sample[i]));
    }
    for (std::size_t i = 0; i < sample.size(); ++i) {
      prefetch_links(segment, std::span(starts_).subspan(i));
      matcher.positions(pattern, matches, sample[i], match_);
      f(std::span<const std::uint32_t>(match_));
    }
  }

 private:
  static constexpr std::size_t kAhead = 16;  ///< suffixes that are on their way

  std::vector<std::uint32_t> starts_, match_;
};

}  // namespace dragoman::grammar
