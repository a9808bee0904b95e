// The hypotheses that cover the same number of words: recombination, histogram and threshold
// pruning, as in Moses. Pruning is lazy: a stack is cut to its limit when it has twice as many.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "common/probing_table.hpp"
#include "search/phrase/hypothesis.hpp"

namespace dragoman::search::phrase {

/// A hypothesis' total and its place in a stack. Of equal totals the older hypothesis is first, so
/// that the result is deterministic.
struct Ranked {
  float total;
  std::uint32_t place;
  friend bool operator<(const Ranked& a, const Ranked& b) {
    return a.total != b.total ? a.total > b.total : a.place < b.place;
  }
};

template <typename Hypothesis>
class Stack {
 public:
  /// `limit` 0: no histogram pruning. `beam` (<= 0): how far below the best a total may lie.
  /// `arcs`: where hypotheses that lose in recombination are kept, or null.
  void reset(std::size_t limit, float beam, std::vector<Arc>* arcs) {
    limit_ = limit;
    beam_ = beam;
    arcs_ = arcs;
    best_ = worst_ = -std::numeric_limits<float>::infinity();
    hypotheses_.clear();
    places_.clear(places_.slots().size());
  }
  /// Gives back memory; the stack must be reset before it is used again.
  void release() {
    hypotheses_ = {};
    places_ = ProbingTable<std::uint32_t>();
    order_ = {};
  }

  void narrow(std::size_t limit) { limit_ = limit; }

  /// Hypotheses with a total below this are not taken.
  float worst() const { return worst_; }
  bool empty() const { return hypotheses_.empty(); }
  const std::vector<Hypothesis>& hypotheses() const { return hypotheses_; }

  /// Adds a hypothesis, or recombines it with one that has the same future.
  void add(const Hypothesis& fresh) {
    if (!(fresh.total >= worst_) || fresh.total == -std::numeric_limits<float>::infinity()) return;
    std::uint32_t& place = places_.insert(
        fresh.hash(), [&](std::uint32_t known) { return hypotheses_[known].same_future(fresh); },
        [&](std::uint32_t known) { return hypotheses_[known].hash(); });
    if (!is_free(place)) {
      recombine(hypotheses_[place], fresh);
      raise(hypotheses_[place].total);
      return;
    }
    place = static_cast<std::uint32_t>(hypotheses_.size());
    hypotheses_.push_back(fresh);
    raise(fresh.total);
    if (limit_ > 0 && hypotheses_.size() > 2 * limit_ - 1) prune();
  }

  /// Drops what lies below the threshold of the best, and cuts the stack to its limit. What is left
  /// does not depend on the order in which hypotheses came, unless totals are equal.
  void prune() {
    const float floor = best_ + beam_ - kSlack;
    const auto low = [&](const Hypothesis& h) { return h.total < floor; };
    const bool dropped = std::erase_if(hypotheses_, low) > 0;
    const bool full = limit_ > 0 && hypotheses_.size() > limit_;
    if (!dropped && !full) return;
    if (full) {
      order_.clear();
      for (std::uint32_t i = 0; i < hypotheses_.size(); ++i) {
        order_.push_back({hypotheses_[i].total, i});
      }
      std::nth_element(order_.begin(), order_.begin() + static_cast<long>(limit_) - 1,
                       order_.end());
      const Ranked last = order_[limit_ - 1];
      worst_ = last.total;
      std::size_t kept = 0;
      for (std::uint32_t i = 0; i < hypotheses_.size(); ++i) {
        const float total = hypotheses_[i].total;
        if (total < last.total || (total == last.total && i > last.place)) continue;
        if (kept != i) hypotheses_[kept] = hypotheses_[i];
        ++kept;
      }
      hypotheses_.resize(kept);
    }
    places_.clear(places_.slots().size());
    for (std::uint32_t i = 0; i < hypotheses_.size(); ++i) {
      places_.add_new(hypotheses_[i].hash(), i);
    }
  }

 private:
  void raise(float total) {
    if (total <= best_) return;
    best_ = total;
    worst_ = std::max(worst_, best_ + beam_ - kSlack);
  }

  void recombine(Hypothesis& known, const Hypothesis& fresh) {
    const bool better = fresh.total > known.total;
    const Hypothesis& loser = better ? known : fresh;
    std::uint32_t arcs = known.arcs;
    if (arcs_ != nullptr) {
      arcs = static_cast<std::uint32_t>(arcs_->size());
      arcs_->push_back({loser.previous, loser.option, loser.score, known.arcs});
    }
    if (better) known = fresh;
    known.arcs = arcs;
  }

  /// Hypotheses a little below the threshold are kept too. Moses keeps those that came before the
  /// best one. Here the best ones come early, and without this slack the stacks would be narrower
  /// than in Moses.
  static constexpr float kSlack = 1;

  std::size_t limit_ = 0;
  float beam_ = 0, best_ = 0, worst_ = 0;
  std::vector<Arc>* arcs_ = nullptr;
  std::vector<Hypothesis> hypotheses_;
  ProbingTable<std::uint32_t> places_;
  std::vector<Ranked> order_;
};

}  // namespace dragoman::search::phrase
