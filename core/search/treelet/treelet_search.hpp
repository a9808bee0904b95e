// The search of Carreras & Collins (2009, section 5.2) for one sentence of at most 64 words.
//
// Items are made by the number of source words that they cover: all pairs of smaller items that
// were kept are joined. Of those with the same number of words and of trees the beam keeps some
// (definition 4). Those with more trees come first: joining these makes items with fewer trees.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "search/api/decoding.hpp"
#include "search/shared/edge_features.hpp"
#include "search/shared/work_budget.hpp"
#include "search/treelet/asked_steps.hpp"
#include "search/treelet/attachments.hpp"
#include "search/treelet/demands.hpp"
#include "search/treelet/group_pairs.hpp"
#include "search/treelet/subtree_crossings.hpp"
#include "search/treelet/text_cohesion.hpp"

namespace dragoman::search::treelet {

class TreeletSearch {
 public:
  TreeletSearch(const TreeletModel& model, const ModelParts& parts, TreeShapes& shapes);

  /// Whether features computed outside of the core are asked; they are open while a sentence is
  /// searched and written.
  EdgeFeatures& custom() { return custom_; }
  /// The goal, or kNoTreeletItem. `hard`: only cohesive translations. All arguments must outlive
  /// what is asked afterwards.
  std::uint32_t run(const Sentence& sentence, const TranslationOptions& options,
                    const SPhraseOptions& sphrases, const dragoman::treelet::SourceSentence& source,
                    bool hard, WorkBudget& budget);
  /// If there is no goal and the text was given: the longest beginning of it that an item makes,
  /// and the most source words that do.
  Reached reached() const;

  const TreeletItems& items() const { return items_; }
  /// Adds what an edge adds to features that do not lie in its s-phrase to a feature row.
  void explain(const TreeletEdge& edge, float* row);

 private:
  void introduce(std::uint32_t sphrase);
  /// Makes the items in which source words without a translation stand with a phrase: those behind
  /// it, up to any place, and those before it, if there are only such words. So a derivation is
  /// made once.
  void drop_before(std::uint32_t item, std::size_t begin, std::size_t end);
  void drop_behind(std::uint32_t item, std::size_t end);
  std::uint32_t drop(std::uint32_t item, std::uint32_t option, bool unfinished);
  /// Puts together all pairs of items that cover so many words.
  void join(std::size_t covered);
  void join(const GroupPair& pair);
  void join(const ItemGroup& before, const ItemGroup& after, ItemPlace& place);
  /// Notes what will be asked of features outside of the core where these are joined.
  void expect(const ItemGroup& before, const ItemGroup& after, const ItemPlace& place);
  /// Makes groups of items that the beam has kept, and all that follows from one alone.
  void expand(std::span<const std::uint32_t> items, std::uint32_t trees);
  void expand(const ItemGroup& group);
  void join_inside(std::uint32_t item);
  /// The closed item of an item with one tree, or kNoTreeletItem; `fresh`: it is new.
  std::uint32_t close(std::uint32_t item, bool& fresh);
  /// Joins two items in this order on the target side.
  void adjoin(const ItemGroup::Member& left, const ItemGroup::Member& right, ItemPlace& place);
  /// Makes `made_` of two items side by side of which two trees, with this coverage, become one.
  void put_together(std::uint32_t left, std::uint32_t right, std::uint64_t coverage);
  void finish();
  void finish(std::uint32_t closed);

  /// Whether a tree may be closed; counts in the edge what is wrong with its pi-constituent.
  bool closable(const PartialTree& tree, std::uint64_t unclaimed, TreeletEdge& edge);
  /// What that costs.
  float cost(const TreeletEdge& edge) const {
    return weights_.broken * edge.broken + crossings_.cost(edge.crossed);
  }
  /// The question about an s-phrase.
  FeatureQuestion alone(std::uint32_t sphrase) const;
  /// The question about two items that stand side by side.
  FeatureQuestion meeting(std::uint32_t left, std::uint32_t right) const;
  /// The question about an item to which words without a translation are added.
  FeatureQuestion dropping(std::uint32_t item, std::uint32_t option) const;
  /// The question about an item that is the whole translation.
  FeatureQuestion whole(std::uint32_t item) const;
  /// Where items over so many words with so many trees wait that hold this.
  WaitingItems& queue(std::size_t covered, std::size_t trees, std::uint32_t held);
  /// Equal for items of which the beam keeps some alone.
  std::uint64_t variants_of(const TreeletItem& item, std::span<const PartialTree> trees);
  /// Adds what was made to its queue; returns the item, or kNoTreeletItem if it is hopeless.
  std::uint32_t offer(TreeletItem& item, std::span<const PartialTree> trees,
                      const TreeletEdge& edge, WaitingItems& queue, float future);

  const TreeletModel& model_;
  const ModelParts& parts_;
  TreeletSettings settings_;  ///< for the sentence at hand
  TreeletWeights weights_;
  float distortion_;  ///< weight of a word that is jumped over; 0 if jumps do not count
  TreeShapes& shapes_;
  TreeletItems items_;
  TreeletLanguage language_;
  Attachments attachments_;
  SubtreeCrossings crossings_;
  EdgeFeatures custom_;
  TextCohesion cohesion_;
  TreeletFuture future_;
  Demands demands_;
  const TranslationOptions* options_ = nullptr;
  const SPhraseOptions* sphrases_ = nullptr;
  std::size_t length_ = 0, beam_ = 0;
  std::uint64_t work_ = 0;
  std::uint32_t goal_ = kNoTreeletItem;
  /// By the number of covered words; then by the number of trees, the greatest first, and by the
  /// part of the given text.
  using Queues = std::map<std::pair<std::size_t, std::uint64_t>, WaitingItems,
                          std::greater<std::pair<std::size_t, std::uint64_t>>>;
  std::vector<Queues> queues_;
  ItemGroups groups_;
  GroupPairs pairs_;
  TreeletItem made_;
  std::vector<PartialTree> row_;  ///< the trees of what is made
};

}  // namespace dragoman::search::treelet
