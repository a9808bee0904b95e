// Cohesion of the edges of a chart: an edge puts together the phrases of its tails, in their order
// on the target side, and the rule's own phrase (the source words that no tail covers), which
// stands where the rule's first target word stands, or at the end if it has none.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "search/chart/chart_items.hpp"
#include "search/chart/chart_rules.hpp"
#include "search/shared/sequence_cohesion.hpp"

namespace dragoman::search::chart {

class EdgeCohesion {
 public:
  EdgeCohesion(const ModelParts& model, const CohesionSettings& settings, const ChartRules& rules,
               const ChartItems& items)
      : sequences_(model, settings), rules_(rules), items_(items) {}

  /// Begins a sentence; see SequenceCohesion.
  void begin_sentence(std::span<const std::int32_t> heads, std::span<const std::uint8_t> kinds,
                      bool hard) {
    known_.clear();
    sequences_.begin_sentence(heads, kinds, hard);
  }
  bool used() const { return sequences_.used(); }
  bool hard() const { return sequences_.hard(); }

  /// What an edge over the source words [begin, end) makes of its parts.
  const SequenceCohesion::Joined& join(std::uint32_t rule, const Tails& tails, std::uint32_t begin,
                                       std::uint32_t end);
  /// Adds the values to a feature row.
  void explain(const SequenceCohesion::Joined& joined, float* row) const {
    sequences_.explain(joined, row);
  }

 private:
  /// Edges with the same parts in the same order: a tail by its number, the rule's own phrase.
  struct Key {
    std::uint32_t begin, end, order;
    std::array<std::uint32_t, kMaxTails> sequences;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  static constexpr std::uint32_t kOwn = kMaxTails;

  SequenceCohesion::Joined find(const Key& key, const Tails& tails, bool closed);

  SequenceCohesion sequences_;
  const ChartRules& rules_;
  const ChartItems& items_;
  std::unordered_map<Key, SequenceCohesion::Joined, Hash> known_;
};

}  // namespace dragoman::search::chart
