// Accumulated k-best lists in the form that line searches need: features column by column, and only
// one copy of candidates with equal features and statistics.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tune/envelope.hpp"

namespace dragoman::tune {

class CandidateLists {
 public:
  /// `statistics` holds `size` numbers per candidate, row by row. Throws ConfigError if sizes do
  /// not match.
  CandidateLists(const CandidateFeatures& lists, std::span<const double> statistics,
                 std::size_t size);

  std::size_t sentences() const { return offsets_.size() - 1; }
  std::size_t candidates() const { return candidates_; }
  std::size_t features() const { return features_; }
  std::size_t size() const { return size_; }

  /// Sentence s owns the candidates [offset(s), offset(s + 1)).
  std::size_t offset(std::size_t s) const { return offsets_[s]; }
  std::span<const double> statistics(std::size_t candidate) const {
    return {statistics_.data() + candidate * size_, size_};
  }
  /// One feature of all candidates.
  std::span<const double> column(std::size_t feature) const {
    return {columns_.data() + feature * candidates_, candidates_};
  }

  /// All candidates' features times `weights`.
  std::vector<double> times(std::span<const double> weights) const;

 private:
  std::size_t candidates_ = 0, features_ = 0, size_ = 0;
  std::vector<std::size_t> offsets_;
  std::vector<double> columns_, statistics_;
};

}  // namespace dragoman::tune
