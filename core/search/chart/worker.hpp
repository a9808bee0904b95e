// Translates one sentence after the other with the chart, keeping its memory.
#pragma once

#include "search/chart/chart_decoder.hpp"
#include "search/chart/chart_writer.hpp"
#include "search/chart/cube_pruning.hpp"
#include "search/chart/forced_search.hpp"
#include "search/shared/rule_feature.hpp"

namespace dragoman::search::chart {

class ChartWorker {
 public:
  /// Both must outlive the worker.
  ChartWorker(const ChartModel& model, const FeatureLayout& layout);
  ChartWorker(const ChartWorker&) = delete;
  ChartWorker& operator=(const ChartWorker&) = delete;

  /// `number`: of the sentence among those that are decoded together.
  Translation translate(const Sentence& sentence, std::size_t number, const DecodeRequest& request);

 private:
  /// Searches with and without the hard constraint, until there is a translation.
  ItemId find(const Sentence& sentence, bool keep_all, Translation& result);
  /// `hard`: with the constraint. `relaxed`: forced decoding adds what is missing.
  ItemId attempt(const Sentence& sentence, bool keep_all, bool hard, bool relaxed,
                 Translation& result);
  ItemId search(const Sentence& sentence, bool keep_all, Translation& result);
  ItemId search_forced(const Sentence& sentence, bool keep_all, bool relaxed, Translation& result);
  ItemId search_begun(const Sentence& sentence, bool keep_all, Translation& result);
  /// Guided search: the margin with which a span's limit falls to 1/e. Where language models have
  /// no weight, the scores of spans do not depend on each other: all have the same limit.
  float tolerance() const;
  /// Reads a sentence into source_.
  void read(const Sentence& sentence);
  void read_words(const Sentence& sentence);
  void read_lattice(const Sentence& sentence);
  /// Whether a rule of the table translates a word by itself.
  bool translates(WordId word) const;

  const ChartModel& whole_;
  ModelParts model_;
  RuleFeatures rule_features_;
  ChartRules rules_;
  ChartItems items_;
  EdgeFeatures custom_;
  SpanCrossings crossings_;
  EdgeCohesion cohesion_;
  EdgeScores scores_;
  CubePruning cubes_;
  ReferenceText text_;
  TypedPrefix typed_;
  ForcedSearch forced_;
  LatticePaths paths_;
  RuleMatcher matcher_;
  ChartSource source_;
};

}  // namespace dragoman::search::chart
