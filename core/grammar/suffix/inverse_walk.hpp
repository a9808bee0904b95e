// p(f|e) of a suffix-array grammar's rules by look-up: the target sides' (sampled) occurrences in
// the corpus are found as source patterns are, and their translations counted. Exact if nothing is
// sampled.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "common/parallel.hpp"
#include "grammar/suffix/corpus_models.hpp"
#include "grammar/suffix/rule_cache.hpp"

namespace dragoman::grammar {

/// What kinds of rules differ in; one a thread.
class PairFinder {
 public:
  virtual ~PairFinder() = default;
  /// Appends the words and gaps of a target side as they are looked up: from word to word.
  virtual void pattern(std::span<const Symbol> target, std::vector<Symbol>& out) const = 0;
  /// Adds all pairs that have one occurrence of such a pattern as the words of their target side.
  virtual void find(std::size_t segment, std::span<const std::uint32_t> match, double weight,
                    PairCounts& out) = 0;
};

struct InverseWalkOptions {
  std::size_t max_span;  ///< of target patterns with gaps
  std::size_t sample;
  std::size_t threads;
  std::function<std::unique_ptr<PairFinder>()> finder;
};

/// `cache` may be null.
void score_inverse_by_lookup(const CorpusModels& models, std::span<GappyRules> batches,
                             const InverseWalkOptions& options, RuleCache* cache, Monitor& monitor);

}  // namespace dragoman::grammar
