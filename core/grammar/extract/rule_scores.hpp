// The arithmetic of scores that all extractors share.
#pragma once

#include <array>
#include <cmath>
#include <string_view>

#include "grammar/extract/phrase_alignment.hpp"
#include "grammar/table/rule_table.hpp"

namespace dragoman::grammar {

inline float floored_log(double probability) {
  const double log = std::log(probability);
  return log >= kLowestScore ? static_cast<float>(log) : kLowestScore;
}

/// Koehn, Och & Marcu 2003, equation 9: the product over positions of the mean of
/// probability(position, link) over their links; the link is null for a position that has none.
template <typename F>
double lexical_weight(const AlignmentString& alignment, F&& probability) {
  double product = 1;
  for_each_position(alignment, [&](std::size_t position, std::string_view links) {
    if (links.empty()) {
      product *= probability(position, static_cast<const char*>(nullptr));
      return;
    }
    double sum = 0;
    for (const char& link : links) sum += probability(position, &link);
    product *= sum / static_cast<double>(links.size());
  });
  return product;
}

/// Counts of orientations, smoothed, backward then forward, as logarithms of probabilities.
inline std::array<float, kReorderingColumns> orientation_scores(
    const std::array<double, kReorderingColumns>& counts) {
  std::array<float, kReorderingColumns> logs;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const std::size_t side = i / 3 * 3;
    logs[i] = floored_log(counts[i] / (counts[side] + counts[side + 1] + counts[side + 2]));
  }
  return logs;
}

}  // namespace dragoman::grammar
