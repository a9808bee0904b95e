// Cohesion in decoders that join spans (charts, treelets): the counts of Coh1 to Coh5 and the hard
// constraint of the phrase decoder, on the phrases of a derivation in target order. So the same
// translation with the same phrases has the same counts in every decoder.
//
//   SequenceCohesion cohesion(model, settings);
//   cohesion.begin_sentence(heads, kinds, hard);
//   std::uint32_t a = cohesion.phrase(words);
//   const auto& joined = cohesion.join({a, b}, false);   // first a, then b
//   joined.sequence, joined.score, joined.allowed
//
// Sequences are numbered, and equal ones have one number: it is a state that recombination
// compares (phrase_sequence.hpp). What a join finds out is its score. A sequence that begins the
// translation is *closed*: nothing comes before it, and all of its steps are known.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "common/probing_table.hpp"
#include "search/shared/model_parts.hpp"
#include "search/shared/phrase_sequence.hpp"

namespace dragoman::search {

class SequenceCohesion {
 public:
  using Node = SourceTree::Node;

  /// Both must outlive it.
  SequenceCohesion(const ModelParts& model, const CohesionSettings& settings);

  /// Begins a sentence. Without a tree, or if there are too many words, nothing is counted. `hard`:
  /// whether the constraint holds.
  void begin_sentence(std::span<const std::int32_t> heads, std::span<const std::uint8_t> kinds,
                      bool hard);
  bool used() const { return used_; }
  bool hard() const { return used_ && hard_; }

  WordSet no_words() const { return WordSet(tree_.blocks()); }

  /// The sequence of one phrase that translates these words, which are not empty.
  std::uint32_t phrase(const WordSet& words);

  struct Joined {
    std::uint32_t sequence;
    bool allowed;  ///< by the hard constraint, as far as it is known
    float score;   ///< weighted
    std::size_t values;
  };
  /// Puts sequences one behind the other. `closed`: nothing comes before them.
  Joined join(std::span<const std::uint32_t> parts, bool closed);
  /// Adds the unweighted values to a feature row.
  void explain(const Joined& joined, float* row) const;

 private:
  /// What a join finds out of all its steps.
  struct Totals {
    std::uint32_t interruptions = 0, any_interruptions = 0, all_words = 0;
    CohesionCounts words = {};
  };
  /// Where a part stands in a join: its words, those before it, and all words of the join.
  struct Place {
    const WordSet &own, &before, &all;
    bool closed;
  };

  std::uint32_t number(PhraseSequence sequence);
  /// The first step of a part follows a phrase that ends below these nodes.
  void follow(PendingStep& step, std::span<const Node> ends) const;
  /// What is known of a step when more of what is around it is known.
  void advance(PendingStep& step, const Place& place, Totals& totals) const;
  /// Adds subtrees that hang on a node above the step's phrase.
  void add_outer_subtrees(PendingStep& step, const Place& place) const;
  void settle(PendingStep& step, CrossedSubtree& subtree, Totals& totals) const;
  /// Removes what nothing depends on; whether anything is left.
  bool simplify(PendingStep& step) const;
  /// With the hard constraint alone steps only forbid: each prohibition is kept once.
  void reduce(std::vector<PendingStep>& steps) const;
  /// Whether two phrases side by side both have words of two subtrees, and all that these have.
  bool torn(const PhraseSequence& before, const PhraseSequence& after) const;
  /// The nodes of a part's first or last phrase that are still of use when it is joined.
  std::vector<Node> kept_apart(const PhraseSequence& part, const WordSet& all, bool first) const;
  bool two_apart(std::span<const Node> nodes) const;
  std::vector<Node> lifted(std::span<const Node> ends, const WordSet& words) const;
  Node lift(Node node, const WordSet& words) const;
  bool all_in(Node node, const WordSet& words) const { return tree_.finished(node, words); }
  CohesionCounts count(Node node, const Place& place) const;

  const CohesionSettings& settings_;
  std::size_t place_;
  std::span<const double> weights_;
  bool ends_count_ = false;         ///< Coh1, Coh3, Coh5: subtrees in which the phrase before ends
  bool interruptions_ = false;      ///< Coh1
  bool words_ = false;              ///< Coh3, Coh5: their words
  bool any_interruptions_ = false;  ///< Coh2
  bool all_words_ = false;          ///< Coh4
  bool used_ = false, hard_ = false;
  SourceTree tree_;
  std::deque<PhraseSequence> sequences_;
  ProbingTable<std::uint32_t> numbers_;
  PendingStep step_;  ///< the one at hand
  std::vector<float> values_;
};

}  // namespace dragoman::search
