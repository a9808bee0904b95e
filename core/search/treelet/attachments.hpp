// The ways in which one tree takes another as a modifier, and what the syntactic language model and
// the dependency model say of each (Carreras & Collins 2009, section 4).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/hash.hpp"
#include "common/probing_table.hpp"
#include "search/treelet/treelet_items.hpp"
#include "search/treelet/treelet_model.hpp"

namespace dragoman::search {

/// A way to join two trees.
struct Attachment {
  float total;  ///< weighted
  float syntax, dependency;
  std::uint32_t site;   ///< number among the sites of the head's shape on this side
  std::uint32_t shape;  ///< of the head afterwards
  bool regular;         ///< by regular adjunction: a new copy of the node
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
  void begin(const treelet::SourceSentence& source);
  /// The best ways for a tree of a shape to take another one on a side, which is known by the
  /// number of its root. They stay until the next call.
  std::span<const Attachment> of(std::uint32_t head, Side side, std::uint32_t modifier);

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
  template <typename Value>
  static Known<Value>& entry(ProbingTable<Known<Value>>& table, std::uint64_t key) {
    return table.insert(
        mix64(key), [&](const Known<Value>& other) { return other.key == key; },
        [](const Known<Value>& other) { return mix64(other.key); });
  }
  Range find(std::uint32_t head, Side side, std::uint32_t modifier);
  float dependency(std::uint32_t head, const Site& site, Side side, std::uint32_t modifier);

  const TreeletModel& model_;
  float syntax_weight_, dependency_weight_;
  TreeShapes& shapes_;
  const treelet::SourceSentence* source_ = nullptr;
  ProbingTable<Known<float>> dependencies_;  ///< by treelet, word, side and root
  ProbingTable<Known<Range>> ranges_;        ///< by shape, side and root
  std::vector<Attachment> known_, found_;
};

}  // namespace dragoman::search
