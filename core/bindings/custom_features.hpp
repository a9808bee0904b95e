// Search-level features written in Python (src/dragoman/search/features.py) as the core sees them.
//
// The search runs without the GIL; it is taken for each batch of questions.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/bind.hpp"
#include "common/error.hpp"
#include "search/features/custom_features.hpp"
#include "search/features/rule_feature.hpp"

namespace dragoman::bindings {

/// Hands the questions of one sentence to a Python object with begin() and
/// answer(states, steps, fresh), where fresh describes the options that were not named before.
class PythonSession final : public search::FeatureSession {
 public:
  PythonSession(nb::object session, const search::TranslationOptions& options, std::size_t offset)
      : session_(std::move(session)), options_(options), offset_(offset) {}
  ~PythonSession() override {
    nb::gil_scoped_acquire gil;
    session_.reset();
  }
  PythonSession(const PythonSession&) = delete;
  PythonSession& operator=(const PythonSession&) = delete;

  std::uint32_t begin() override {
    nb::gil_scoped_acquire gil;
    return nb::cast<std::uint32_t>(session_.attr("begin")());
  }

  Answers answer(const Questions& questions) override {
    nb::gil_scoped_acquire gil;
    nb::list states, steps, fresh;
    described_.resize(options_.size(), false);
    for (std::size_t i = 0; i < questions.states.size(); ++i) {
      states.append(questions.states[i]);
      steps.append(questions.steps[i]);
      const std::uint32_t option = questions.steps[i] / 2;
      if (described_[option]) continue;
      described_[option] = true;
      fresh.append(describe(option));
    }
    const auto [values, next] = nb::cast<std::pair<Array<float>, Array<std::uint32_t>>>(
        session_.attr("answer")(states, steps, fresh));
    return {{next.data(), next.data() + next.shape(0)},
            {values.data(), values.data() + values.shape(0)}};
  }

 private:
  nb::tuple describe(std::uint32_t number) const {
    const search::TranslationOption& option = options_[number];
    nb::list words;
    for (const WordId id : options_.target(option.target)) {
      const std::string_view word = options_.words().word(id);
      words.append(nb::str(word.data(), word.size()));
    }
    const std::int64_t rule = option.from_rule() ? std::int64_t{option.rule} : -1;
    return nb::make_tuple(number, offset_ + option.begin, offset_ + option.end, nb::tuple(words),
                          rule);
  }

  nb::object session_;
  const search::TranslationOptions& options_;
  std::size_t offset_;
  std::vector<bool> described_;
};

/// Opens sessions by calling a Python function with the number of a sentence.
class PythonFeatures final : public search::FeatureSource {
 public:
  explicit PythonFeatures(nb::object open) : open_(std::move(open)) {}
  std::unique_ptr<search::FeatureSession> open(std::size_t sentence,
                                               const search::TranslationOptions& options,
                                               std::size_t offset) override {
    nb::gil_scoped_acquire gil;
    return std::make_unique<PythonSession>(open_(sentence), options, offset);
  }

 private:
  nb::object open_;
};

/// Rule features of one sentence: a Python function from an array of rule numbers to an array of
/// values, as many for each rule as there are features.
class PythonRuleValues final : public search::RuleValues {
 public:
  explicit PythonRuleValues(nb::object values) : values_(std::move(values)) {}
  ~PythonRuleValues() override {
    nb::gil_scoped_acquire gil;
    values_.reset();
  }
  PythonRuleValues(const PythonRuleValues&) = delete;
  PythonRuleValues& operator=(const PythonRuleValues&) = delete;

  void compute(std::span<const grammar::RuleId> rules, std::span<float> values) override {
    nb::gil_scoped_acquire gil;
    const auto answer = nb::cast<Array<float>>(
        values_(to_numpy(std::vector<grammar::RuleId>(rules.begin(), rules.end()))));
    if (answer.shape(0) != values.size()) {
      throw ConfigError("rule features gave " + std::to_string(answer.shape(0)) + " values where " +
                        std::to_string(values.size()) + " were expected");
    }
    std::copy_n(answer.data(), values.size(), values.begin());
  }

 private:
  nb::object values_;
};

/// Opens them by calling a Python function with the number of a sentence.
class PythonRuleFeatures final : public search::RuleFeatureSource {
 public:
  explicit PythonRuleFeatures(nb::object open) : open_(std::move(open)) {}
  std::unique_ptr<search::RuleValues> open(std::size_t sentence) override {
    nb::gil_scoped_acquire gil;
    return std::make_unique<PythonRuleValues>(open_(sentence));
  }

 private:
  nb::object open_;
};

}  // namespace dragoman::bindings
