// The places of a sample of a pattern's matches, one after the other, with what is around them on
// its way from memory. Those that can have no translation are left out, if the segment knows them.
//
//   SampledPlaces places;
//   places.for_each(segment, matcher, pattern, matches, sample,
//                   [&](std::span<const std::uint32_t> positions) { ... });
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/index/companions.hpp"
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
    chosen_.clear();
    const Companions* const companions = segment.companions;
    for (std::size_t i = 0; i < sample.size(); ++i) {
      if (companions != nullptr) {
        if (i + kAhead < sample.size()) {
          companions->prefetch(starts_[i + kAhead]);
          if (pattern.gaps() == 0) __builtin_prefetch(&segment.from.text[starts_[i + kAhead]]);
        }
        matcher.positions(pattern, matches, sample[i], match_);
        if (!companions->may_translate(match_)) continue;
      }
      starts_[chosen_.size()] = starts_[i];
      chosen_.push_back(sample[i]);
    }
    starts_.resize(chosen_.size());
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      prefetch_links(segment, std::span(starts_).subspan(i));
      matcher.positions(pattern, matches, chosen_[i], match_);
      f(std::span<const std::uint32_t>(match_));
    }
  }

 private:
  static constexpr std::size_t kAhead = 16;  ///< suffixes that are on their way

  std::vector<std::uint32_t> starts_, match_;
  std::vector<std::size_t> chosen_;  ///< matches that may have a translation
};

}  // namespace dragoman::grammar
