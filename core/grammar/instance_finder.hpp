// All hierarchical rules that have the words of an occurrence of a pattern as the words of one of
// their sides: the gaps of the pattern are holes, and more holes may stand before it and after it.
//
//   InstanceFinder finder(segment, true, limits);
//   finder.for_each(positions, [&](const RuleInstance& instance) { ... });
#pragma once

#include <span>
#include <vector>

#include "grammar/rule_instance.hpp"

namespace dragoman::grammar {

/// One a thread.
class InstanceFinder {
 public:
  /// `segment` is seen from the side of the patterns, which is the source side or not.
  InstanceFinder(const Segment& segment, bool source, const HierarchicalLimits& limits)
      : segment_(segment), source_(source), limits_(limits) {}

  /// `positions` ascend and lie in one line. Calls f with instances seen from the source side.
  template <typename F>
  void for_each(std::span<const std::uint32_t> positions, F&& f) {
    find(positions);
    for (const RuleInstance& instance : found_) f(instance);
  }

 private:
  /// Holes that fill a place without words between them: none, one or two.
  struct Filling {
    std::array<SpanPair, 2> holes;
    std::uint32_t arity = 0;
  };
  void find(std::span<const std::uint32_t> positions);
  /// All fillings of a stretch.
  void fill(WordSpan stretch, std::vector<Filling>& out) const;
  void descend(std::size_t place, RuleInstance instance);
  void add(RuleInstance instance);

  Segment segment_;
  bool source_;
  HierarchicalLimits limits_;
  WordSpan words_;                            ///< from the first to the last word
  std::vector<std::vector<Filling>> places_;  ///< before the words, in their gaps, after them
  std::vector<RuleInstance> found_;
};

}  // namespace dragoman::grammar
