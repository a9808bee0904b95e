// A rule on its way into a table.
#pragma once

#include <cstddef>
#include <span>

#include "grammar/table/rule_table.hpp"

namespace dragoman::grammar {

/// How many columns of each kind every rule has.
struct RuleTableWidths {
  std::size_t scores = 4;
  std::size_t reordering = 0;  ///< 0 or kReorderingColumns
  std::size_t counts = 0;      ///< 0 or kCountColumns
};

/// The spans need to live only as long as the call that takes it.
struct RuleEntry {
  std::span<const Symbol> source;
  std::span<const Symbol> target;
  std::span<const AlignmentPoint> alignment;
  std::span<const float> scores;
  std::span<const float> reordering = {};
  std::span<const float> counts = {};
};

}  // namespace dragoman::grammar
