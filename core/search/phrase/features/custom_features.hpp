// Features computed outside of the core (feature_session.hpp) in the phrase decoder.
//
// Questions are asked in batches, and each question once: the answers for a state and a step are
// kept for the rest of the sentence.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "search/api/feature_session.hpp"
#include "search/options/translation_options.hpp"
#include "search/phrase/features/feature.hpp"

namespace dragoman::search::phrase {

/// Options by their numbers.
class AskedOptions final : public AskedRules {
 public:
  explicit AskedOptions(const TranslationOptions& options) : options_(options) {}
  std::vector<Symbol> target_side(std::uint32_t rule) const override;
  std::string_view target_word(Symbol word) const override {
    return options_.words().word(static_cast<WordId>(word));
  }
  std::int64_t table_number(std::uint32_t rule) const override {
    return options_[rule].from_rule() ? std::int64_t{options_[rule].rule} : -1;
  }

 private:
  const TranslationOptions& options_;
};

/// A feature's name and the least and the greatest value that a step can have.
struct CustomFeature {
  std::string name;
  float lowest, highest;
};

/// The most that a step can score.
float most_of(std::span<const CustomFeature> features, std::span<const double> weights);

/// All answers of the session of a piece so far. 0 is the state of the empty translation.
class FeatureMemory {
 public:
  /// The piece begins at `offset`.
  FeatureMemory(FeatureSource& source, std::size_t sentence, const TranslationOptions& options,
                std::size_t offset, std::span<const double> weights)
      : rules_(options),
        session_(source.open(sentence, rules_)),
        options_(options),
        offset_(static_cast<std::uint32_t>(offset)),
        weights_(weights.begin(), weights.end()) {}

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

  AskedOptions rules_;
  std::unique_ptr<FeatureSession> session_;
  const TranslationOptions& options_;
  std::uint32_t offset_;
  std::vector<double> weights_;
  std::unordered_map<std::uint64_t, Known> known_;
  std::vector<float> values_;
  std::vector<FeatureQuestion> waiting_;  ///< questions not asked yet
};

/// The feature of the search (feature.hpp).
class CustomFeatures : public FeatureDefaults {
 public:
  static constexpr bool kLaterPieces = true;

  struct State {
    std::uint32_t number = 0;
    friend bool operator==(const State&, const State&) = default;
    std::uint64_t hash() const { return mix64(number + 1); }
  };

  /// `place`: the place of the first value in feature rows. `ends_sentence`: whether the last step
  /// of the search also ends the sentence.
  CustomFeatures(FeatureMemory& memory, float most, std::size_t place, bool ends_sentence)
      : memory_(memory), most_(most), place_(place), ends_sentence_(ends_sentence) {}

  State begin() const { return {}; }
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

}  // namespace dragoman::search::phrase
