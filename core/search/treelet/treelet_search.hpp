// The search of Carreras & Collins (2009, section 5.2) for one sentence of at most 64 words.
//
// Items are made by the number of source words that they cover: all pairs of smaller items that
// were kept are joined. Of those with the same number of words and of trees the beam keeps some
// (definition 4). Those with more trees come first: joining these makes items with fewer trees.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "search/shared/work_budget.hpp"
#include "search/treelet/attachments.hpp"
#include "search/treelet/group_pairs.hpp"
#include "search/treelet/subtree_crossings.hpp"

namespace dragoman::search::treelet {

class TreeletSearch {
 public:
  TreeletSearch(const TreeletModel& model, const ModelParts& parts, TreeShapes& shapes);

  /// The goal, or kNoTreeletItem. All arguments must outlive what is asked afterwards.
  std::uint32_t run(const TranslationOptions& options, const SPhraseOptions& sphrases,
                    const dragoman::treelet::SourceSentence& source, WorkBudget& budget);

  const TreeletItems& items() const { return items_; }
  const TreeletLanguage& language() const { return language_; }
  const SubtreeCrossings& crossings() const { return crossings_; }

 private:
  void introduce(std::uint32_t sphrase);
  /// Puts together all pairs of items that cover so many words.
  void join(std::size_t covered);
  void join(const GroupPair& pair);
  void join(const ItemGroup& before, const ItemGroup& after, ItemPlace& place);
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

  /// Whether a tree may be closed; counts in the edge what is wrong with its pi-constituent.
  bool closable(const PartialTree& tree, std::uint64_t unclaimed, TreeletEdge& edge);
  /// What that costs.
  float cost(const TreeletEdge& edge) const {
    return weights_.broken * edge.broken + crossings_.cost(edge.crossed);
  }
  /// Where items over so many words with so many trees wait.
  WaitingItems& queue(std::size_t covered, std::size_t trees);
  /// Adds what was made to its queue.
  void offer(TreeletItem& item, std::span<const PartialTree> trees, const TreeletEdge& edge,
             WaitingItems& queue, float future);

  const TreeletModel& model_;
  TreeletWeights weights_;
  float distortion_;  ///< weight of a word that is jumped over; 0 if jumps do not count
  TreeShapes& shapes_;
  TreeletItems items_;
  TreeletLanguage language_;
  Attachments attachments_;
  SubtreeCrossings crossings_;
  TreeletFuture future_;
  const TranslationOptions* options_ = nullptr;
  const SPhraseOptions* sphrases_ = nullptr;
  std::size_t length_ = 0, beam_ = 0;
  std::uint64_t work_ = 0;
  std::uint32_t goal_ = kNoTreeletItem;
  /// By the number of covered words and the number of trees.
  std::vector<std::vector<std::unique_ptr<WaitingItems>>> queues_;
  ItemGroups groups_;
  GroupPairs pairs_;
  TreeletItem made_;
  std::vector<PartialTree> row_;  ///< the trees of what is made
};

}  // namespace dragoman::search::treelet
