// Search-level features written in Python (src/dragoman/search/features.py) as the core sees them.
//
// The search runs without the GIL; it is taken for each batch of questions.
#pragma once

#include <memory>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bindings/bind.hpp"
#include "common/error.hpp"
#include "search/features/custom_features.hpp"
#include "search/features/edge_features.hpp"
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

/// Hands questions about edges to a Python object with answer(asked, fresh), where fresh
/// describes the rules that were not named before.
class PythonEdgeSession final : public search::EdgeSession {
 public:
  PythonEdgeSession(nb::object session, const search::EdgeRules& rules)
      : session_(std::move(session)), rules_(rules) {}
  ~PythonEdgeSession() override {
    nb::gil_scoped_acquire gil;
    session_.reset();
  }
  PythonEdgeSession(const PythonEdgeSession&) = delete;
  PythonEdgeSession& operator=(const PythonEdgeSession&) = delete;

  Answers answer(std::span<const search::EdgeQuestion> questions) override {
    nb::gil_scoped_acquire gil;
    nb::list asked, fresh;
    for (const search::EdgeQuestion& question : questions) {
      asked.append(nb::make_tuple(question.rule, question.begin, question.end, question.last,
                                  question.states[0], question.states[1]));
      if (described_.insert(question.rule).second) fresh.append(describe(question.rule));
    }
    const auto [values, states] = nb::cast<std::pair<Array<float>, Array<std::uint32_t>>>(
        session_.attr("answer")(asked, fresh));
    return {{states.data(), states.data() + states.shape(0)},
            {values.data(), values.data() + values.shape(0)}};
  }

 private:
  nb::tuple describe(std::uint32_t rule) const {
    nb::list target;
    for (const Symbol symbol : rules_.target_side(rule)) {
      if (symbol < 0) {
        target.append(kFirstNonTerminal - symbol);
      } else {
        const std::string_view word = rules_.target_word(symbol);
        target.append(nb::str(word.data(), word.size()));
      }
    }
    return nb::make_tuple(rule, nb::tuple(target), rules_.table_number(rule));
  }

  nb::object session_;
  const search::EdgeRules& rules_;
  std::unordered_set<std::uint32_t> described_;
};

/// Opens them by calling a Python function with the number of a sentence.
class PythonEdgeFeatures final : public search::EdgeFeatureSource {
 public:
  explicit PythonEdgeFeatures(nb::object open) : open_(std::move(open)) {}
  std::unique_ptr<search::EdgeSession> open(std::size_t sentence,
                                            const search::EdgeRules& rules) override {
    nb::gil_scoped_acquire gil;
    return std::make_unique<PythonEdgeSession>(open_(sentence), rules);
  }

 private:
  nb::object open_;
};

}  // namespace dragoman::bindings
