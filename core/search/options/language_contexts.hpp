// Language-model scores during search.
//
// The language models' states are interned: a hypothesis holds a small number, its context, and two
// hypotheses agree on the future of all language models if and only if their contexts are equal.
// Target phrases are interned too; extending a context by a target phrase is computed once and
// remembered, however many hypotheses ask for it. Within a phrase only the words up to the point
// where the state no longer depends on the context are looked up; the rest was scored when the
// phrase was added. Contexts belong to one piece of a sentence. Phrases stay, because the next
// sentence has many of them too.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "common/probing_table.hpp"
#include "common/types.hpp"
#include "lm/model.hpp"

namespace dragoman::search {

using ContextId = std::uint32_t;
using TargetId = std::uint32_t;

/// The context of every finished translation.
inline constexpr ContextId kFinalContext = 0;
/// No score is lower.
inline constexpr float kLowest = std::numeric_limits<float>::lowest();

class LanguageContexts {
 public:
  /// `weights`: one for each model. Scores are natural logarithms times the weight, summed.
  LanguageContexts(std::span<const lm::Model* const> models, std::span<const double> weights);

  /// Forgets everything but the models.
  void clear();
  /// Forgets the contexts; the phrases stay.
  void forget_contexts();

  /// Whether no weight is negative, so that every score is at most 0.
  bool bounded() const { return bounded_; }
  std::size_t models() const { return models_.size(); }
  /// Sum of |weight| over the models: turns one nat of their scores into model score.
  float weight() const;
  ContextId begin_sentence() const { return 1; }

  /// The states of a context, and the context of such states; the states stay valid after clear().
  std::vector<lm::State> snapshot(ContextId context) const {
    return {states(context), states(context) + models_.size()};
  }
  ContextId restore(const std::vector<lm::State>& states) { return intern(states.data()); }

  /// Adds a phrase. `words` holds its words in the vocabulary of the first model, then in that of
  /// the second, ... A phrase must be added only once, otherwise equal hypotheses may not be
  /// recombined.
  TargetId add_target(std::span<const WordId> words);

  /// Weighted score of a phrase (given as for add_target) without context. If no weight is negative
  /// and the score is below `least`, any number below it.
  float estimate(std::span<const WordId> words, float least = kLowest) const;

  /// An upper bound on the score of extending any context by this phrase, if no weight is negative;
  /// otherwise a very large number.
  float bound(TargetId target) const { return targets_[target].bound; }

  struct Extension {
    float score;
    ContextId context;
  };
  Extension extend(ContextId context, TargetId target);

  /// Starts to load the memory that extend() reads first: the entry that may hold a remembered
  /// extension.
  void prefetch(ContextId context, TargetId target) const {
    lm::prefetch_read(&memo_.first(mix64(key(context, target))));
  }
  /// Starts to load what extend() reads in the first language model for the first word of a phrase.
  DRAGOMAN_PREFETCHING void prefetch_first_word(ContextId context, TargetId target) const {
    if (models_.empty() || targets_[target].length == 0) return;
    models_[0]->prefetch(*states(context), words_[targets_[target].words]);
  }
  /// The same, unless the extension is remembered.
  void prefetch_models(ContextId context, TargetId target) const;

  /// The weighted score of the end of sentence.
  float finish(ContextId context);

  /// Unweighted natural-log scores of each model for the phrase after the context, and for the end
  /// of sentence after that if `complete`; added to scores[0, models()).
  void explain(ContextId context, TargetId target, bool complete, float* scores) const;

 private:
  struct Target {
    std::size_t words;   ///< into words_, length words for each model
    std::size_t states;  ///< into states_after_: the states after 0, 1, ... length words
    std::uint32_t length;
    std::uint32_t round;      ///< in which final_context was found
    ContextId final_context;  ///< after the phrase, if it does not depend on what was before
    float bound;
  };
  struct Memo {
    std::uint64_t key = ~std::uint64_t{0};
    Extension value = {};
    bool free() const { return key == ~std::uint64_t{0}; }
  };
  static std::uint64_t key(ContextId context, TargetId target) {
    return static_cast<std::uint64_t>(context) << 32 | target;
  }

  Extension compute(ContextId context, TargetId target);
  ContextId final_context(Target& target);
  ContextId intern(const lm::State* states);
  const lm::State* states(ContextId context) const {
    return states_.data() + context * models_.size();  // there may be no models
  }
  std::uint64_t hash(const lm::State* states) const;

  std::vector<const lm::Model*> models_;
  std::vector<float> weights_;  ///< times ln 10
  bool bounded_;                ///< no weight is negative

  std::vector<lm::State> states_;  ///< of each context, models() of them
  ProbingTable<ContextId> contexts_;
  std::vector<float> finish_;

  std::uint32_t round_ = 0;  ///< how often contexts were forgotten
  std::vector<Target> targets_;
  std::vector<WordId> words_;
  std::vector<lm::State> states_after_;  ///< without context, by model
  std::vector<float> rest_;              ///< beside states_after_: log10 of the words from there on

  ProbingTable<Memo> memo_;
  std::vector<lm::State> scratch_;
};

}  // namespace dragoman::search
