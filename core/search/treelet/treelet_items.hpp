// Items of the treelet decoder: sequences of adjacent target trees over a set of source words, and
// the edges by which they were made.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "common/probing_table.hpp"
#include "search/treelet/text_ends.hpp"
#include "search/treelet/tree_shapes.hpp"

namespace dragoman::search::treelet {

inline constexpr std::uint32_t kNoTreeletItem = 0xFFFFFFFF;
inline constexpr std::uint8_t kUnfinished = 0xFF;

struct PartialTree {
  std::uint32_t shape;
  std::uint64_t coverage;  ///< source words that it and its modifiers claim
  friend bool operator==(const PartialTree&, const PartialTree&) = default;
};

/// kDrop: source words without a translation are added to a phrase beside them.
enum class TreeletStep : std::uint8_t { kIntroduce, kAdjoin, kInside, kClose, kGoal, kDrop };

/// How an item was made. The two trees that were joined stood side by side; `head_left` says which
/// of them took the other one, at `site` (or a new copy above it).
struct TreeletEdge {
  TreeletStep step;
  bool head_left = false, regular = false;
  Site site = {0, 0, 0, false};
  std::uint8_t tree = 0;     ///< kInside: the left one of the two trees
  std::uint32_t option = 0;  ///< kIntroduce: number of the s-phrase; kDrop: of the option
  std::array<std::uint32_t, 2> tails = {kNoTreeletItem, kNoTreeletItem};
  float syntax = 0, dependency = 0;
  std::uint8_t broken = 0;   ///< pi-constituents that were closed and are not contiguous
  std::uint8_t crossed = 0;  ///< source subtrees that these cross
  std::uint8_t jump = 0;     ///< source words jumped over where two texts meet
  float score = 0;           ///< of the item if it is made this way
  std::uint32_t next = kNoTreeletItem;
};

struct TreeletItem {
  std::uint64_t bits = 0, unclaimed = 0;
  bool closed = false;     ///< one tree that takes no more modifiers
  std::uint32_t root = 0;  ///< of a closed item: number of its root
  /// Where the first phrase begins in the source and where the last one ends, as far as distortion
  /// counts; else 0.
  std::uint8_t begin = 0, end = 0;
  TextEnds ends;
  std::uint32_t held = 0;      ///< what its text holds of what is demanded (demands.hpp)
  std::uint32_t custom = 0;    ///< state of the features computed outside of the core
  std::uint32_t cohesion = 0;  ///< the sequence of its phrases (text_cohesion.hpp)
  float score = 0;
  float pending = 0;  ///< an estimate of what it will cost to attach its trees
  /// The tree that the last joining made. Joinings that have no tree in common could come in any
  /// order; they come from left to right, so that a derivation is made once. kUnfinished: words
  /// before the phrase must still be dropped.
  std::uint8_t joined = 0;
  std::uint32_t trees = 0;               ///< how many it has
  std::uint32_t first = 0;               ///< place of the first one among the trees of all items
  std::uint32_t edges = kNoTreeletItem;  ///< the best first
};

/// All items of a sentence; equal ones are one.
class TreeletItems {
 public:
  void clear();

  std::size_t size() const { return items_.size(); }
  const TreeletItem& operator[](std::uint32_t id) const { return items_[id]; }
  std::span<const PartialTree> trees(std::uint32_t id) const {
    return std::span(trees_).subspan(items_[id].first, items_[id].trees);
  }
  const TreeletEdge& edge(std::uint32_t id) const { return edges_[id]; }

  struct Added {
    std::uint32_t item;
    bool fresh;
  };
  /// Adds an item, or an edge to the item that is like it. `item` and `edge` have scores; the trees
  /// are not those of another item. A new item has this edge alone, even if `item` is a copy of one
  /// that has others.
  Added add(const TreeletItem& item, std::span<const PartialTree> trees, TreeletEdge edge);

 private:
  static std::uint64_t hash(const TreeletItem& item, std::span<const PartialTree> trees);
  bool same(std::uint32_t id, const TreeletItem& item, std::span<const PartialTree> trees) const;

  std::vector<TreeletItem> items_;
  std::vector<PartialTree> trees_;
  std::vector<TreeletEdge> edges_;
  ProbingTable<std::uint32_t> table_;
};

}  // namespace dragoman::search::treelet
