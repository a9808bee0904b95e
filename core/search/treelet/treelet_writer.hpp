// Turns what the treelet search found into the common forest.
//
// An s-phrase is an edge without tails. An adjunction is an edge with the rule kAdjunction: its
// tails are in target order and it translates nothing itself. Source words without a translation
// are an edge whose tail is the text beside them.
#pragma once

#include <unordered_map>
#include <vector>

#include "forest/writer.hpp"
#include "search/api/decoding.hpp"
#include "search/shared/rule_feature.hpp"
#include "search/treelet/treelet_search.hpp"

namespace dragoman::search::treelet {

class TreeletWriter {
 public:
  TreeletWriter(const TreeletModel& model, const ModelParts& parts, TreeletSearch& search,
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

 private:
  std::vector<std::uint32_t> order(std::uint32_t goal, bool all) const;
  void add_edge(forest::ForestWriter& writer, const TreeletEdge& edge);
  void add_phrase(forest::ForestWriter& writer, const TranslationOption& option);
  forest::TreeStep tree_step(const TreeletEdge& edge);
  /// The words of an s-phrase with their places in its treelets.
  forest::TargetTreelets treelets(const SPhraseOption& sphrase) const;

  const TreeletModel& model_;
  const ModelParts& parts_;
  TreeletSearch& search_;
  const TreeletItems& items_;
  const TranslationOptions& options_;
  const SPhraseOptions& sphrases_;
  const TreeShapes& shapes_;
  const RuleFeatures& rule_features_;
  std::vector<forest::NodeId> numbers_;
  std::vector<forest::TargetTreelets> phrases_;  ///< those of the forest at hand
  std::unordered_map<std::uint32_t, std::uint32_t> phrase_numbers_;
  std::vector<float> row_;
};

}  // namespace dragoman::search::treelet
