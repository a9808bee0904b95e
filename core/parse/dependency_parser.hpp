// The dependency parser: arc-hybrid transitions, a beam, a structured perceptron.
//
//   DependencyTrainer trainer(treebank, settings);
//   for (...) trainer.iterate(seed, monitor);
//   FrozenArrays arrays = trainer.average();
#pragma once

#include "parse/arc_hybrid.hpp"
#include "parse/sentences.hpp"

namespace dragoman::parse {

/// Sentences with the tags that the parser sees, a number for each word.
struct TaggedSentences {
  const Sentences& sentences;
  std::span<const Class> tags;
  std::span<const Class> coarse;  // of each tag

  /// Throws ConfigError unless every word has a tag that has a coarse one.
  void check() const;
  TaggedWords sentence(std::size_t i) const {
    return {Words(sentences.sentence(i)), sentences.part(tags, i), coarse};
  }
};

/// The right trees; heads count from 0 in each sentence, and its length stands for the root.
/// Crossing arcs are lifted.
struct Treebank {
  TaggedSentences sentences;
  std::span<const std::int32_t> heads;
  std::span<const std::uint16_t> labels;
};

struct DependencySettings {
  ArcLabels labels;
  std::size_t beam;
};

/// Throws unless the labels are sound and there is a beam.
void check(const DependencySettings& settings);

class DependencyTrainer {
 public:
  /// What is given must outlive this. Throws ConfigError where heads are no trees or a label is not
  /// below `labels`.
  DependencyTrainer(const Treebank& treebank, std::size_t labels, std::size_t beam);
  DependencyTrainer(const DependencyTrainer&) = delete;
  DependencyTrainer& operator=(const DependencyTrainer&) = delete;

  /// Returns how many sentences were parsed right.
  std::size_t iterate(std::uint64_t seed, Monitor& monitor);
  FrozenArrays average() const { return weights_.average(); }
  /// How the labels are used in the treebank.
  const ArcLabels& labels() const { return settings_.labels; }
  /// How many sentences had arcs that were lifted.
  std::size_t lifted() const { return lifted_; }

 private:
  void read(const Treebank& treebank);

  TaggedSentences sentences_;
  std::vector<std::uint8_t> uses_;  // of each label
  DependencySettings settings_;
  std::vector<std::vector<Class>> right_actions_;  // of each sentence
  std::size_t lifted_ = 0;
  AveragedWeights weights_;
  BeamMemory<ArcHybrid> memory_;
};

/// The score of a sequence of actions for the one sentence that is given.
std::int64_t score_dependencies(const TaggedSentences& sentence, const Weights& weights,
                                const ArcLabels& labels, std::span<const Class> actions);

/// The trees of all sentences.
Arcs parse_dependencies(const TaggedSentences& sentences, const Weights& weights,
                        const DependencySettings& settings, std::size_t threads, Monitor& monitor);

}  // namespace dragoman::parse
