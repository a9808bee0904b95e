// Rules of a suffix-array grammar on their way to the table: all is known but p(f|e).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "common/hash.hpp"
#include "grammar/table/rule_table_builder.hpp"

namespace dragoman::grammar {

/// A hash of one side of a rule, symbol by symbol.
class SymbolHash {
 public:
  void add(Symbol symbol) { hash_ = hash_combine(hash_, static_cast<std::uint32_t>(symbol)); }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0x8f1bbcdcbfa53e0bULL;
};

inline std::uint64_t hash_symbols(std::span<const Symbol> symbols) {
  SymbolHash hash;
  for (const Symbol symbol : symbols) hash.add(symbol);
  return hash.value();
}

/// The symbols of the words at these positions, with a gap wherever positions are left out.
inline void to_symbols(std::span<const WordId> text, std::span<const std::uint32_t> positions,
                       std::vector<Symbol>& out) {
  out.clear();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (i > 0 && positions[i] != positions[i - 1] + 1) out.push_back(kGap);
    out.push_back(static_cast<Symbol>(text[positions[i]]));
  }
}

inline bool has_gap(std::span<const Symbol> side) {
  return std::ranges::find(side, kGap) != side.end();
}

class GappyRules {
 public:
  struct Rule {
    std::uint64_t source_hash, target_hash;
    std::size_t symbols;  ///< where source and then target start
    std::size_t points;
    std::uint8_t source_size, target_size;
    std::uint16_t point_count;
    /// Without gaps on either side: then only such pairs count for its probabilities, so that it
    /// has the scores that it would have in a grammar without gaps.
    bool contiguous = false;
    float lexical_inverse, direct, lexical_direct;  ///< logarithms
    double of_source, joint;                        ///< counts, scaled up from the sample
    std::uint32_t times, source_partners;           ///< in the sample: occurrences, target sides
    std::array<float, kReorderingColumns> reordering;
    // What the occurrences of the target side tell, known last.
    double of_target = 0, inverse_joint = 0;  ///< counts, the second one of the pair
    std::uint32_t inverse_times = 0, target_partners = 0;
    double inverse = 0;  ///< p(f|e)
  };

  void add(Rule rule, std::span<const Symbol> source, std::span<const Symbol> target,
           std::span<const AlignmentPoint> points) {
    rule.symbols = symbols_.size();
    rule.points = points_.size();
    rule.source_size = static_cast<std::uint8_t>(source.size());
    rule.target_size = static_cast<std::uint8_t>(target.size());
    rule.point_count = static_cast<std::uint16_t>(points.size());
    symbols_.insert(symbols_.end(), source.begin(), source.end());
    symbols_.insert(symbols_.end(), target.begin(), target.end());
    points_.insert(points_.end(), points.begin(), points.end());
    rules_.push_back(rule);
  }

  std::size_t size() const { return rules_.size(); }
  std::span<Rule> rules() { return rules_; }
  std::span<const Rule> rules() const { return rules_; }
  std::span<const Symbol> source(const Rule& rule) const {
    return std::span(symbols_).subspan(rule.symbols, rule.source_size);
  }
  std::span<const Symbol> target(const Rule& rule) const {
    return std::span(symbols_).subspan(rule.symbols + rule.source_size, rule.target_size);
  }
  std::span<const AlignmentPoint> alignment(const Rule& rule) const {
    return std::span(points_).subspan(rule.points, rule.point_count);
  }

  /// The rules [begin, end) by themselves.
  GappyRules slice(std::size_t begin, std::size_t end) const {
    GappyRules part;
    part.rules_.reserve(end - begin);
    for (std::size_t i = begin; i < end; ++i) {
      part.add(rules_[i], source(rules_[i]), target(rules_[i]), alignment(rules_[i]));
    }
    return part;
  }
  /// What they take in memory.
  std::size_t bytes() const {
    return rules_.capacity() * sizeof(Rule) + symbols_.capacity() * sizeof(Symbol) +
           points_.capacity() * sizeof(AlignmentPoint);
  }

 private:
  std::vector<Rule> rules_;
  std::vector<Symbol> symbols_;
  std::vector<AlignmentPoint> points_;
};

}  // namespace dragoman::grammar
