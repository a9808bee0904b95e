// Forward, backward and Viterbi passes of the HMM. A pass costs O(rows * columns * kJumps): jumps
// beyond kWidth all weigh the same, so that their sums (maxima) run along the positions.
#include <algorithm>
#include <cmath>

#include "align/grid.hpp"

namespace dragoman::align {
namespace {

/// The shortest jump that lies beyond a position's window.
constexpr std::size_t kReach = kWidth + 1;

}  // namespace

/// kernel_: the probability of each jump out of a position; only the jumps that stay within the
/// sentence count towards the normaliser (position 0, the start, cannot be entered).
void Hmm::prepare(const Parameters& parameters, const Grid& grid) {
  positions_ = grid.columns + 1;
  stride_ = positions_ + 2 * kWidth;
  null_ = parameters.null_probability;
  kernel_.resize(positions_ * kJumps);
  reversed_.assign((positions_ + 2 * kWidth) * kJumps, 0.0);
  normalizer_.resize(positions_);
  for (std::size_t k = 0; k < positions_; ++k) {
    const Jumps& weights = parameters.jumps[k == 0 ? 0 : grid.classes[k - 1]];
    const std::size_t left = k == 0 ? 0 : k - 1, right = positions_ - 1 - k;
    double sum = k == 0 ? 0 : weights[kWidth];
    for (std::size_t d = 1; d <= std::min(left, kWidth); ++d) sum += weights[kWidth - d];
    for (std::size_t d = 1; d <= std::min(right, kWidth); ++d) sum += weights[kWidth + d];
    if (left > kWidth) sum += static_cast<double>(left - kWidth) * weights[0];
    if (right > kWidth) sum += static_cast<double>(right - kWidth) * weights[kJumps - 1];
    normalizer_[k] = sum;
    const double share = (1 - null_) / sum;
    for (std::size_t d = 0; d < kJumps; ++d) {
      kernel_[k * kJumps + d] = weights[d] * share;
      // position k is reached from the landing place by the opposite jump
      reversed_[(k + d) * kJumps + (kJumps - 1 - d)] = weights[d] * share;
    }
  }
}

/// total_[j] holds, scaled to sum 1, the probability of the rows up to j and of standing at each
/// position.
void Hmm::forward(const Grid& grid) {
  total_.assign((grid.rows + 1) * stride_, 0.0);
  null_state_.assign((grid.rows + 1) * stride_, 0.0);
  scale_.resize(grid.rows);
  total_[kWidth] = 1.0;
  auto& reach = buffers_[0];
  for (std::size_t j = 0; j < grid.rows; ++j) {
    const double* before = total_.data() + j * stride_ + kWidth;
    double* after = total_.data() + (j + 1) * stride_ + kWidth;
    double* null_state = null_state_.data() + (j + 1) * stride_ + kWidth;
    reach.assign(stride_, 0.0);
    for (std::size_t k = 0; k < positions_; ++k) {
      const double mass = before[k];
      const double* kernel = kernel_.data() + k * kJumps;
      double* out = reach.data() + k;  // position k - kWidth, in an array with a margin
      for (std::size_t d = 0; d < kJumps; ++d) out[d] += mass * kernel[d];
    }
    double* landed = reach.data() + kWidth;
    double sum = 0;
    for (std::size_t k = kReach; k < positions_; ++k) {
      sum += before[k - kReach] * kernel_[(k - kReach) * kJumps + kJumps - 1];
      landed[k] += sum;
    }
    sum = 0;
    for (std::size_t k = positions_; k-- > kReach;) {
      sum += before[k] * kernel_[k * kJumps];
      landed[k - kReach] += sum;
    }
    const double null = null_ * grid.null_lexical[j];
    const double* lexical = grid.lexical.data() + j * grid.columns;
    null_state[0] = before[0] * null;
    after[0] = null_state[0];
    double total = after[0];
    for (std::size_t k = 1; k < positions_; ++k) {
      null_state[k] = before[k] * null;
      after[k] = landed[k] * lexical[k - 1] + null_state[k];
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

void Hmm::backward(Grid& grid, Statistics& statistics) {
  auto& ahead = buffers_[0];   // b: probability of the later rows from each position
  auto& weight = buffers_[1];  // v: of landing at a position with the next row
  auto& next = buffers_[2];
  auto& leave = buffers_[3];  // expected jumps out of each position
  ahead.assign(stride_, 0.0);
  std::fill(ahead.begin() + kWidth, ahead.begin() + kWidth + positions_, 1.0);
  crossing_.assign(positions_ * kJumps, 0.0);
  beyond_.assign(2 * positions_, 0.0);
  leave.assign(positions_, 0.0);
  for (std::size_t j = grid.rows; j-- > 0;) {
    const double* before = total_.data() + j * stride_ + kWidth;
    const double* after = total_.data() + (j + 1) * stride_ + kWidth;
    const double* null_state = null_state_.data() + (j + 1) * stride_ + kWidth;
    const double* lexical = grid.lexical.data() + j * grid.columns;
    double* posterior = grid.posterior.data() + j * grid.columns;
    const double* b = ahead.data() + kWidth;
    double null_posterior = null_state[0] * b[0];
    for (std::size_t k = 1; k < positions_; ++k) {
      posterior[k - 1] = (after[k] - null_state[k]) * b[k];
      null_posterior += null_state[k] * b[k];
    }
    grid.null_posterior[j] = null_posterior;
    statistics.aligned += 1 - null_posterior;
    statistics.log_likelihood -= std::log(scale_[j]);

    weight.assign(stride_, 0.0);
    double* v = weight.data() + kWidth;
    for (std::size_t k = 1; k < positions_; ++k) v[k] = lexical[k - 1] * b[k] * scale_[j];
    next.assign(stride_, 0.0);
    for (std::size_t k = 1; k < positions_; ++k) {
      const double mass = v[k];
      const double* kernel = reversed_.data() + (k + kWidth) * kJumps;
      double* out = next.data() + k;
      for (std::size_t d = 0; d < kJumps; ++d) out[d] += mass * kernel[d];
    }
    double* n = next.data() + kWidth;
    double sum = 0;
    for (std::size_t k = positions_; k-- > kReach;) {  // long jumps to the right
      sum += v[k];
      const std::size_t from = k - kReach;
      n[from] += sum * kernel_[from * kJumps + kJumps - 1];
      beyond_[positions_ + from] += before[from] * sum;
    }
    sum = 0;
    for (std::size_t k = kReach; k < positions_; ++k) {  // long jumps to the left
      sum += v[k - kReach];
      n[k] += sum * kernel_[k * kJumps];
      beyond_[k] += before[k] * sum;
    }
    for (std::size_t k = 0; k < positions_; ++k) {
      const double mass = before[k];
      leave[k] += mass * n[k];
      double* crossing = crossing_.data() + k * kJumps;
      const double* window = weight.data() + k;
      for (std::size_t d = 0; d < kJumps; ++d) crossing[d] += mass * window[d];
    }
    const double null = null_ * grid.null_lexical[j] * scale_[j];
    for (std::size_t k = 0; k < positions_; ++k) n[k] += null * b[k];
    std::swap(ahead, next);
  }
  statistics.words += static_cast<double>(grid.rows);
}

/// Adds the expected jumps of each class, and how often each weight entered a normaliser, divided
/// by it: the two halves of the gradient of the expected log-likelihood.
void Hmm::gather_jumps(const Parameters& parameters, const Grid& grid, Statistics& statistics) {
  if (statistics.jumps.size() < parameters.jumps.size()) {
    statistics.jumps.resize(parameters.jumps.size(), Jumps{});
    statistics.exposure.resize(parameters.jumps.size(), Jumps{});
  }
  const auto& leave = buffers_[3];
  for (std::size_t k = 0; k < positions_; ++k) {
    const std::size_t c = k == 0 ? 0 : grid.classes[k - 1];
    Jumps& jumps = statistics.jumps[c];
    Jumps& exposure = statistics.exposure[c];
    const double* kernel = kernel_.data() + k * kJumps;
    for (std::size_t d = 0; d < kJumps; ++d) {
      jumps[d] += crossing_[k * kJumps + d] * kernel[d];
    }
    jumps[0] += beyond_[k] * kernel[0];
    jumps[kJumps - 1] += beyond_[positions_ + k] * kernel[kJumps - 1];
    const double share = leave[k] / normalizer_[k];
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
  backward(grid, statistics);
  gather_jumps(parameters, grid, statistics);
}

void Hmm::viterbi(const Parameters& parameters, const Grid& grid, std::vector<std::int32_t>& best) {
  prepare(parameters, grid);
  // origin[j][k]: where the best path that stands at k after row j stood before; ~k for NULL.
  std::vector<std::int32_t> origin(grid.rows * positions_);
  std::vector<double> before(positions_, 0.0), after(positions_);
  before[0] = 1.0;
  for (std::size_t j = 0; j < grid.rows; ++j) {
    const double null = null_ * grid.null_lexical[j];
    // The best long jumps into each position, from the left and from the right.
    std::size_t from_left = 0;
    double left = -1;
    for (std::size_t k = 0; k < positions_; ++k) {
      after[k] = before[k] * null;
      std::int32_t& from = origin[j * positions_ + k];
      from = ~static_cast<std::int32_t>(k);
      if (k == 0) continue;
      const double lexical = grid.lexical[j * grid.columns + k - 1];
      if (k >= kReach) {
        const std::size_t p = k - kReach;
        const double value = before[p] * kernel_[p * kJumps + kJumps - 1];
        if (value > left) left = value, from_left = p;
        if (left * lexical > after[k]) {
          after[k] = left * lexical;
          from = static_cast<std::int32_t>(from_left);
        }
      }
      const std::size_t first = k > kWidth ? k - kWidth : 0;
      const std::size_t last = std::min(positions_ - 1, k + kWidth);
      for (std::size_t p = first; p <= last; ++p) {
        const double value = before[p] * kernel_[p * kJumps + (k + kWidth - p)] * lexical;
        if (value > after[k]) {
          after[k] = value;
          from = static_cast<std::int32_t>(p);
        }
      }
    }
    std::size_t from_right = 0;
    double right = -1;
    for (std::size_t p = positions_; p-- > kReach + 1;) {
      const std::size_t k = p - kReach;
      const double value = before[p] * kernel_[p * kJumps];
      if (value > right) right = value, from_right = p;
      const double lexical = grid.lexical[j * grid.columns + k - 1];
      if (right * lexical > after[k]) {
        after[k] = right * lexical;
        origin[j * positions_ + k] = static_cast<std::int32_t>(from_right);
      }
    }
    const double scale = 1.0 / *std::max_element(after.begin(), after.end());
    for (double& value : after) value *= scale;
    std::swap(before, after);
  }
  std::size_t k =
      static_cast<std::size_t>(std::max_element(before.begin(), before.end()) - before.begin());
  best.assign(grid.rows, kNull);
  for (std::size_t j = grid.rows; j-- > 0;) {
    const std::int32_t from = origin[j * positions_ + k];
    if (from < 0) continue;
    best[j] = static_cast<std::int32_t>(k) - 1;
    k = static_cast<std::size_t>(from);
  }
}

}  // namespace dragoman::align
