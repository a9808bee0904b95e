// Rules on their way from a worker thread to the RuleTableBuilder.
#pragma once

#include <cstdint>
#include <vector>

#include "grammar/table/rule_table_builder.hpp"

namespace dragoman::grammar {

class RuleBatch {
 public:
  void add(const RuleEntry& rule) {
    const auto append = [](auto& to, const auto& values) {
      to.insert(to.end(), values.begin(), values.end());
    };
    append(symbols_, rule.source);
    append(symbols_, rule.target);
    append(points_, rule.alignment);
    append(numbers_, rule.scores);
    append(numbers_, rule.reordering);
    append(numbers_, rule.counts);
    sizes_.push_back({static_cast<std::uint8_t>(rule.source.size()),
                      static_cast<std::uint8_t>(rule.target.size()),
                      static_cast<std::uint16_t>(rule.alignment.size())});
  }

  /// Hands all rules over, in the order in which they came, and is empty afterwards.
  void drain(const RuleTableWidths& widths, RuleTableBuilder& builder) {
    std::span<const Symbol> symbols(symbols_);
    std::span<const AlignmentPoint> points(points_);
    std::span<const float> numbers(numbers_);
    const auto take = [](auto& from, std::size_t count) {
      const auto taken = from.first(count);
      from = from.subspan(count);
      return taken;
    };
    for (const Sizes size : sizes_) {
      RuleEntry rule{take(symbols, size.source), take(symbols, size.target),
                     take(points, size.points), take(numbers, widths.scores)};
      rule.reordering = take(numbers, widths.reordering);
      rule.counts = take(numbers, widths.counts);
      builder.add(rule);
    }
    *this = {};
  }

 private:
  struct Sizes {
    std::uint8_t source, target;
    std::uint16_t points;
  };
  std::vector<Symbol> symbols_;
  std::vector<AlignmentPoint> points_;
  std::vector<float> numbers_;
  std::vector<Sizes> sizes_;
};

}  // namespace dragoman::grammar
