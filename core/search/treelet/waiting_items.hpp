// The beam of the treelet decoder (Carreras & Collins 2009, definition 4). Items of several trees
// have a narrower one: there are many of them, and few become a part of the best translation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/treelet/treelet_items.hpp"
#include "search/treelet/treelet_settings.hpp"

namespace dragoman::search {

/// The items with one number of covered words and one number of trees that wait to be expanded.
class WaitingItems {
 public:
  WaitingItems(const TreeletSettings& settings, std::size_t length, std::size_t trees);

  /// Whether the beam is full of better items, for every source word that the item covers.
  bool hopeless(std::uint64_t bits, float estimate) const;
  /// `future` is the estimate for the words that the item does not cover.
  void add(std::uint32_t item, std::uint64_t bits, float score, float future);
  /// The items that the beam keeps, the best first.
  std::vector<std::uint32_t> best(const TreeletItems& items, std::size_t beam) const;

 private:
  struct Waiting {
    std::uint32_t item;
    float future;
  };
  void keep(std::size_t heap, float estimate);

  const TreeletSettings& settings_;
  std::size_t length_;
  std::vector<Waiting> waiting_;
  std::size_t beam_;                      ///< narrower for items of several trees
  std::vector<std::vector<float>> best_;  ///< for each source word a heap, the worst on top
  std::vector<float> worst_;              ///< the worst of each heap that is full
};

}  // namespace dragoman::search
