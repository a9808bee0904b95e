// The constituency parser: spans are shifted, combined and labelled; a beam, a structured
// perceptron.
//
//   SpanTrainer trainer(treebank, settings);
//   for (...) trainer.iterate(seed, monitor);
//   FrozenArrays arrays = trainer.average();
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parse/dependency_parser.hpp"
#include "parse/span_system.hpp"

namespace dragoman::parse {

struct SpanSettings {
  SpanLabels labels;
  std::size_t beam;
};

/// The right actions of all sentences, end to end. A sentence of n > 0 words has 4n - 2 of them.
struct SpanTreebank {
  TaggedSentences sentences;
  std::span<const Class> actions;
};

class SpanTrainer {
 public:
  /// What is given must outlive this. Throws ConfigError where actions make no tree.
  SpanTrainer(const SpanTreebank& treebank, const SpanSettings& settings);
  SpanTrainer(const SpanTrainer&) = delete;
  SpanTrainer& operator=(const SpanTrainer&) = delete;

  /// Returns how many sentences were parsed right.
  std::size_t iterate(std::uint64_t seed, Monitor& monitor);
  FrozenArrays average() const { return weights_.average(); }

 private:
  SpanTreebank treebank_;
  SpanSettings settings_;
  std::vector<std::size_t> starts_;  // of each sentence's actions, and the end
  AveragedWeights weights_;
  BeamMemory<SpanSystem> memory_;
};

/// The score of a sequence of actions for the one sentence that is given.
std::int64_t score_spans(const TaggedSentences& sentence, const Weights& weights,
                         const SpanLabels& labels, std::span<const Class> actions);

/// The actions that make the trees of all sentences, laid out as in SpanTreebank.
std::vector<Class> parse_spans(const TaggedSentences& sentences, const Weights& weights,
                               const SpanSettings& settings, std::size_t threads, Monitor& monitor);

}  // namespace dragoman::parse
