// The search of Carreras & Collins (2009, section 5.2) for one sentence of at most 64 words.
//
// Items are taken by the number of source words that they cover, those with more trees first, so
// that whatever is made of an item comes later. Of those with the same numbers the beam keeps some
// (definition 4). Each that is kept is joined with all that were kept before and cover other words.
#pragma once

#include <array>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "search/shared/effort.hpp"
#include "search/shared/future_costs.hpp"
#include "search/treelet/sphrase_options.hpp"
#include "search/treelet/treelet_items.hpp"

namespace dragoman::search {

class TreeletSearch {
 public:
  TreeletSearch(const TreeletModel& model, const ModelParts& parts, TreeShapes& shapes);

  /// The goal, or kNoTreeletItem. All arguments must outlive what is asked afterwards.
  std::uint32_t run(const TranslationOptions& options, const SPhraseOptions& sphrases,
                    const FutureCosts& future, const treelet::SourceSentence& source,
                    Effort& effort);

  const TreeletItems& items() const { return items_; }
  /// What each language model adds where the texts of items meet, as natural logarithms; `edge` is
  /// not kClose.
  void explain_language(const TreeletEdge& edge, float* scores) const;

 private:
  /// Items by the source words that they cover.
  class Kept {
   public:
    void add(std::uint64_t bits, std::uint32_t item);
    void clear() { groups_.clear(), numbers_.clear(); }
    template <typename Visit>
    void for_each_disjoint(std::uint64_t bits, Visit&& visit) const {
      for (const auto& [covered, items] : groups_) {
        if ((covered & bits) != 0) continue;
        for (const std::uint32_t item : items) visit(item);
      }
    }

   private:
    std::vector<std::pair<std::uint64_t, std::vector<std::uint32_t>>> groups_;
    std::unordered_map<std::uint64_t, std::size_t> numbers_;
  };
  /// The items with one number of covered words and one of trees that wait.
  struct Queue {
    std::vector<std::uint32_t> items;
    std::vector<std::vector<float>> best;  ///< for each source word a heap, the worst on top
  };
  /// A way to join two trees.
  struct Way {
    float total, syntax, dependency;
    std::uint32_t site, shape;
    bool regular;
  };
  using States = std::vector<lm::ChartState>;

  void introduce(std::uint32_t sphrase);
  void process(Queue& queue, std::size_t beam);
  std::vector<std::uint32_t> chosen(const Queue& queue, std::size_t beam) const;
  void expand(std::uint32_t item);
  void join_inside(std::uint32_t item);
  /// The closed item of an item with one tree, or kNoTreeletItem; `fresh`: it is new.
  std::uint32_t close(std::uint32_t item, bool& fresh);
  /// Joins two items in this order on the target side.
  void adjoin(std::uint32_t left, std::uint32_t right);
  void finish();

  /// Whether a tree may be closed; counts it where it costs.
  bool closable(const PartialTree& tree, std::uint64_t unclaimed, std::uint8_t& broken) const;
  ClosedRoot root_of(const PartialTree& tree) const;
  /// The best ways for a tree to take another one on a side.
  const std::vector<Way>& ways(const PartialTree& head, Side side, const ClosedRoot& modifier);
  float dependency(const PartialTree& head, const Site& site, Side side,
                   const ClosedRoot& modifier);
  /// Language models where two texts meet, weighted; fills states_.
  float language(std::uint32_t left, std::uint32_t right);
  float future_of(std::uint64_t bits);
  /// Adds what was made to its queue unless the beam cannot keep it.
  void offer(const TreeletItem& item, const States& states, const TreeletEdge& edge);
  bool hopeless(Queue& queue, std::uint64_t bits, float estimate) const;

  const TreeletModel& model_;
  const ModelParts& parts_;
  TreeShapes& shapes_;
  TreeletItems items_;
  std::vector<float> lm_weights_;
  std::array<float, 4> weights_;
  const TranslationOptions* options_ = nullptr;
  const SPhraseOptions* sphrases_ = nullptr;
  const FutureCosts* future_ = nullptr;
  const treelet::SourceSentence* source_ = nullptr;
  std::size_t length_ = 0, beam_ = 0;
  std::uint64_t work_ = 0;
  std::uint32_t goal_ = kNoTreeletItem;
  std::vector<std::map<std::size_t, Queue, std::greater<>>> queues_;
  Kept heads_, closed_, rows_;  ///< open trees, closed trees, several trees
  std::unordered_map<std::uint64_t, float> futures_, dependencies_;
  std::vector<Way> ways_;
  States states_;
};

}  // namespace dragoman::search
