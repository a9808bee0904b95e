#include "grammar/suffix/inverse_scores.hpp"

#include <algorithm>
#include <unordered_map>

#include "grammar/extract/phrase_counts.hpp"
#include "grammar/suffix/likely_count.hpp"
#include "grammar/suffix/side_counts.hpp"

namespace dragoman::grammar {
namespace {

/// The source sets that translate an occurrence of a target side.
class TranslatedBy final : public PairFinder {
 public:
  TranslatedBy(const CorpusModels& models, const GappyOptions& options) : segments_(models.target) {
    for (const Segment& segment : segments_) {
      sets_.emplace_back(segment.from, segment.to, options.source);
    }
  }

  void pattern(std::span<const Symbol> target, std::vector<Symbol>& out) const override {
    out.insert(out.end(), target.begin(), target.end());
  }

  void find(std::size_t segment, std::span<const std::uint32_t> match, double weight,
            PairCounts& out) override {
    to_symbols(segments_[segment].from.text, match, symbols_);
    const std::uint64_t target = hash_symbols(symbols_);
    const bool gapped = has_gap(symbols_);
    sets_[segment].for_each(match, [&](std::span<const std::uint32_t> source) {
      to_symbols(segments_[segment].to.text, source, symbols_);
      out.add(hash_symbols(symbols_), target, weight, !gapped && !has_gap(symbols_));
    });
  }

 private:
  std::span<const Segment> segments_;
  std::vector<ConsistentSets> sets_;  ///< of every segment
  std::vector<Symbol> symbols_;
};

}  // namespace

void score_inverse_by_sum(std::span<GappyRules> batches) {
  std::unordered_map<std::uint64_t, SampledCount> sums, contiguous_sums;
  for (GappyRules& batch : batches) {
    for (const GappyRules::Rule& rule : batch.rules()) {
      sums[rule.target_hash].add(rule.joint);
      if (rule.contiguous) contiguous_sums[rule.target_hash].add(rule.joint);
    }
  }
  for (GappyRules& batch : batches) {
    for (GappyRules::Rule& rule : batch.rules()) {
      const SampledCount& sum = (rule.contiguous ? contiguous_sums : sums)[rule.target_hash];
      rule.of_target = sum.count;
      rule.inverse_joint = rule.joint;
      rule.inverse_times = rule.times;
      rule.target_partners = sum.partners;
      rule.inverse = rule.joint / rule.of_target;
    }
  }
}

void score_inverse_by_lookup(const CorpusModels& models, std::span<GappyRules> batches,
                             const GappyOptions& options, RuleCache* cache, Monitor& monitor) {
  score_inverse_by_lookup(
      models, batches,
      {.max_span = options.target.max_span,
       .sample = options.sample,
       .threads = options.threads,
       .finder = [&] { return std::make_unique<TranslatedBy>(models, options); }},
      cache, monitor);
}

void score_inverse_by_counts(std::span<GappyRules> batches,
                             std::span<const SideCounts* const> counts) {
  for (GappyRules& batch : batches) {
    for (GappyRules::Rule& rule : batch.rules()) {
      PhraseCount target;
      for (const SideCounts* segment : counts) {
        const PhraseCount found = segment->find_phrase(rule.target_hash);
        target.count += found.count;
        target.partners += found.partners;
      }
      // A side that was found once is not among the counts.
      const double times = rule.times;
      rule.of_target = std::max(static_cast<double>(target.count), times);
      rule.target_partners = std::max(target.partners, 1U);
      rule.inverse_times = rule.times;
      const bool sampled = rule.joint != times;
      rule.inverse_joint =
          sampled ? likely_count(times, rule.joint / times, rule.of_target) : times;
      rule.inverse = rule.inverse_joint / rule.of_target;
    }
  }
}

}  // namespace dragoman::grammar
