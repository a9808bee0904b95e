// The operation sequence model (Durrani et al. 2011, 2013) as a feature of the search: the log
// probability of the operations that generate the sentence and its translation, phrase by phrase in
// target order.
//
// A phrase with gaps generates all its words when it begins. The state is the context of the
// operations' language model and the place in the source after the word generated last; which words
// were generated before is known from the coverage. A translation of a long line in pieces begins a
// new sequence with each piece.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <numbers>

#include "osm/walk.hpp"
#include "search/phrase/features/feature.hpp"
#include "search/phrase/features/operation_memory.hpp"

namespace dragoman::search::phrase {

class Operations : public FeatureDefaults {
 public:
  static constexpr bool kLaterPieces = true;

  struct State {
    OperationMemory::Context context = OperationMemory::kFinished;
    std::uint32_t next = 0;
    friend bool operator==(const State&, const State&) = default;
    std::uint64_t hash() const { return mix64((std::uint64_t{context} << 32 | next) + 1); }
  };

  /// `begins` and `ends`: whether the search is for the first and for the last piece of a sentence.
  Operations(OperationMemory& memory, const GappedOptions& options, const ModelParts& model,
             bool begins, bool ends)
      : memory_(memory),
        options_(options),
        place_(model.layout->has(Block::kOperations) ? model.layout->first(Block::kOperations) : 0),
        begins_(begins),
        ends_(ends) {
    for (const double weight : model.layout->of(Block::kOperations, model.weights)) {
      weight_ = static_cast<float>(weight * std::numbers::ln10);
    }
  }

  State begin() const { return {begins_ ? memory_.begin_sentence() : memory_.empty(), 0}; }
  /// Probabilities are at most 1.
  float most() const { return weight_ < 0 ? kUnbounded : 0; }
  /// What a step by itself is expected to score.
  float expected(RuleId rule, TargetId target, const Shape& shape) const {
    return weight_ * memory_.alone(options_, rule, target, shape);
  }

  template <typename C>
  float extend(const State& in, const Step<C>& step, State& out) const {
    OperationMemory::Sequence sequence(memory_, in.context);
    const osm::Place place = go(in, step, sequence);
    out = step.complete ? State{} : State{sequence.context(), place.next};
    return weight_ * sequence.log10();
  }
  template <typename C>
  void explain(const State& in, const Step<C>& step, float* row) const {
    OperationMemory::Sequence sequence(memory_, in.context);
    go(in, step, sequence);
    row[place_] += sequence.log10() * std::numbers::ln10_v<float>;
  }

 private:
  static constexpr float kUnbounded = 1e9F;

  /// The words of a step that were generated.
  class Own {
   public:
    explicit Own(std::uint32_t begin) : begin_(begin) {}
    /// Only the words of rules are asked for, which are not more than this has room for.
    void mark(std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t word = begin - begin_; word < end - begin_ && word < kMost; ++word) {
        bits_[word / 64] |= std::uint64_t{1} << (word % 64);
      }
    }
    bool has(std::uint32_t word) const {
      if (word < begin_ || word - begin_ >= kMost) return false;
      return (bits_[(word - begin_) / 64] >> ((word - begin_) % 64) & 1) != 0;
    }

   private:
    static constexpr std::uint32_t kMost = 256;
    static_assert(kMost > kMaxSideLength && kMost >= Shape::kMaxSpan);
    std::uint32_t begin_;
    std::array<std::uint64_t, kMost / 64> bits_{};
  };

  /// The word after the last one that is covered.
  template <typename C>
  static std::uint32_t furthest(const C& coverage) {
    for (std::size_t i = coverage.window.size(); i-- > 0;) {
      if (coverage.window[i] == 0) continue;
      const auto last = 64 - static_cast<std::uint32_t>(std::countl_zero(coverage.window[i]));
      return coverage.first_gap + static_cast<std::uint32_t>(64 * i) + last;
    }
    return coverage.first_gap;
  }

  /// Adds the operations of a step.
  template <typename C>
  osm::Place go(const State& in, const Step<C>& step, OperationMemory::Sequence& sequence) const {
    osm::Place place{in.next, furthest(step.before)};
    if (step.option.rule != kPieceRule) {
      const OperationPlan& of_step = memory_.plan(options_, step.option);
      Own own(step.option.begin);
      const auto generated = [&](std::uint32_t word) {
        return step.before.covers(word) || own.has(word);
      };
      const Shape shape =
          step.shape.has_gaps() ? step.shape : Shape{step.option.begin, step.option.end};
      osm::walk(
          of_step.plan, PieceBegins(shape).begins(), place, generated,
          [&](std::uint32_t begin, std::uint32_t end) { own.mark(begin, end); },
          [&](osm::Move move, std::uint32_t gap) { sequence.move(move, gap); },
          [&](const osm::PlanStep& one) {
            const auto number = static_cast<std::size_t>(&one - of_step.plan.steps.data());
            sequence.add(of_step.names[number]);
          });
    }
    if (step.complete && ends_) sequence.end();
    return place;
  }

  OperationMemory& memory_;
  const GappedOptions& options_;
  std::size_t place_;
  bool begins_, ends_;
  float weight_ = 0;  ///< times ln 10
};

}  // namespace dragoman::search::phrase
