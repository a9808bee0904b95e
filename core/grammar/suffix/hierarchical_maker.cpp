#include "grammar/suffix/hierarchical_maker.hpp"

#include <algorithm>

#include "common/error.hpp"
#include "grammar/suffix/hierarchical_scorer.hpp"
#include "grammar/suffix/inverse_walk.hpp"
#include "grammar/suffix/likely_count.hpp"
#include "grammar/suffix/side_counts.hpp"

namespace dragoman::grammar {
namespace {

/// How many matches of a pattern are followed to a frequent word, for each one that is wanted of
/// the longer pattern.
constexpr std::size_t kFollowed = 30;

/// The rules that have an occurrence of some target words as their target words.
class HierarchicalPairs final : public PairFinder {
 public:
  HierarchicalPairs(const CorpusModels& models, const HierarchicalOptions& options)
      : segments_(models.source) {
    for (const Segment& segment : models.target) {
      finders_.emplace_back(segment, false, options.limits);
    }
  }

  /// Non-terminals at the edges are left out, those inside become gaps.
  void pattern(std::span<const Symbol> target, std::vector<Symbol>& out) const override {
    const std::size_t before = out.size();
    bool gap = false;
    for (const Symbol symbol : target) {
      if (symbol >= 0) {
        if (gap && out.size() > before) out.push_back(kGap);
        out.push_back(symbol);
      }
      gap = symbol < 0;
    }
  }

  void find(std::size_t segment, std::span<const std::uint32_t> match, double weight,
            PairCounts& out) override {
    finders_[segment].for_each(match, [&](const RuleInstance& instance) {
      sides_of(segments_[segment], instance, sides_);
      out.add(hash_symbols(sides_.source), hash_symbols(sides_.target), weight);
    });
  }

 private:
  std::span<const Segment> segments_;    ///< seen from the source side
  std::vector<InstanceFinder> finders_;  ///< of every segment
  RuleSides sides_;
};

/// p(f|e) from the pair's count in the sample and the exact one of its target side.
void score_inverse_by_counts(std::span<const SideCounts* const> counts,
                             std::span<GappyRules> batches) {
  for (GappyRules& batch : batches) {
    for (GappyRules::Rule& rule : batch.rules()) {
      double found = 0;
      for (const SideCounts* segment : counts) found += segment->find(rule.target_hash);
      // A side that was found once is not among the counts.
      rule.of_target = std::max(found, static_cast<double>(rule.times));
      const double weight = rule.joint / rule.times;
      rule.inverse = likely_count(rule.times, weight, rule.of_target) / rule.of_target;
    }
  }
}

}  // namespace

void check(const HierarchicalOptions& options) {
  check(options.limits);
  if (options.sentence_span < 1 || options.threads < 1) {
    throw ConfigError("a number among the extraction options is out of range");
  }
}

HierarchicalMaker::HierarchicalMaker(const CorpusModels& models, const HierarchicalOptions& options)
    : models_(models), options_(options) {
  check(options);
  if (!options.counts.empty() && options.counts.size() != models.source.size()) {
    throw ConfigError("every segment of a suffix grammar has counts of its target sides, or none");
  }
}

PatternLimits HierarchicalMaker::limits() const {
  const HierarchicalLimits& rules = options_.limits;
  return {.max_length = rules.max_symbols,
          .max_words = rules.max_symbols,
          .max_gaps = rules.max_non_terminals,
          .max_span = rules.max_span,
          .sentence_span = options_.sentence_span,
          .max_symbols = rules.max_symbols,
          .most_followed = options_.sample * kFollowed};
}

std::unique_ptr<PatternScorer> HierarchicalMaker::scorer() const {
  return std::make_unique<HierarchicalScorer>(models_, options_);
}

void HierarchicalMaker::score_inverse(std::span<GappyRules> rules, RuleCache* cache,
                                      Monitor& monitor) const {
  if (!options_.counts.empty()) {
    score_inverse_by_counts(options_.counts, rules);
    return;
  }
  score_inverse_by_lookup(
      models_, rules,
      {.max_span = options_.limits.max_span,
       .sample = options_.sample,
       .threads = options_.threads,
       .finder = [this] { return std::make_unique<HierarchicalPairs>(models_, options_); }},
      cache, monitor);
}

}  // namespace dragoman::grammar
