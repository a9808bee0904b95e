// Turns what the treelet search found into the common forest, and the best derivation into a target
// tree.
//
// An s-phrase is an edge without tails. An adjunction is an edge with the rule kAdjunction: its
// tails are in target order and it translates nothing itself.
#pragma once

#include <string>
#include <vector>

#include "forest/writer.hpp"
#include "search/api/decoding.hpp"
#include "search/shared/rule_feature.hpp"
#include "search/treelet/treelet_search.hpp"

namespace dragoman::search::treelet {

class TreeletWriter {
 public:
  TreeletWriter(const TreeletModel& model, const ModelParts& parts, const TreeletSearch& search,
                const TranslationOptions& options, const SPhraseOptions& sphrases,
                const TreeShapes& shapes, const RuleFeatures& rule_features)
      : model_(model),
        parts_(parts),
        search_(search),
        items_(search.items()),
        options_(options),
        sphrases_(sphrases),
        shapes_(shapes),
        rule_features_(rule_features) {}

  /// All that leads to the goal, or only the best derivation.
  forest::Forest write(std::uint32_t goal, bool all);
  /// The words of the best translation with their places in its tree.
  std::vector<TargetWord> analysis(std::uint32_t goal) const;

 private:
  /// The text of an item; roots and first words of its trees' treelets.
  struct Built {
    std::vector<TargetWord> words;
    struct Tree {
      std::size_t treelet, root;
    };
    std::vector<Tree> trees;
  };
  Built build(std::uint32_t item) const;
  Built introduced(const TreeletEdge& edge) const;
  static void attach(Built& built, std::size_t left, const TreeletEdge& edge);

  std::vector<std::uint32_t> order(std::uint32_t goal, bool all) const;
  void add_edge(forest::ForestWriter& writer, const TreeletEdge& edge);
  void add_phrase(forest::ForestWriter& writer, const SPhraseOption& sphrase);

  const TreeletModel& model_;
  const ModelParts& parts_;
  const TreeletSearch& search_;
  const TreeletItems& items_;
  const TranslationOptions& options_;
  const SPhraseOptions& sphrases_;
  const TreeShapes& shapes_;
  const RuleFeatures& rule_features_;
  std::vector<forest::NodeId> numbers_;
  std::vector<float> row_;
};

}  // namespace dragoman::search::treelet
