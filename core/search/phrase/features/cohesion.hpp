// Syntactic cohesion as features of the search and as a constraint on it (Cherry 2008; Bach, Vogel
// & Cherry 2009). The definitions, in plain Python, are in src/dragoman/cohesion/definition.py.
//
// Features are penalties: the value is minus the count, so that a positive weight disfavours
// interruptions.
//
// State. Coh2 and Coh4 look at the words covered before a step, at the step's own words and at the
// words still uncovered after it. The coverage and the option determine all of this, and
// recombination compares coverages anyway. So they need no state. Coh1, Coh3 and Coh5 start from
// the two ends of the last phrase. For an end e the state keeps u(e), its lowest ancestor-or-self
// with uncovered words:
//   - a subtree at or above e but below u(e) is finished: it has nothing to count, now or later;
//   - the climb from e to the highest node that lacks the next phrase either ends below u(e), where
//     it counts nothing, or passes u(e), and is then the climb from u(e).
// If u(e) dominates u(e') then u(e) is dropped: where the climb from u(e) finds a node, the climb
// from u(e') passes u(e) and finds the same node, and each uncovered word counts once. A node that
// dominates the whole sentence lacks nothing and is dropped too. So the state is exact, equal for
// all hypotheses with the same future, and State{} at the end of the sentence.
//
// The hard constraint looks at the coverage and the option only, and needs no state either.
//
// For a phrase with source gaps, the ends are those of all its pieces. They need no state: in a
// search with gaps, hypotheses are recombined only if such a last phrase has the same words
// (TranslationOption::identity).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "common/bits.hpp"
#include "search/phrase/features/feature.hpp"
#include "search/phrase/features/reordering_limits.hpp"
#include "search/shared/cohesion_settings.hpp"
#include "search/shared/model_parts.hpp"
#include "search/shared/source_tree.hpp"

namespace dragoman::search::phrase {

class Cohesion : public FeatureDefaults {
 public:
  using Node = SourceTree::Node;
  static constexpr Node kNoNode = SourceTree::kNoNode;

  /// The unfinished subtrees in which the last phrase ends, the smaller number first.
  struct State {
    Node first = kNoNode, second = kNoNode;
    std::uint32_t bits() const { return std::bit_cast<std::uint32_t>(*this); }
    friend bool operator==(const State& a, const State& b) { return a.bits() == b.bits(); }
    std::uint64_t hash() const { return std::uint64_t{bits()} << 16; }
  };

  /// `hard`: whether allows() checks the constraint.
  Cohesion(const SourceTree& tree, const CohesionSettings& settings, const ModelParts& model,
           bool hard);

  State begin() const { return {}; }

  /// The most that a step can score: more than 0 only if a weight rewards interruptions.
  float most() const { return most_; }

