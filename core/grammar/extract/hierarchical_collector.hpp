// All occurrences of hierarchical rules in a line, with the hashes that they are known by.
#pragma once

#include "grammar/extract/gappy_rules.hpp"
#include "grammar/extract/hierarchical_table_scorer.hpp"
#include "grammar/extract/rule_extractor.hpp"

namespace dragoman::grammar {

/// Threads do not share it: each has its own.
class HierarchicalCollector {
 public:
  /// `text` is seen from the source side.
  HierarchicalCollector(const Segment& text, const HierarchicalLimits& limits)
      : text_(text), extractor_(text, limits) {}

  /// Calls f(instance) for every one of a line.
  template <typename F>
  void collect(std::size_t line, F&& f) {
    const auto number = static_cast<std::uint32_t>(line);
    for (const RuleInstance& instance : extractor_.extract(number)) {
      sides_of(text_, instance, sides_);
      f(HierarchicalInstance(hash_symbols(sides_.source), hash_symbols(sides_.target), number,
                             text_.from.begin[line], instance));
    }
  }

 private:
  Segment text_;
  RuleExtractor extractor_;
  RuleSides sides_;
};

}  // namespace dragoman::grammar
