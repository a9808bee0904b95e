// Ways to join two target trees, with their scores, remembered: the same trees meet again and
// again.
//
// The parts of a score are remembered too. What it takes to come to a site depends on the head's
// shape and on the label of the modifier; making the modifier depends on two words; the dependency
// model sees two words and their sources.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/hash.hpp"
#include "common/probing_table.hpp"
#include "search/treelet/tree_shapes.hpp"
#include "search/treelet/treelet_model.hpp"

namespace dragoman::search::treelet {

/// A way to join two trees.
struct Attachment {
  float total;  ///< weighted
  float syntax, dependency;
  std::uint32_t site;  ///< number among the sites of the head's shape on this side
  bool regular;        ///< by regular adjunction: a new copy of the node
};

class Attachments {
 public:
  Attachments(const TreeletModel& model, float syntax_weight, float dependency_weight,
              TreeShapes& shapes)
      : model_(model),
        syntax_weight_(syntax_weight),
        dependency_weight_(dependency_weight),
        shapes_(shapes) {}

  /// Begins with another sentence, which must stay until the next one.
  void begin(const dragoman::treelet::SourceSentence& source);
  /// The best ways for a tree of a shape to take another one on a side, which is known by the
  /// number of its root. They stay until the next call.
  std::span<const Attachment> of(std::uint32_t head, Side side, std::uint32_t modifier);
  /// The shape of the head after that.
  std::uint32_t shape(std::uint32_t head, Side side, const Attachment& way, std::uint32_t modifier);

 private:
  struct Range {
    std::uint32_t begin = 0, end = 0;
  };
  template <typename Value>
  struct Known {
    std::uint64_t key = kNoKey;
    Value value = {};
    bool free() const { return key == kNoKey; }
  };
  static constexpr std::uint64_t kNoKey = ~std::uint64_t{0};
  /// What is known under a key; `find` finds it the first time.
  template <typename Value, typename Find>
  static Value& look_up(ProbingTable<Known<Value>>& table, std::uint64_t key, Find&& find) {
    Known<Value>& known = table.insert(
        mix64(key), [&](const Known<Value>& other) { return other.key == key; },
        [](const Known<Value>& other) { return mix64(other.key); });
    if (known.free()) known = {key, find()};
    return known.value;
  }
  Range find(std::uint32_t head, Side side, std::uint32_t modifier);
  const TreeShapes::Approach& approach(std::uint32_t head, Side side, std::uint32_t site,
                                       bool regular, std::uint32_t modifier);
  double made(std::uint32_t head_word, Side side, const dragoman::treelet::SideState& state,
              std::uint32_t modifier);
  float dependency(std::uint32_t head_word, Side side, std::uint32_t modifier);

  const TreeletModel& model_;
  float syntax_weight_, dependency_weight_;
  TreeShapes& shapes_;
  const dragoman::treelet::SourceSentence* source_ = nullptr;
  ProbingTable<Known<Range>> ranges_;                     ///< by shape, side and root
  ProbingTable<Known<std::uint32_t>> shapes_after_;       ///< by shape, side, site, kind and label
  ProbingTable<Known<TreeShapes::Approach>> approaches_;  ///< by the hash of what they depend on
  ProbingTable<Known<double>> made_;         ///< by the hash of two lexemes and a state
  ProbingTable<Known<float>> dependencies_;  ///< by two words and the side
  std::vector<Attachment> known_, found_;
};

}  // namespace dragoman::search::treelet
