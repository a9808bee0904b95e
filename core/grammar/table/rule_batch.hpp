// Rules on their way from a worker thread to the RuleTableBuilder, or to a table (batch_table.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/table/rule_table_builder.hpp"

namespace dragoman::grammar {

class RuleBatch {
 public:
  /// Consecutive rules with one source side.
  struct Side {
    std::uint32_t rules;
    std::uint32_t symbols;
  };

  void add(const RuleEntry& rule) {
    const auto append = [](auto& to, const auto& values) {
      to.insert(to.end(), values.begin(), values.end());
    };
    if (sides_.empty() || !std::ranges::equal(last_source(), rule.source)) {
      append(source_symbols_, rule.source);
      sides_.push_back({0, static_cast<std::uint32_t>(rule.source.size())});
    }
    ++sides_.back().rules;
    append(target_symbols_, rule.target);
    append(links_, rule.alignment);
    append(scores_, rule.scores);
    append(reordering_, rule.reordering);
    append(counts_, rule.counts);
    sizes_.push_back({static_cast<std::uint16_t>(rule.target.size()),
                      static_cast<std::uint16_t>(rule.alignment.size())});
  }

  /// Calls f(source, its rules) for every side, in the order in which they came.
  template <typename F>
  void for_each_side(F&& f) const {
    std::span<const Symbol> symbols(source_symbols_);
    for (const Side side : sides_) {
      f(symbols.first(side.symbols), side.rules);
      symbols = symbols.subspan(side.symbols);
    }
  }

  /// Hands all rules over, in the order in which they came, and is empty afterwards.
  void drain(const RuleTableWidths& widths, RuleTableBuilder& builder) {
    std::span<const Symbol> symbols(target_symbols_);
    std::span<const AlignmentPoint> links(links_);
    std::span<const float> scores(scores_), reordering(reordering_), counts(counts_);
    std::span<const Sizes> sizes(sizes_);
    const auto take = [](auto& from, std::size_t count) {
      const auto taken = from.first(count);
      from = from.subspan(count);
      return taken;
    };
    for_each_side([&](std::span<const Symbol> source, std::size_t rules) {
      for (const Sizes size : take(sizes, rules)) {
        RuleEntry rule{source, take(symbols, size.target), take(links, size.links),
                       take(scores, widths.scores)};
        rule.reordering = take(reordering, widths.reordering);
        rule.counts = take(counts, widths.counts);
        builder.add(rule);
      }
    });
    *this = {};
  }

  /// All rules as bytes, which are the same for the same rules; and the batch of such bytes. Throws
  /// ModelError if they are of no batch.
  std::vector<std::byte> to_bytes() const;
  static RuleBatch of_bytes(std::span<const std::byte> bytes, const RuleTableWidths& widths);

 private:
  friend class BatchTable;
  /// Calls f(vector) for all that a batch is made of.
  template <typename Batch, typename F>
  static void visit(Batch& batch, F&& f) {
    f(batch.source_symbols_), f(batch.target_symbols_), f(batch.links_), f(batch.scores_);
    f(batch.reordering_), f(batch.counts_), f(batch.sides_), f(batch.sizes_);
  }
  struct Sizes {
    std::uint16_t target;
    std::uint16_t links;
  };
  std::span<const Symbol> last_source() const {
    return std::span(source_symbols_).last(sides_.back().symbols);
  }

  std::vector<Symbol> source_symbols_, target_symbols_;
  std::vector<AlignmentPoint> links_;
  std::vector<float> scores_, reordering_, counts_;
  std::vector<Side> sides_;
  std::vector<Sizes> sizes_;  ///< of every rule
};

}  // namespace dragoman::grammar
