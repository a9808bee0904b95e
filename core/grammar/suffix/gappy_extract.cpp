#include "grammar/suffix/gappy_extract.hpp"

#include <algorithm>

#include "common/error.hpp"
#include "grammar/extract/rule_scores.hpp"
#include "grammar/suffix/inverse_scores.hpp"
#include "grammar/suffix/side_counts.hpp"

namespace dragoman::grammar {
namespace {

void check(const SideLimits& limits) {
  constexpr std::size_t kMost = kMaxSideLength / 2;  // symbols: a gap may follow every word
  if (limits.max_length < 1 || limits.max_length > kMost || limits.max_words < 1 ||
      limits.max_words > kMost || limits.max_span < 1 || limits.max_span > 65535) {
    throw ConfigError(
        "the limits of a phrase must lie between 1 and 127 words, its span between 1 "
        "and 65535");
  }
}

}  // namespace

void check(const GappyOptions& options) {
  check(options.source);
  check(options.target);
  if (options.threads < 1 || !(options.reordering_smoothing > 0)) {
    throw ConfigError("a number among the extraction options is out of range");
  }
}

GappyMaker::GappyMaker(const CorpusModels& models, const GappyOptions& options)
    : models_(models), options_(options) {
  check(options);
  const bool gaps = options.source.max_gaps + options.target.max_gaps > 0;
  if (gaps && options.phrases != nullptr) throw ConfigError("frequent phrases have no gaps");
  if (options.inverse != InverseScores::kCounts) return;
  if (gaps || options.counts.size() != models.source.size() ||
      !std::ranges::all_of(options.counts, &SideCounts::has_partners)) {
    throw ConfigError("counts of target sides are for phrases without gaps, of every segment");
  }
}

PatternLimits GappyMaker::limits() const {
  const SideLimits& side = options_.source;
  return {.max_length = side.max_length,
          .max_words = side.max_words,
          .max_gaps = side.max_gaps,
          .max_span = side.max_span,
          .sentence_span = side.max_span,
          .added_from = options_.added_from};
}

std::unique_ptr<PatternScorer> GappyMaker::scorer() const {
  return std::make_unique<GappyScorer>(models_, options_);
}

void GappyMaker::score_inverse(std::span<GappyRules> rules, RuleCache* cache,
                               Monitor& monitor) const {
  if (options_.inverse == InverseScores::kLookup) {
    score_inverse_by_lookup(models_, rules, options_, cache, monitor);
  } else if (options_.inverse == InverseScores::kCounts) {
    score_inverse_by_counts(rules, options_.counts);
  } else {
    score_inverse_by_sum(rules);
  }
  if (options_.smoothing != Smoothing::kNone) smooth(rules);
}

void GappyMaker::smooth(std::span<GappyRules> batches) const {
  const auto& [contiguous, gapped] = options_.statistics;
  const Smoother without(options_.smoothing, contiguous);
  const Smoother with(options_.smoothing, gapped, contiguous.pairs + gapped.pairs);
  for (GappyRules& batch : batches) {
    for (GappyRules::Rule& rule : batch.rules()) {
      const Smoother& smoother = rule.contiguous ? without : with;
      const double partners = static_cast<double>(rule.source_partners) * rule.target_partners;
      rule.direct = floored_log(smoother.kept(rule.joint, rule.times, partners) / rule.of_source);
      rule.inverse = smoother.kept(rule.inverse_joint, rule.inverse_times, partners) /
                     std::max(rule.of_target, 1.0);
    }
  }
}

}  // namespace dragoman::grammar
