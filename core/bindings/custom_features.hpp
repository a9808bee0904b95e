// Features written in Python (src/dragoman/search/features.py) as the core sees them.
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
#include "search/api/feature_session.hpp"
#include "search/shared/rule_feature.hpp"

namespace dragoman::bindings {

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

/// Hands the questions of one sentence to a Python object with answer(asked, fresh), where fresh
/// describes the rules that were not named before. `asked` has six numbers for each question.
class PythonSession final : public search::FeatureSession {
 public:
  PythonSession(nb::object session, const search::AskedRules& rules)
      : session_(std::move(session)), rules_(rules) {}
  ~PythonSession() override {
    nb::gil_scoped_acquire gil;
    session_.reset();
  }
  PythonSession(const PythonSession&) = delete;
  PythonSession& operator=(const PythonSession&) = delete;

  Answers answer(std::span<const search::FeatureQuestion> questions) override {
    nb::gil_scoped_acquire gil;
    std::vector<std::uint32_t> asked;
    nb::list fresh;
    for (const search::FeatureQuestion& one : questions) {
      asked.insert(asked.end(), {one.rule, one.begin, one.end, std::uint32_t{one.last},
                                 one.states[0], one.states[1]});
      if (described_.insert(one.rule).second) fresh.append(describe(one.rule));
    }
    const auto [values, states] = nb::cast<std::pair<Array<float>, Array<std::uint32_t>>>(
        session_.attr("answer")(to_numpy(std::move(asked), 6), fresh));
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
  const search::AskedRules& rules_;
  std::unordered_set<std::uint32_t> described_;
};

/// Opens sessions by calling a Python function with the number of a sentence.
class PythonFeatures final : public search::FeatureSource {
 public:
  explicit PythonFeatures(nb::object open) : open_(std::move(open)) {}
  std::unique_ptr<search::FeatureSession> open(std::size_t sentence,
                                               const search::AskedRules& rules) override {
    nb::gil_scoped_acquire gil;
    return std::make_unique<PythonSession>(open_(sentence), rules);
  }

 private:
  nb::object open_;
};

}  // namespace dragoman::bindings
