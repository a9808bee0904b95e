// All hierarchical rules that have the words of an occurrence of a pattern as the words of one of
// their sides: the gaps of the pattern are holes, and more holes may stand before it and after it.
//
//   InstanceFinder finder(segment, true, limits);
//   finder.for_each(positions, [&](const RuleInstance& instance) { ... });
#pragma once

#include <span>
#include <vector>

#include "grammar/extract/rule_instance.hpp"
#include "grammar/index/tight_spans.hpp"

namespace dragoman::grammar {

/// One a thread.
class InstanceFinder {
 public:
  /// `segment` is seen from the side of the patterns, which is the source side or not, and knows
  /// its tight spans.
  InstanceFinder(const Segment& segment, bool source, const HierarchicalLimits& limits)
      : tight_(*segment.tight), source_(source), limits_(limits) {}

  /// `positions` ascend and lie in one line. Calls f with instances seen from the source side.
  template <typename F>
  void for_each(std::span<const std::uint32_t> positions, F&& f) {
    find(positions);
    for (const RuleInstance& instance : found_) f(instance);
  }

 private:
  /// Holes that fill a place without words between them: none, one or two.
  struct Filling {
    std::array<WordSpan, 2> holes;
    std::uint32_t arity = 0;
  };
  void find(std::span<const std::uint32_t> positions);
  /// How many holes there may be before the words and after them, together.
  std::size_t most_outside(std::size_t words, std::size_t gaps) const;
  /// Adds all fillings of a stretch, of at most so many holes.
  void fill(WordSpan stretch, std::size_t most);
  bool hole(WordSpan span) const {
    return (!source_ || span.size() >= limits_.min_hole) && tight_(span);
  }
  void end_place() { places_.push_back(fillings_.size()); }
  void descend(std::size_t place, RuleInstance& instance);
  void add(RuleInstance instance);

  const TightSpans& tight_;
  bool source_;
  HierarchicalLimits limits_;
  WordSpan words_;                   ///< from the first to the last word
  std::vector<Filling> fillings_;    ///< before the words, in their gaps, after them
  std::vector<std::size_t> places_;  ///< where the fillings of each place end
  std::vector<RuleInstance> found_;
};

}  // namespace dragoman::grammar
