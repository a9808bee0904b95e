// Forward, backward and Viterbi passes of the HMM. All positions but the start share one set of
// jump weights, so that a pass is a convolution of the weights with the positions, O(rows * columns
// * kJumps). Jumps beyond kWidth all have the same weight; their sums (maxima) are running sums
// (maxima) along the positions.
#include <algorithm>
#include <cmath>

#include "align/grid.hpp"
#include "align/wide.hpp"

namespace dragoman::align {
namespace {

/// The shortest jump that lies beyond a position's window.
constexpr std::size_t kReach = kWidth + 1;

/// Positions are worked on in blocks, whose sums stay in registers.
constexpr std::size_t kBlock = 8;

/// out[k] = sum over d of taps[d] * in[k + d], for whole blocks of k.
void correlate(const double* in, const Jumps& taps, double* out, std::size_t size) {
  if (kWide) return wide::correlate(in, taps.data(), out, size);
  for (std::size_t k = 0; k < size; k += kBlock) {
    double sums[kBlock] = {};
    for (std::size_t d = 0; d < kJumps; ++d) {
      const double tap = taps[d];
      for (std::size_t u = 0; u < kBlock; ++u) sums[u] += tap * in[k + d + u];
    }
    for (std::size_t u = 0; u < kBlock; ++u) out[k + u] = sums[u];
  }
}

/// out[k] = the largest taps[d] * in[k + d].
void correlate_max(const double* in, const Jumps& taps, double* out, std::size_t size) {
  for (std::size_t k = 0; k < size; k += kBlock) {
    double best[kBlock] = {};
    for (std::size_t d = 0; d < kJumps; ++d) {
      const double tap = taps[d];
      for (std::size_t u = 0; u < kBlock; ++u) {
        const double value = tap * in[k + d + u];
        best[u] = best[u] < value ? value : best[u];
      }
    }
    for (std::size_t u = 0; u < kBlock; ++u) out[k + u] = best[u];
  }
}

/// The sums of `cross`: of all jumps, and of one more, which is not used.
constexpr std::size_t kLanes = kJumps + 1;
using Lanes = std::array<double, kLanes>;

/// crossing[d] += sum over positions k of mass[k] * landing[k + d].
void cross(const double* mass, const double* landing, std::size_t size, Lanes& crossing) {
  if (kWide) return wide::cross(mass, landing, size, crossing.data());
  Lanes sums = crossing;
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t d = 0; d < kJumps; ++d) sums[d] += mass[k] * landing[k + d];
  }
  crossing = sums;
}

/// The weight of the jump from the start to a position.
double from_start(const Jumps& weights, std::size_t k) {
  return weights[kWidth + std::min(k, kWidth)];
}

}  // namespace

/// Only the jumps that stay within the sentence count towards a position's normaliser (position 0,
/// the start, cannot be entered).
void Hmm::prepare(const Parameters& parameters, const Grid& grid) {
  positions_ = grid.columns + 1;
  blocks_ = (positions_ + kBlock - 1) / kBlock * kBlock;
  stride_ = blocks_ + kLanes;  // the last lane of `cross` reads one cell more than a window has
  null_ = parameters.null_probability;
  normalizer_.resize(positions_);
  share_.resize(positions_);
  start_.assign(positions_, 0.0);
  for (std::size_t k = 0; k < positions_; ++k) {
    const Jumps& weights = parameters.jumps[k == 0 ? 0 : 1];
    const std::size_t left = k == 0 ? 0 : k - 1, right = positions_ - 1 - k;
    double sum = k == 0 ? 0 : weights[kWidth];
    for (std::size_t d = 1; d <= std::min(left, kWidth); ++d) sum += weights[kWidth - d];
    for (std::size_t d = 1; d <= std::min(right, kWidth); ++d) sum += weights[kWidth + d];
    if (left > kWidth) sum += static_cast<double>(left - kWidth) * weights[0];
    if (right > kWidth) sum += static_cast<double>(right - kWidth) * weights[kJumps - 1];
    normalizer_[k] = sum;
    share_[k] = (1 - null_) / sum;
  }
  for (std::size_t k = 1; k < positions_; ++k) {
    start_[k] = from_start(parameters.jumps[0], k) * share_[0];
  }
  weights_ = parameters.jumps[1];
  std::reverse_copy(weights_.begin(), weights_.end(), reversed_.begin());
}

/// The probability that leaves each position with the next jump, without the jump's weight; the
/// start is treated separately.
void Hmm::fill_mass(const double* before) {
  mass_.assign(stride_, 0.0);
  for (std::size_t k = 1; k < positions_; ++k) mass_[kWidth + k] = before[k] * share_[k];
}

