#include "search/treelet/waiting_items.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <unordered_map>
#include <utility>

namespace dragoman::search::treelet {

namespace {

/// By how much the beam for items of so many trees is narrower than that for one tree.
constexpr std::size_t share(std::size_t trees) { return 3 * trees - 2; }

}  // namespace

WaitingItems::WaitingItems(const TreeletSettings& settings, std::size_t length, std::size_t trees,
                           bool forced)
    : settings_(settings),
      length_(length),
      forced_(forced),
      beam_(forced ? 0
            : settings.beam == 0 || !settings.narrow_rows
                ? settings.beam
                : std::max<std::size_t>(settings.beam / share(trees), 1)),
      best_(settings.beam_kind == TreeletBeam::kNaive ? 1 : length),
      worst_(best_.size(), -std::numeric_limits<float>::infinity()) {}

float WaitingItems::bound(std::uint64_t bits) const {
  if (settings_.beam_kind == TreeletBeam::kNaive) return worst_.front();
  float least = std::numeric_limits<float>::infinity();
  for (; bits != 0; bits &= bits - 1) {
    least = std::min(least, worst_[static_cast<std::size_t>(std::countr_zero(bits))]);
  }
  return least;
}

void WaitingItems::keep(std::size_t number, std::uint64_t text, float estimate) {
  if (estimate <= worst_[number]) return;
  std::vector<Text>& heap = best_[number];
  if (settings_.variants > 0) {
    std::size_t alike = 0;
    Text* worst = nullptr;
    for (Text& other : heap) {
      if (other.text != text) continue;
      ++alike;
      if (worst == nullptr || other.estimate < worst->estimate) worst = &other;
    }
    if (alike >= settings_.variants) {
      if (estimate <= worst->estimate) return;
      *worst = heap.back();
      heap.pop_back();
      std::make_heap(heap.begin(), heap.end(), std::greater<>());
    }
  }
  heap.push_back({estimate, text});
  std::push_heap(heap.begin(), heap.end(), std::greater<>());
  if (heap.size() > beam_) {
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    heap.pop_back();
  }
  if (heap.size() == beam_) worst_[number] = heap.front().estimate;
}

void WaitingItems::add(std::uint32_t item, std::uint64_t bits, std::uint64_t text, float score,
                       float future) {
  waiting_.push_back({item, text, future});
  if (beam_ == 0) return;
  if (settings_.beam_kind == TreeletBeam::kNaive) {
    keep(0, text, score + future);
    return;
  }
  for (; bits != 0; bits &= bits - 1) {
    keep(static_cast<std::size_t>(std::countr_zero(bits)), text, score + future);
  }
}

std::vector<std::uint32_t> WaitingItems::best(const TreeletItems& items, std::size_t width) const {
  const std::size_t beam = std::min(width, beam_);
  const std::size_t alike = forced_ ? width : beam > 0 ? settings_.variants : 0;
  // An item's score may have risen since it was added.
  struct Place {
    float estimate;
    std::uint32_t item;
    std::uint64_t text;
  };
  std::vector<Place> order;
  for (const auto& [item, text, future] : waiting_) {
    order.push_back({items[item].score + future, item, text});
  }
  std::sort(order.begin(), order.end(), [](const Place& a, const Place& b) {
    return a.estimate != b.estimate ? a.estimate > b.estimate : a.item < b.item;
  });
  std::vector<std::size_t> counts(length_, 0);
  std::unordered_map<std::uint64_t, std::size_t> variants;
  std::vector<std::uint32_t> result;
  for (const auto& [estimate, item, text] : order) {
    if (alike > 0 && variants[text] >= alike) continue;
    bool kept = beam == 0;
    if (settings_.beam_kind == TreeletBeam::kNaive) {
      kept = kept || result.size() < beam;
    } else {
      for (std::uint64_t bits = items[item].bits; bits != 0; bits &= bits - 1) {
        kept = counts[static_cast<std::size_t>(std::countr_zero(bits))]++ < beam || kept;
      }
    }
    if (!kept) continue;
    result.push_back(item);
    ++variants[text];
  }
  return result;
}

}  // namespace dragoman::search::treelet
