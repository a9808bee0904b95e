// All hierarchical rules of one sentence pair, each as often as it is found (Chiang 2007,
// section 3.2): tight phrase pairs, and those with one or two smaller ones taken out.
#pragma once

#include <vector>

#include "grammar/extract/rule_instance.hpp"

namespace dragoman::grammar {

/// One a thread.
class RuleExtractor {
 public:
  /// `segment` is seen from the source side.
  RuleExtractor(const Segment& segment, const HierarchicalLimits& limits)
      : segment_(segment), limits_(limits) {}

  /// The instances in a line, valid until the next call.
  std::span<const RuleInstance> extract(std::uint32_t line);

 private:
  void find_phrases(std::uint32_t begin, std::uint32_t end);
  void add(const RuleInstance& instance);
  /// Adds rules with one more hole, from source word `first` on.
  void add_holes(const RuleInstance& instance, std::uint32_t first);
  std::uint32_t linked_words(WordSpan span) const {
    return linked_[span.end - begin_] - linked_[span.begin - begin_];
  }

  Segment segment_;
  HierarchicalLimits limits_;
  std::uint32_t begin_ = 0;                     ///< of the line
  std::vector<std::vector<SpanPair>> phrases_;  ///< by the place of the first source word
  std::vector<std::uint32_t> linked_;           ///< words with links before each place
  std::vector<RuleInstance> found_;
};

}  // namespace dragoman::grammar