/// total_[j] holds, scaled to sum 1, the probability of the rows up to j and of standing at each
/// position.
void Hmm::forward(const Grid& grid) {
  total_.assign((grid.rows + 1) * positions_, 0.0);
  null_state_.assign((grid.rows + 1) * positions_, 0.0);
  scale_.resize(grid.rows);
  landed_.resize(blocks_);
  total_[0] = 1.0;
  for (std::size_t j = 0; j < grid.rows; ++j) {
    const double* before = total_.data() + j * positions_;
    double* after = total_.data() + (j + 1) * positions_;
    double* null_state = null_state_.data() + (j + 1) * positions_;
    fill_mass(before);
    correlate(mass_.data(), reversed_, landed_.data(), blocks_);
    const double* mass = mass_.data() + kWidth;
    double sum = 0;
    for (std::size_t k = kReach; k < positions_; ++k) {
      sum += mass[k - kReach];
      landed_[k] += sum * weights_[kJumps - 1];
    }
    sum = 0;
    for (std::size_t k = positions_; k-- > kReach;) {
      sum += mass[k];
      landed_[k - kReach] += sum * weights_[0];
    }
    const double null = null_ * grid.null_lexical[j];
    const double* lexical = grid.lexical.data() + j * grid.columns;
    null_state[0] = before[0] * null;
    after[0] = null_state[0];
    double total = after[0];
    for (std::size_t k = 1; k < positions_; ++k) {
      null_state[k] = before[k] * null;
      after[k] = (landed_[k] + before[0] * start_[k]) * lexical[k - 1] + null_state[k];
      total += after[k];
    }
    const double scale = 1.0 / total;
    for (std::size_t k = 0; k < positions_; ++k) {
      after[k] *= scale;
      null_state[k] *= scale;
    }
    scale_[j] = scale;
  }
}

/// Without `statistics` only the posteriors are found.
void Hmm::backward(Grid& grid, Statistics* statistics) {
  Lanes crossing{};                // expected jumps, without their weights
  ahead_.assign(positions_, 1.0);  // b: probability of the later rows from each position
  leave_.assign(positions_, 0.0);  // expected jumps out of each position
  next_.resize(blocks_);
  for (std::size_t j = grid.rows; j-- > 0;) {
    const double* before = total_.data() + j * positions_;
    const double* after = before + positions_;
    const double* null_state = null_state_.data() + (j + 1) * positions_;
    const double* lexical = grid.lexical.data() + j * grid.columns;
    double* posterior = grid.posterior.data() + j * grid.columns;
    double null_posterior = null_state[0] * ahead_[0];
    for (std::size_t k = 1; k < positions_; ++k) {
      posterior[k - 1] = (after[k] - null_state[k]) * ahead_[k];
      null_posterior += null_state[k] * ahead_[k];
    }
    grid.null_posterior[j] = null_posterior;

    landing_.assign(stride_, 0.0);  // v: probability of landing at a position with this row
    double* v = landing_.data() + kWidth;
    for (std::size_t k = 1; k < positions_; ++k) v[k] = lexical[k - 1] * ahead_[k] * scale_[j];
    fill_mass(before);
    const double* mass = mass_.data() + kWidth;
    correlate(landing_.data(), weights_, next_.data(), blocks_);
    if (statistics != nullptr) cross(mass, landing_.data(), positions_, crossing);
    double sum = 0, long_jumps = 0;
    for (std::size_t k = positions_; k-- > kReach;) {  // to the right
      sum += v[k];
      next_[k - kReach] += sum * weights_[kJumps - 1];
      long_jumps += sum * mass[k - kReach];
    }
    crossing[kJumps - 1] += long_jumps;
    sum = long_jumps = 0;
    for (std::size_t k = kReach; k < positions_; ++k) {  // to the left
      sum += v[k - kReach];
      next_[k] += sum * weights_[0];
      long_jumps += sum * mass[k];
    }
    crossing[0] += long_jumps;
    next_[0] = 0;
    for (std::size_t k = 1; k < positions_; ++k) {
      const double jump = start_[k] * v[k];
      next_[0] += jump;
      if (statistics != nullptr) {
        statistics->jumps[0][kWidth + std::min(k, kWidth)] += before[0] * jump;
      }
      next_[k] *= share_[k];
    }
    const double null = null_ * grid.null_lexical[j] * scale_[j];
    for (std::size_t k = 0; k < positions_; ++k) {
      leave_[k] += before[k] * next_[k];
      ahead_[k] = next_[k] + null * ahead_[k];
    }
  }
  if (statistics == nullptr) return;
  for (std::size_t d = 0; d < kJumps; ++d) statistics->jumps[1][d] += crossing[d] * weights_[d];
  for (std::size_t j = grid.rows; j-- > 0;) {
    statistics->aligned += 1 - grid.null_posterior[j];
    statistics->log_likelihood -= std::log(scale_[j]);
  }
  statistics->words += static_cast<double>(grid.rows);
}

