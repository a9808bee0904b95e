#include "forest/mbr.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "common/error.hpp"
#include "common/hash.hpp"

namespace dragoman::forest {
namespace {

constexpr std::size_t kOrder = 4;

/// N-grams of one order with their counts, by hash.
using Profile = std::vector<std::pair<std::uint64_t, int>>;

Profile profile(const std::vector<Symbol>& words, std::size_t order) {
  std::vector<std::uint64_t> hashes;
  for (std::size_t i = 0; i + order <= words.size(); ++i) {
    std::uint64_t hash = order;
    for (std::size_t j = i; j < i + order; ++j) {
      hash = hash_combine(hash, static_cast<std::uint64_t>(words[j]));
    }
    hashes.push_back(hash);
  }
  std::ranges::sort(hashes);
  Profile counts;
  for (const std::uint64_t hash : hashes) {
    if (counts.empty() || counts.back().first != hash) counts.emplace_back(hash, 0);
    ++counts.back().second;
  }
  return counts;
}

int matches(const Profile& a, const Profile& b) {
  int sum = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].first < b[j].first) {
      ++i;
    } else if (b[j].first < a[i].first) {
      ++j;
    } else {
      sum += std::min(a[i++].second, b[j++].second);
    }
  }
  return sum;
}

}  // namespace

std::vector<double> mbr_gains(std::span<const std::vector<Symbol>> candidates,
                              std::span<const double> scores, double scale) {
  if (candidates.size() != scores.size()) {
    throw ConfigError("minimum Bayes risk needs one score for every candidate");
  }
  std::vector<double> gains(candidates.size(), 0);
  if (candidates.empty()) return gains;
  const double top = *std::ranges::max_element(scores);
  std::vector<double> probability;
  double sum = 0;
  for (const double score : scores)
    sum += probability.emplace_back(std::exp(scale * (score - top)));
  std::vector<std::array<Profile, kOrder>> profiles(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    for (std::size_t n = 0; n < kOrder; ++n) profiles[i][n] = profile(candidates[i], n + 1);
  }
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    for (std::size_t j = 0; j < candidates.size(); ++j) {
      const double length = static_cast<double>(candidates[i].size());
      const double reference = static_cast<double>(candidates[j].size());
      if (length == 0) {
        gains[i] += reference == 0 ? probability[j] / sum : 0;
        continue;
      }
      double log_precision = 0;
      for (std::size_t n = 0; n < kOrder; ++n) {
        const double smooth = n == 0 ? 0 : 1;
        const double total = std::max(0.0, length - static_cast<double>(n)) + smooth;
        log_precision += std::log((matches(profiles[i][n], profiles[j][n]) + smooth) / total);
      }
      const double brevity = std::min(0.0, 1 - reference / length);
      gains[i] += probability[j] / sum * std::exp(log_precision / kOrder + brevity);
    }
  }
  return gains;
}

}  // namespace dragoman::forest
