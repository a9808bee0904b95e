// Rule features: features of a rule that may depend on the sentence or on its document, but not on
// the context of the rule in a derivation. They have no state. Their values are added to the score
// of a rule before the table limit and before future costs, in every decoder.
//
// The code that computes them implements RuleValues and RuleFeatureSource (the binding does this
// for features written in Python). The decoders use RuleFeatures.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "search/shared/model_parts.hpp"

namespace dragoman::search {

/// The rule features of one sentence.
class RuleValues {
 public:
  virtual ~RuleValues() = default;
  /// The values of all features for each rule: `values[i * features + f]` for rules[i].
  virtual void compute(std::span<const RuleId> rules, std::span<float> values) = 0;
};

class RuleFeatureSource {
 public:
  virtual ~RuleFeatureSource() = default;
  /// `sentence`: the index of a sentence among those that are decoded together. Several threads may
  /// call this at the same time.
  virtual std::unique_ptr<RuleValues> open(std::size_t sentence) = 0;
};

/// The values for the current sentence; each is computed once.
class RuleFeatures {
 public:
  explicit RuleFeatures(const ModelParts& model);

  /// Begins a sentence; null: it has no rule features.
  void open(std::unique_ptr<RuleValues> values);
  bool used() const { return values_ != nullptr; }

  /// The weighted values of the rules [first, last) of one source side; valid until the next call.
  std::span<const float> scores(RuleId first, RuleId last);
  /// Adds the values of a rule to a feature row; scores() was called for its source side before.
  void explain(RuleId rule, float* row) const;

 private:
  std::size_t place_, count_;
  std::span<const double> weights_;
  std::unique_ptr<RuleValues> values_;
  std::map<RuleId, std::vector<float>> known_;  ///< by the first rule of a source side
  std::vector<RuleId> rules_;
  std::vector<float> scores_;
};

/// Opens the rule features of a sentence, and closes them even if an exception is thrown, because
/// the object that computes them may hold much memory.
class OpenRuleFeatures {
 public:
  /// `source` may be null.
  OpenRuleFeatures(RuleFeatures& features, RuleFeatureSource* source, std::size_t sentence)
      : features_(features) {
    features_.open(source == nullptr ? nullptr : source->open(sentence));
  }
  ~OpenRuleFeatures() { features_.open(nullptr); }
  OpenRuleFeatures(const OpenRuleFeatures&) = delete;
  OpenRuleFeatures& operator=(const OpenRuleFeatures&) = delete;

 private:
  RuleFeatures& features_;
};

}  // namespace dragoman::search
