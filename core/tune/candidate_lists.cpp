#include "tune/candidate_lists.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_set>

#include "common/error.hpp"
#include "common/hash.hpp"

namespace dragoman::tune {
namespace {

/// A candidate's features and statistics, compared as bytes.
struct Row {
  std::string_view features, statistics;
  bool operator==(const Row&) const = default;
};

struct RowHash {
  std::size_t operator()(const Row& row) const {
    return hash_combine(hash_bytes(row.features), hash_bytes(row.statistics));
  }
};

std::string_view bytes(std::span<const double> values, std::size_t row, std::size_t width) {
  return {reinterpret_cast<const char*>(values.data() + row * width), width * sizeof(double)};
}

}  // namespace

CandidateLists::CandidateLists(const CandidateFeatures& lists, std::span<const double> statistics,
                               std::size_t size)
    : features_(lists.width), size_(size) {
  check_candidates(lists);
  const auto& offsets = lists.offsets;
  if (statistics.size() != offsets.back() * size) {
    throw ConfigError("every candidate needs a row of statistics");
  }
  std::vector<std::size_t> kept;
  std::unordered_set<Row, RowHash> seen;
  offsets_.push_back(0);
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    seen.clear();
    for (auto c = offsets[s]; c < offsets[s + 1]; ++c) {
      if (seen.insert({bytes(lists.features, c, features_), bytes(statistics, c, size)}).second) {
        kept.push_back(c);
      }
    }
    offsets_.push_back(kept.size());
  }
  candidates_ = kept.size();
  if (candidates_ > std::numeric_limits<std::uint32_t>::max()) {
    throw ConfigError("there are too many candidates to tune on");
  }
  columns_.resize(candidates_ * features_);
  statistics_.resize(candidates_ * size);
  for (std::size_t i = 0; i < candidates_; ++i) {
    const double* row = lists.features.data() + kept[i] * features_;
    for (std::size_t f = 0; f < features_; ++f) columns_[f * candidates_ + i] = row[f];
    std::copy_n(statistics.data() + kept[i] * size, size, statistics_.data() + i * size);
  }
}

std::vector<double> CandidateLists::times(std::span<const double> weights) const {
  constexpr std::size_t kBlock = 2048;  // a block's sums stay in the nearest cache
  std::vector<double> sums(candidates_, 0.0);
  for (std::size_t begin = 0; begin < candidates_; begin += kBlock) {
    const std::size_t end = std::min(candidates_, begin + kBlock);
    for (std::size_t f = 0; f < features_; ++f) {
      const double weight = weights[f];
      if (weight == 0) continue;
      const double* values = columns_.data() + f * candidates_;
      for (std::size_t i = begin; i < end; ++i) sums[i] += weight * values[i];
    }
  }
  return sums;
}

}  // namespace dragoman::tune
