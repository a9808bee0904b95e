// Keeps the search of a sentence within its bounds: it narrows the rest of the search if needed.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace dragoman::search {

class WorkBudget {
 public:
  /// Expansions and seconds that a sentence may take; 0: any number.
  WorkBudget(std::uint64_t max_work, double max_seconds)
      : max_work_(max_work), max_seconds_(max_seconds), start_(Clock::now()) {}

  /// Counts work done: expansions, and the units (hypotheses or pops) that caused them.
  void spend(std::uint64_t expansions, std::uint64_t units) {
    work_ += expansions;
    units_ += units;
  }

  /// How many of `wanted` units the next of `stages` equal stages may have; never less than
  /// `least`.
  std::size_t allow(std::size_t wanted, std::size_t stages, std::size_t least = 10) {
    if (units_ == 0) return wanted;
    double share = static_cast<double>(wanted);
    const auto limit = [&](double bound, double used) {
      const double left = std::max(0.0, bound - used) / static_cast<double>(stages);
      share = std::min(share, left * static_cast<double>(units_) / std::max(used, 1e-9));
    };
    if (max_work_ > 0) limit(static_cast<double>(max_work_), static_cast<double>(work_));
    if (max_seconds_ > 0) {
      limit(max_seconds_, std::chrono::duration<double>(Clock::now() - start_).count());
    }
    const auto allowed = std::max(static_cast<std::size_t>(share), least);
    if (allowed >= wanted) return wanted;
    narrowed_ = true;
    return allowed;
  }

  bool narrowed() const { return narrowed_; }
  std::uint64_t work() const { return work_; }

 private:
  using Clock = std::chrono::steady_clock;
  std::uint64_t max_work_;
  double max_seconds_;
  Clock::time_point start_;
  std::uint64_t work_ = 0, units_ = 0;
  bool narrowed_ = false;
};

}  // namespace dragoman::search
