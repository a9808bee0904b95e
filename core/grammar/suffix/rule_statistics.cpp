#include "grammar/suffix/rule_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "grammar/index/batches.hpp"
#include "grammar/suffix/contiguous_pairs.hpp"
#include "grammar/suffix/suffix_extract.hpp"

namespace dragoman::grammar {
namespace {

/// All pairs without gaps, bounded many at a time.
PairStatistics count_contiguous(ContiguousVisitor pairs) {
  const std::uint64_t parts = pairs.count() / kPairsAtOnce + 1;
  PairStatistics found;
  for (std::uint64_t part = 0; part < parts; ++part) {
    std::vector<std::vector<std::uint64_t>> of_worker(pairs.threads());
    pairs.visit([&](std::size_t worker, std::uint64_t source, std::uint64_t target) {
      const std::uint64_t hash = hash_combine(source, target);
      if (parts == 1 || mix64(hash) % parts == part) of_worker[worker].push_back(hash);
    });
    std::vector<std::uint64_t> hashes;
    for (std::vector<std::uint64_t>& each : of_worker) {
      hashes.insert(hashes.end(), each.begin(), each.end());
      each = {};
    }
    std::ranges::sort(hashes);
    for (std::size_t i = 0, j = 0; i < hashes.size(); i = j) {
      while (j < hashes.size() && hashes[j] == hashes[i]) ++j;
      found.add(j - i, 1);
    }
  }
  return found;
}

/// In place of the rules with gaps of a pattern it gives how many were seen once, twice, ...: a
/// "rule" without symbols whose `times` were seen so often `joint` of them.
class CountingScorer final : public PatternScorer {
 public:
  CountingScorer(std::unique_ptr<PatternScorer> scorer, double share)
      : scorer_(std::move(scorer)), share_(share) {}

  void score(const Pattern& pattern, const CorpusMatches& matches, const CorpusMatcher& matcher,
             GappyRules& out) override {
    GappyRules rules;
    scorer_->score(pattern, matches, matcher, rules);
    double occurrences = 0;
    for (const Matches& each : matches.segments) {
      occurrences += static_cast<double>(each.size(pattern));
    }
    // How likely it is that the pattern is in one of the lines.
    const double likely = 1 - std::pow(1 - share_, occurrences);
    std::array<double, PairStatistics::kCountsOfCounts + 2> seen{};
    for (const GappyRules::Rule& rule : rules.rules()) {
      if (pattern.gaps() == 0 && !has_gap(rules.target(rule))) continue;
      seen[std::min<std::size_t>(rule.times, seen.size() - 1)] += 1 / likely;
    }
    for (std::uint32_t times = 1; times < seen.size(); ++times) {
      if (seen[times] == 0) continue;
      GappyRules::Rule rule{};
      rule.times = times;
      rule.joint = seen[times];
      out.add(rule, {}, {}, {});
    }
  }

 private:
  std::unique_ptr<PatternScorer> scorer_;
  double share_;  ///< of the lines that are looked at
};

class CountingMaker final : public RuleMaker {
 public:
  CountingMaker(const GappyMaker& maker, double share) : maker_(maker), share_(share) {}

  PatternLimits limits() const override { return maker_.limits(); }
  RuleTableWidths widths() const override { return maker_.widths(); }
  std::span<const Segment> corpus() const override { return maker_.corpus(); }
  std::size_t source_words() const override { return maker_.source_words(); }
  std::size_t threads() const override { return maker_.threads(); }
  std::unique_ptr<PatternScorer> scorer() const override {
    return std::make_unique<CountingScorer>(maker_.scorer(), share_);
  }
  void score_inverse(std::span<GappyRules>, RuleCache*, Monitor&) const override {}
  bool can_cache() const override { return false; }
  bool scores_apart() const override { return false; }
  bool sides_are_patterns() const override { return true; }

 private:
  const GappyMaker& maker_;
  double share_;
};

PairStatistics estimate_gapped(const CorpusModels& models, GappyOptions options, std::size_t wanted,
                               Monitor& monitor) {
  std::size_t lines = 0;
  for (const Segment& segment : models.source) lines += segment.from.begin.size();
  if (lines == 0) return {};
  const std::size_t step = (lines + wanted - 1) / wanted;
  std::vector<WordId> text;
  std::size_t number = 0;
  for (const Segment& segment : models.source) {
    for (std::size_t line = 0; line < segment.from.begin.size(); ++line, ++number) {
      if (number % step != 0) continue;
      for (std::size_t i = segment.from.begin[line];; ++i) {
        text.push_back(segment.from.text[i]);
        if (text.back() == kLineEnd) break;
      }
    }
  }
  options.top = 0;
  const GappyMaker maker(models, options);
  const CountingMaker counting(maker, 1.0 / static_cast<double>(step));
  PairStatistics found;
  for (const FoundRules& each : find_rules(counting, {text}, nullptr, monitor)) {
    for (const GappyRules::Rule& rule : each.fresh.rules()) found.add(rule.times, rule.joint);
  }
  return found;
}

}  // namespace

RuleStatistics count_rules(const CorpusModels& models, const GappyOptions& options,
                           std::size_t lines, Monitor& monitor) {
  RuleStatistics found;
  const std::size_t longest = std::min(options.source.max_length, options.target.max_length);
  found.contiguous = count_contiguous({models.source, longest, options.threads, monitor});
  if (options.source.max_gaps + options.target.max_gaps > 0) {
    found.gapped = estimate_gapped(models, options, lines, monitor);
  }
  return found;
}

}  // namespace dragoman::grammar
