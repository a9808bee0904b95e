// The discriminative dependency model, score_r = log P(+1 | gamma, f) (Carreras & Collins 2009,
// section 4.1): how probable it is that a target word modifies another one, given the source words
// that they are aligned to.
//
// Two kinds: relative frequencies of contexts, backed off to more general ones (the paper's), and a
// log-linear model with further features of the source (its future work).
#pragma once

#include <span>
#include <vector>

#include "grammar/treelet/gamma.hpp"
#include "grammar/treelet/hashed_table.hpp"

namespace dragoman::treelet {

class DependencyModel {
 public:
  virtual ~DependencyModel() = default;
  /// log P(+1 | gamma, f).
  virtual double score(const Gamma& gamma, const SourceSentence& source) const = 0;
};

/// Relative frequencies; a context that was seen n times has the share n / (n + 5) against the more
/// general one. Counts::other is how often there was a dependency.
class BackedOffDependencies final : public DependencyModel {
 public:
  explicit BackedOffDependencies(HashedTable<Counts> table) : table_(table) {}
  double score(const Gamma& gamma, const SourceSentence& source) const override;

 private:
  HashedTable<Counts> table_;
};

/// Weights of hashed features; the number of weights is a power of two.
class LogLinearDependencies final : public DependencyModel {
 public:
  LogLinearDependencies(std::span<const float> weights, GammaTemplates wanted);
  double score(const Gamma& gamma, const SourceSentence& source) const override;
  /// The places of the weights that a dependency's features have. Two features may share a place.
  std::vector<std::uint64_t> places(const Gamma& gamma, const SourceSentence& source) const;

 private:
  std::span<const float> weights_;
  GammaTemplates wanted_;
};

/// Learns a model from examples, one after the other.
class DependencyLearner {
 public:
  virtual ~DependencyLearner() = default;
  virtual void learn(const Gamma& gamma, const SourceSentence& source, bool depends) = 0;
};

/// When `memory` bytes are full, contexts that were not seen before are not counted any more: these
/// are rare, and the more general ones answer for them.
class DependencyCounts final : public DependencyLearner {
 public:
  explicit DependencyCounts(std::size_t memory) : most_(Table::most_entries(memory)) {}
  void learn(const Gamma& gamma, const SourceSentence& source, bool depends) override;
  /// How often a context was seen that is not counted.
  std::uint64_t left_out() const { return left_out_; }

  using Table = HashedTableBuilder<Counts>;
  Table table;

 private:
  std::size_t most_;
  std::uint64_t left_out_ = 0;
};

/// Steps along the gradient of the logarithmic loss, each weight with a rate of its own (Duchi,
/// Hazan & Singer 2011).
class DependencyGradient final : public DependencyLearner {
 public:
  DependencyGradient(std::size_t weights, GammaTemplates wanted);
  void learn(const Gamma& gamma, const SourceSentence& source, bool depends) override;
  std::vector<float> weights;

 private:
  GammaTemplates wanted_;
  std::vector<float> squares_;
  std::vector<std::uint64_t> features_;
};

}  // namespace dragoman::treelet
