// Features computed outside of the core (feature_session.hpp) in the chart and treelet decoders:
// steps are edges.
//
// Questions are asked in batches, each question once in a sentence.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "search/api/feature_session.hpp"

namespace dragoman::search {

/// Everything that the session of a sentence has said so far; without a session all is 0.
class EdgeFeatures {
 public:
  /// `place`: of the first value in feature rows.
  EdgeFeatures(std::span<const double> weights, std::size_t place)
      : weights_(weights), place_(place) {}

  /// Begins a sentence.
  void open(std::unique_ptr<FeatureSession> session);
  bool used() const { return session_ != nullptr; }

  /// Notes a question unless its answer is known; settle() asks all that were noted.
  void expect(const FeatureQuestion& question);
  void settle();

  struct Known {
    std::uint32_t state = 0;
    float score = 0;  ///< weighted
  };
  /// What is known of an edge; asks if nothing is.
  Known look_up(const FeatureQuestion& question);
  /// Adds the values to a feature row.
  void explain(const FeatureQuestion& question, float* row);

 private:
  struct Hash {
    std::size_t operator()(const FeatureQuestion& question) const;
  };
  struct Answer {
    Known known;
    std::size_t values;
  };
  const Answer& answer(const FeatureQuestion& question);

  std::span<const double> weights_;
  std::size_t place_;
  std::unique_ptr<FeatureSession> session_;
  std::unordered_map<FeatureQuestion, Answer, Hash> answers_;
  std::vector<FeatureQuestion> waiting_;
  std::vector<float> values_;
};

/// Opens the features of a sentence, and closes them whatever happens.
class OpenEdgeFeatures {
 public:
  /// `source` may be null.
  OpenEdgeFeatures(EdgeFeatures& features, FeatureSource* source, std::size_t sentence,
                   const AskedRules& rules)
      : features_(features) {
    features_.open(source == nullptr ? nullptr : source->open(sentence, rules));
  }
  ~OpenEdgeFeatures() { features_.open(nullptr); }
  OpenEdgeFeatures(const OpenEdgeFeatures&) = delete;
  OpenEdgeFeatures& operator=(const OpenEdgeFeatures&) = delete;

 private:
  EdgeFeatures& features_;
};

}  // namespace dragoman::search