  /// The hard constraint: see legal().
  template <typename C>
  bool allows(const C& before, std::size_t begin, std::size_t end,
              const ReorderingLimits& limits) const {
    return allows(before, Shape{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
                  limits);
  }
  template <typename C>
  bool allows(const C& before, const Shape& shape, const ReorderingLimits& limits) const {
    return !hard_ || legal(WordSet(tree_.blocks(), before), shape, limits);
  }

  /// All steps that translate one span after one coverage. They lead to the same state, and their
  /// score depends on the previous state, not on the option.
  class SpanSteps {
   public:
    template <typename C>
    SpanSteps(const Cohesion& cohesion, const C& before, std::size_t begin, std::size_t end)
        : cohesion_(cohesion),
          after_(cohesion.tree_.blocks(), before),
          begin_(static_cast<Node>(begin)),
          end_(static_cast<Node>(end)) {
      const Node over = cohesion.tree_.lowest_over(begin, end);
      climbs_ = cohesion.tree_.climbs(over);
      after_.add(begin, end);
      if (cohesion.exhaustive_) {
        const WordSet words(cohesion.tree_.blocks(), before);
        fixed_ -= cohesion.exhaustive_cost(cohesion.count_all(over, words, after_));
      }
      score_ = fixed_;
    }
    float score(const State& in) {
      if (in != last_) {  // consecutive hypotheses often have the same state
        last_ = in;
        score_ = fixed_ - local_cost(in);
      }
      return score_;
    }
    /// The state after these steps. It is computed late, because few spans have a step that is good
    /// enough to need it.
    const State& state() {
      if (!focused_ && cohesion_.local_) out_ = cohesion_.focus(begin_, end_, after_);
      focused_ = true;
      return out_;
    }

   private:
    float local_cost(const State& in) const {
      if (in.first == kNoNode) return 0;
      const Node first = climbs_[in.first];
      const Node second = in.second == kNoNode ? kNoNode : climbs_[in.second];
      if (first == kNoNode && second == kNoNode) return 0;
      return cohesion_.cost_of(first, second, after_);
    }

    const Cohesion& cohesion_;
    WordSet after_;
    const Node* climbs_;
    Node begin_, end_;
    State out_;
    bool focused_ = false;
    float fixed_ = 0;
    State last_;  ///< the state that score_ belongs to
    float score_;
  };
  static constexpr bool kBySpan = true;

  template <typename C>
  float extend(const State& in, const Step<C>& step, State& out) const {
    if (step.shape.has_gaps() || step.last_shape.has_gaps()) {
      const WordSet before(tree_.blocks(), step.before);
      const WordSet after = with(before, step.shape);
      const Node over = lowest_over(step.shape);
      const auto [local, all] = count_both(in, step.last_shape, over, before, after);
      out = step.shape.has_gaps() || !local_ ? State{}
                                             : focus(step.shape.begin, step.shape.end, after);
      return (local.words == 0 ? 0 : -cost(local)) - exhaustive_cost(all);
    }
    SpanSteps steps(*this, step.before, step.option.begin, step.option.end);
    out = steps.state();
    return steps.score(in);
  }

  template <typename C>
  void explain(const State& in, const Step<C>& step, float* row) const {
    const WordSet before(tree_.blocks(), step.before);
    const Shape shape =
        step.shape.has_gaps() ? step.shape : Shape{step.option.begin, step.option.end};
    const WordSet after = with(before, shape);
    const auto [local, all] = count_both(in, step.last_shape, lowest_over(shape), before, after);
    fill(local, all, row + place_);
  }

 private:
  /// Coh1, Coh3, Coh5: from the ends of the last phrase.
  CohesionCounts count(const State& in, Node over, const WordSet& after) const {
    return count(in.first == kNoNode ? kNoNode : tree_.climb(in.first, over),
                 in.second == kNoNode ? kNoNode : tree_.climb(in.second, over), after);
  }
  /// The same, for the highest nodes that lack the phrase. The two nodes are equal or have no words
  /// in common.
  CohesionCounts count(Node first, Node second, const WordSet& after) const {
    CohesionCounts counts;
    if (first != kNoNode) add(first, after, counts);
    if (second != kNoNode && second != first) add(second, after, counts);
    return counts;
  }
  float cost_of(Node first, Node second, const WordSet& after) const {
    if (!counts_) {  // Coh1 needs no number of words
      const auto open = [&](Node node) { return node != kNoNode && !tree_.finished(node, after); };
      return open(first) || open(second) ? interruption_ : 0;
    }
    const CohesionCounts counts = count(first, second, after);
    return counts.words == 0 ? 0 : cost(counts);
  }
  /// Coh2, Coh4: from all covered words, that is, over all highest nodes that lack the phrase.
  CohesionCounts count_all(Node over, const WordSet& before, const WordSet& after) const;
  /// Both counts. If the last phrase has gaps, `last` has its words.
  std::pair<CohesionCounts, CohesionCounts> count_both(const State& in, const Shape& last,
                                                       Node over, const WordSet& before,
                                                       const WordSet& after) const;
  static WordSet with(WordSet words, const Shape& shape) {
    shape.for_each_piece([&](std::size_t begin, std::size_t end) { words.add(begin, end); });
    return words;
  }
  /// The lowest node whose subtree has all words of a shape.
  Node lowest_over(const Shape& shape) const;
  void add(Node node, const WordSet& after, CohesionCounts& counts) const {
    const std::uint64_t* bits = tree_.subtree(node);
    for (std::size_t i = 0; i < tree_.blocks(); ++i) {
      const std::uint64_t open = bits[i] & ~after[i];
      if (open == 0) continue;
      counts.words += static_cast<std::uint32_t>(count_bits(open));
      counts.verbs += static_cast<std::uint32_t>(count_bits(open & tree_.verbs()[i]));
      counts.nouns += static_cast<std::uint32_t>(count_bits(open & tree_.nouns()[i]));
    }
  }
  float cost(const CohesionCounts& counts) const {
    return interruption_ + words_ * static_cast<float>(counts.words) +
           verbs_ * static_cast<float>(counts.verbs) + nouns_ * static_cast<float>(counts.nouns);
  }
  float exhaustive_cost(const CohesionCounts& counts) const {
    return counts.words == 0 ? 0
                             : any_interruption_ + all_words_ * static_cast<float>(counts.words);
  }
  /// The state after a phrase.
  State focus(std::size_t begin, std::size_t end, const WordSet& after) const {
    Node left = tree_.lowest_unfinished(static_cast<Node>(begin), after);
    Node right =
        end - begin == 1 ? left : tree_.lowest_unfinished(static_cast<Node>(end - 1), after);
    if (left != right) {
      if (tree_.dominates(left, right)) {
        left = right;
      } else if (tree_.dominates(right, left)) {
        right = left;
      }
    }
    // Two different nodes are two branches, and neither has the whole sentence.
    if (left == right) {
      return {tree_.is_whole(left) ? kNoNode : left, kNoNode};
    }
    return {std::min(left, right), std::max(left, right)};
  }
  /// Whether translating some words next keeps every finished translation cohesive (section 2).
  bool legal(const WordSet& before, const Shape& shape, const ReorderingLimits& limits) const;
  /// Footnote 4: whether the open subtrees can be finished under the distortion limit and the
  /// walls.
  bool can_finish(WordSet covered, Node open, Shape last, const ReorderingLimits& limits) const;
  void fill(const CohesionCounts& local, const CohesionCounts& all, float* values) const;

  const SourceTree& tree_;
  const CohesionSettings& settings_;
  std::size_t place_;
  bool hard_, local_ = false, exhaustive_ = false;
  bool counts_ = false;  ///< whether a feature of local_ needs the number of words
  float interruption_ = 0, words_ = 0, verbs_ = 0, nouns_ = 0;
  float any_interruption_ = 0, all_words_ = 0, most_ = 0;
};

}  // namespace dragoman::search::phrase
