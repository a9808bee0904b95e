#include "search/treelet/waiting_items.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <utility>

namespace dragoman::search {

namespace {

/// By how much the beam for items of so many trees is narrower than that for one tree.
constexpr std::size_t share(std::size_t trees) { return 3 * trees - 2; }

}  // namespace

WaitingItems::WaitingItems(const TreeletSettings& settings, std::size_t length, std::size_t trees)
    : settings_(settings),
      length_(length),
      beam_(settings.beam == 0 ? 0 : std::max<std::size_t>(settings.beam / share(trees), 1)),
      best_(settings.beam_kind == TreeletBeam::kNaive ? 1 : length),
      worst_(best_.size(), -std::numeric_limits<float>::infinity()) {}

bool WaitingItems::hopeless(std::uint64_t bits, float estimate) const {
  if (settings_.beam_kind == TreeletBeam::kNaive) return estimate < worst_.front();
  for (; bits != 0; bits &= bits - 1) {
    if (estimate >= worst_[static_cast<std::size_t>(std::countr_zero(bits))]) return false;
  }
  return true;
}

void WaitingItems::keep(std::size_t number, float estimate) {
  std::vector<float>& heap = best_[number];
  heap.push_back(estimate);
  std::push_heap(heap.begin(), heap.end(), std::greater<>());
  if (heap.size() > beam_) {
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    heap.pop_back();
  }
  if (heap.size() == beam_) worst_[number] = heap.front();
}

void WaitingItems::add(std::uint32_t item, std::uint64_t bits, float score, float future) {
  waiting_.push_back({item, future});
  if (beam_ == 0) return;
  if (settings_.beam_kind == TreeletBeam::kNaive) {
    keep(0, score + future);
    return;
  }
  for (; bits != 0; bits &= bits - 1) {
    keep(static_cast<std::size_t>(std::countr_zero(bits)), score + future);
  }
}

std::vector<std::uint32_t> WaitingItems::best(const TreeletItems& items, std::size_t beam) const {
  beam = std::min(beam, beam_);  // both are 0 if there is no limit
  // An item's score may have risen since it was added.
  std::vector<std::pair<float, std::uint32_t>> order;
  for (const auto& [item, future] : waiting_) order.emplace_back(items[item].score + future, item);
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<std::size_t> counts(length_, 0);
  std::vector<std::uint32_t> result;
  for (const auto& [estimate, item] : order) {
    bool kept = beam == 0;
    if (settings_.beam_kind == TreeletBeam::kNaive) {
      kept = kept || result.size() < beam;
    } else {
      for (std::size_t j = 0; j < length_; ++j) {
        if ((items[item].bits >> j & 1) != 0) kept = counts[j]++ < beam || kept;
      }
    }
    if (kept) result.push_back(item);
  }
  return result;
}

}  // namespace dragoman::search
