// Search-level features that are computed outside of the core, by an implementation of
// FeatureSession (the Python binding has one, for features written in Python).
//
// Their states are numbers that the session assigns. Questions are asked in batches, and each
// question once: the answers for a state and a step are kept for the rest of the sentence.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "search/features/feature.hpp"
#include "search/shared/translation_options.hpp"

namespace dragoman::search {

/// One sentence, or one piece of one, as the features see it.
class FeatureSession {
 public:
  virtual ~FeatureSession() = default;

  /// The state of the empty translation. States are greater than 0.
  virtual std::uint32_t begin() = 0;

  /// A step is a number: twice the number of its option, plus one if the step ends the sentence.
  struct Questions {
    std::span<const std::uint32_t> states, steps;
  };
  /// For each question the state after the step, and as many values as there are features.
  struct Answers {
    std::vector<std::uint32_t> states;
    std::vector<float> values;
  };
  virtual Answers answer(const Questions& questions) = 0;
};

class FeatureSource {
 public:
  virtual ~FeatureSource() = default;
  /// A session for a piece of a sentence that begins at `offset`. Any thread may call this.
  virtual std::unique_ptr<FeatureSession> open(std::size_t sentence,
                                               const TranslationOptions& options,
                                               std::size_t offset) = 0;
};

/// A feature's name and the least and the greatest value that a step can have.
struct CustomFeature {
  std::string name;
  float lowest, highest;
};

/// The most that a step can score.
float most_of(std::span<const CustomFeature> features, std::span<const double> weights);

/// All answers of the session so far.
class FeatureMemory {
 public:
  FeatureMemory(FeatureSession& session, const TranslationOptions& options,
                std::span<const double> weights)
      : session_(session), options_(options), weights_(weights.begin(), weights.end()) {}

  std::uint32_t begin() { return session_.begin(); }

  struct Known {
    std::uint32_t state;
    float score;          ///< weighted
    std::uint32_t place;  ///< of the values
  };
  /// The answer for a step. If it is not known, it is asked for together with the span's other
  /// options.
  Known look_up(std::uint32_t state, const TranslationOption& option, bool ends);
  std::span<const float> values(const Known& known) const {
    return {values_.data() + known.place, weights_.size()};
  }

  /// expect() notes a question unless its answer is known; settle() asks all noted questions.
  void expect(std::uint32_t state, const TranslationOption& option, bool ends);
  void settle();

 private:
  static constexpr std::uint32_t kAsked = 0xFFFFFFFF;
  static std::uint64_t key(std::uint32_t state, std::uint32_t step) {
    return static_cast<std::uint64_t>(state) << 32 | step;
  }
  std::uint32_t step(const TranslationOption& option, bool ends) const {
    return 2 * options_.number(option) + (ends ? 1 : 0);
  }

  FeatureSession& session_;
  const TranslationOptions& options_;
  std::vector<double> weights_;
  std::unordered_map<std::uint64_t, Known> known_;
  std::vector<float> values_;
  std::vector<std::uint32_t> states_, steps_;  ///< questions not asked yet
};

/// The feature of the search (feature.hpp).
class CustomFeatures {
 public:
  struct State {
    std::uint32_t number = 0;
    friend bool operator==(const State&, const State&) = default;
    std::uint64_t hash() const { return mix64(number + 1); }
  };

  /// `place`: the place of the first value in feature rows. `ends_sentence`: whether the last step
  /// of the search also ends the sentence.
  CustomFeatures(FeatureMemory& memory, float most, std::size_t place, bool ends_sentence)
      : memory_(memory), most_(most), place_(place), ends_sentence_(ends_sentence) {}

  State begin() const { return {memory_.begin()}; }
  float most() const { return most_; }

  template <typename C>
  float extend(const State& in, const Step<C>& step, State& out) const {
    const auto known = memory_.look_up(in.number, step.option, step.complete && ends_sentence_);
    out.number = step.complete ? 0 : known.state;
    return known.score;
  }
  template <typename C>
  void explain(const State& in, const Step<C>& step, float* row) const {
    const auto known = memory_.look_up(in.number, step.option, step.complete && ends_sentence_);
    const auto values = memory_.values(known);
    for (std::size_t i = 0; i < values.size(); ++i) row[place_ + i] += values[i];
  }
  template <typename C>
  void expect(const State& in, const Step<C>& step) const {
    memory_.expect(in.number, step.option, step.complete && ends_sentence_);
  }
  void settle() const { memory_.settle(); }

 private:
  FeatureMemory& memory_;
  float most_;
  std::size_t place_;
  bool ends_sentence_;
};

}  // namespace dragoman::search
