// The beam of the treelet decoder (Carreras & Collins 2009, definition 4). Items with the same
// number of trees have one. Two settings depart from the paper. With `narrow_rows` the beam of
// items of several trees is narrower: there are many of them, and few become a part of the best
// translation. With `variants` only some of the items are kept that differ in their trees alone: a
// text has many trees, which would crowd out all other texts where the weights of treelets are
// small.
//
// Where the text is given, whether there is a derivation must not depend on what was dropped. Then
// the beam keeps N of the items that can be joined with the same others, and there is no other one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/treelet/treelet_items.hpp"
#include "search/treelet/treelet_settings.hpp"

namespace dragoman::search::treelet {

/// The items with one number of covered words and one number of trees that wait to be expanded.
class WaitingItems {
 public:
  /// `forced`: the text is given.
  WaitingItems(const TreeletSettings& settings, std::size_t length, std::size_t trees, bool forced);

  /// Items over these source words with a lower estimate are hopeless: for every one of the words
  /// the beam is full of better items.
  float bound(std::uint64_t bits) const;
  bool hopeless(std::uint64_t bits, float estimate) const { return estimate < bound(bits); }
  /// `text` is equal for items that differ in their trees alone, or, where it is given, for items
  /// that can be joined with the same others; `future` is the estimate for the
  /// words that the item does not cover.
  void add(std::uint32_t item, std::uint64_t bits, std::uint64_t text, float score, float future);
  /// The items that a beam of this width keeps, the best first; 0: all.
  std::vector<std::uint32_t> best(const TreeletItems& items, std::size_t beam) const;

 private:
  struct Waiting {
    std::uint32_t item;
    std::uint64_t text;
    float future;
  };
  /// An item in a heap.
  struct Text {
    float estimate;
    std::uint64_t text;
    friend bool operator>(const Text& a, const Text& b) { return a.estimate > b.estimate; }
  };
  void keep(std::size_t heap, std::uint64_t text, float estimate);

  const TreeletSettings& settings_;
  std::size_t length_;
  bool forced_;
  std::vector<Waiting> waiting_;
  std::size_t beam_;                     ///< narrower for items of several trees; 0: no limit
  std::vector<std::vector<Text>> best_;  ///< for each source word a heap, the worst on top
  std::vector<float> worst_;             ///< the worst of each heap that is full
};

}  // namespace dragoman::search::treelet
