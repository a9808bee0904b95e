// What operation sequences need to know of a sentence: the plans of its options, and the contexts
// of their language model (operations.hpp).
//
// Plans of rules are remembered from sentence to sentence. Contexts are interned as those of
// language models are (options/language_contexts.hpp): two hypotheses have equal numbers if and
// only if all later operations have equal probabilities after both.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/probing_table.hpp"
#include "lm/model.hpp"
#include "osm/plan.hpp"
#include "osm/walk.hpp"
#include "search/api/sentence.hpp"
#include "search/options/shape.hpp"
#include "search/phrase/gaps/gapped_options.hpp"
#include "search/shared/model_parts.hpp"

namespace dragoman::search::phrase {

/// What a rule or another option generates.
struct OperationPlan {
  osm::Plan plan;
  std::vector<WordId> names;  ///< of the operations that generate, in the language model
};

class OperationMemory {
 public:
  using Context = std::uint32_t;
  /// Of finished translations.
  static constexpr Context kFinished = 0;

  /// `operations` may be null: then there is no such feature. All must outlive the memory.
  OperationMemory(const ModelParts& model, const lm::Model* operations);

  bool used() const { return operations_ != nullptr; }
  /// Must be called for every piece of a sentence, which begins at `begin`.
  void begin_piece(const Sentence& sentence, std::size_t begin);

  /// A sequence that goes on from a context.
  class Sequence {
   public:
    Sequence(OperationMemory& memory, Context context) : memory_(memory) {
      states_[0] = memory.contexts_[context];
    }
    void move(osm::Move move, std::uint32_t gap) { add(memory_.move(move, gap)); }
    void add(WordId operation) {
      const float log10 =
          memory_.operations_->score(states_[at_ % 2], operation, states_[(at_ + 1) % 2]);
      ++at_;
      log10_ += log10;
    }
    void end() { add(memory_.operations_->end_sentence()); }
    float log10() const { return log10_; }
    /// Of what comes next.
    Context context() const { return memory_.intern(states_[at_ % 2]); }

   private:
    OperationMemory& memory_;
    std::array<lm::State, 2> states_;
    std::size_t at_ = 0;
    float log10_ = 0;
  };

  /// The context of a sentence's begin, and that of nothing.
  Context begin_sentence() const { return begin_sentence_; }
  Context empty() const { return empty_; }

  /// The plan of an option of the sentence; not of one that places a later target piece.
  const OperationPlan& plan(const GappedOptions& options, const TranslationOption& option) {
    const std::uint32_t number = options.number(option);
    if (number >= of_options_.size()) of_options_.resize(options.size(), nullptr);
    const OperationPlan*& known = of_options_[number];
    if (known == nullptr) known = &plan(options, option.rule, option.target, options.shape(option));
    return *known;
  }
  /// The log10 probability of a step by itself.
  float alone(const GappedOptions& options, RuleId rule, TargetId target, const Shape& shape);

 private:
  const OperationPlan& plan(const GappedOptions& options, RuleId rule, TargetId target,
                            const Shape& shape);
  OperationPlan make(const Shape& shape, std::span<const std::string_view> target,
                     std::span<const osm::Link> links);
  OperationPlan make_of_rule(RuleId rule, const Shape& shape);
  WordId move(osm::Move move, std::uint32_t gap);
  Context intern(const lm::State& state);

  ModelParts model_;
  const lm::Model* operations_;
  WordId more_ = 0, gap_ = 0, forward_ = 0;
  std::vector<WordId> back_;
  Context begin_sentence_ = 0, empty_ = 0;  ///< the same in a model of single operations
  const Sentence* sentence_ = nullptr;
  std::size_t begin_ = 0;
  std::unordered_map<RuleId, OperationPlan> of_rules_;
  std::deque<OperationPlan> others_;  ///< of zones, unknown words and the like
  std::vector<const OperationPlan*> of_options_;
  std::vector<lm::State> contexts_;
  ProbingTable<Context> numbers_;
};

/// Where the source pieces of a shape begin.
class PieceBegins {
 public:
  explicit PieceBegins(const Shape& shape) {
    shape.for_each_piece([&](std::uint32_t begin, std::uint32_t) { begins_[count_++] = begin; });
  }
  std::span<const std::uint32_t> begins() const { return {begins_.data(), count_}; }

 private:
  std::array<std::uint32_t, Shape::kMaxSpan> begins_;
  std::size_t count_ = 0;
};

}  // namespace dragoman::search::phrase