/// Adds how often each weight occurred in a normaliser, divided by the normaliser. Together with
/// the expected jumps this gives the gradient of the expected log-likelihood.
void Hmm::expose(Statistics& statistics) {
  for (std::size_t k = 0; k < positions_; ++k) {
    Jumps& exposure = statistics.exposure[k == 0 ? 0 : 1];
    const double share = leave_[k] / normalizer_[k];
    const std::size_t left = k == 0 ? 0 : k - 1, right = positions_ - 1 - k;
    if (k > 0) exposure[kWidth] += share;
    for (std::size_t d = 1; d <= std::min(left, kWidth); ++d) exposure[kWidth - d] += share;
    for (std::size_t d = 1; d <= std::min(right, kWidth); ++d) exposure[kWidth + d] += share;
    if (left > kWidth) exposure[0] += static_cast<double>(left - kWidth) * share;
    if (right > kWidth) exposure[kJumps - 1] += static_cast<double>(right - kWidth) * share;
  }
}

void Hmm::expect(const Parameters& parameters, Grid& grid, Statistics& statistics) {
  prepare(parameters, grid);
  forward(grid);
  backward(grid, &statistics);
  expose(statistics);
}

void Hmm::posteriors(const Parameters& parameters, Grid& grid) {
  prepare(parameters, grid);
  forward(grid);
  backward(grid, nullptr);
}

/// The most probable previous position, and the probability of coming from there.
std::pair<std::size_t, double> Hmm::best_origin(const double* before, std::size_t k) const {
  std::size_t from = 0;
  double best = before[0] * start_[k];
  for (std::size_t p = 1; p < positions_; ++p) {
    const std::size_t step = std::clamp(k + kWidth, p, p + kJumps - 1) - p;
    const double value = before[p] * share_[p] * weights_[step];
    if (value > best) best = value, from = p;
  }
  return {from, best};
}

void Hmm::viterbi(const Parameters& parameters, const Grid& grid, std::vector<std::int32_t>& best) {
  prepare(parameters, grid);
  // total_[j]: the best path of the rows up to j to each position, scaled so that the best is 1.
  total_.assign((grid.rows + 1) * positions_, 0.0);
  landed_.resize(blocks_);
  total_[0] = 1.0;
  for (std::size_t j = 0; j < grid.rows; ++j) {
    const double* before = total_.data() + j * positions_;
    double* after = total_.data() + (j + 1) * positions_;
    const double* lexical = grid.lexical.data() + j * grid.columns;
    fill_mass(before);
    correlate_max(mass_.data(), reversed_, landed_.data(), blocks_);
    const double* mass = mass_.data() + kWidth;
    double longest = 0;
    for (std::size_t k = kReach; k < positions_; ++k) {
      longest = std::max(longest, mass[k - kReach]);
      landed_[k] = std::max(landed_[k], longest * weights_[kJumps - 1]);
    }
    longest = 0;
    for (std::size_t k = positions_; k-- > kReach;) {
      longest = std::max(longest, mass[k]);
      landed_[k - kReach] = std::max(landed_[k - kReach], longest * weights_[0]);
    }
    const double null = null_ * grid.null_lexical[j];
    double highest = after[0] = before[0] * null;
    for (std::size_t k = 1; k < positions_; ++k) {
      const double landed = std::max(landed_[k], before[0] * start_[k]);
      after[k] = std::max(landed * lexical[k - 1], before[k] * null);
      highest = std::max(highest, after[k]);
    }
    const double scale = 1.0 / highest;
    for (std::size_t k = 0; k < positions_; ++k) after[k] *= scale;
  }
  const double* last = total_.data() + grid.rows * positions_;
  std::size_t k = static_cast<std::size_t>(std::max_element(last, last + positions_) - last);
  best.assign(grid.rows, kNull);
  for (std::size_t j = grid.rows; j-- > 0 && k > 0;) {
    const double* before = total_.data() + j * positions_;
    const auto [from, probability] = best_origin(before, k);
    const double lexical = grid.lexical[j * grid.columns + k - 1];
    if (probability * lexical <= before[k] * (null_ * grid.null_lexical[j])) continue;
    best[j] = static_cast<std::int32_t>(k) - 1;
    k = from;
  }
}

}  // namespace dragoman::align
