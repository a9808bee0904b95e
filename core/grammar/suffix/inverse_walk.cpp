#include "grammar/suffix/inverse_walk.hpp"

#include <algorithm>

#include "grammar/index/corpus_matcher.hpp"
#include "grammar/index/sampled_places.hpp"

namespace dragoman::grammar {
namespace {

/// Target patterns with so many occurrences are remembered.
constexpr std::size_t kWorthRemembering = 20;

/// A rule that waits for its score, and its target side as a pattern.
struct Pending {
  std::span<const Symbol> target;
  GappyRules::Rule* rule;
};

/// Rules sorted by pattern, so that a pattern's rules are a range and those of its continuations
/// follow. `symbols` holds the patterns.
std::vector<Pending> sorted_by_target(std::span<GappyRules> batches, const PairFinder& finder,
                                      std::vector<Symbol>& symbols) {
  std::vector<Pending> pending;
  std::vector<std::size_t> ends{0};
  for (GappyRules& batch : batches) {
    for (GappyRules::Rule& rule : batch.rules()) {
      finder.pattern(batch.target(rule), symbols);
      ends.push_back(symbols.size());
      pending.push_back({{}, &rule});
    }
  }
  for (std::size_t i = 0; i < pending.size(); ++i) {
    pending[i].target = std::span(symbols).subspan(ends[i], ends[i + 1] - ends[i]);
  }
  std::ranges::sort(pending, [](const Pending& a, const Pending& b) {
    return std::ranges::lexicographical_compare(a.target, b.target);
  });
  return pending;
}

/// Calls f(range) for the stretches of equal symbols at `depth`.
template <typename F>
void for_each_symbol(std::span<Pending> rules, std::size_t depth, F&& f) {
  while (!rules.empty()) {
    std::size_t end = 1;
    while (end < rules.size() && rules[end].target[depth] == rules[0].target[depth]) ++end;
    f(rules.first(end));
    rules = rules.subspan(end);
  }
}

/// One a thread.
class TargetWalk {
 public:
  TargetWalk(const CorpusModels& models, const InverseWalkOptions& options, RuleCache* cache)
      : segments_(models.target),
        sample_(options.sample),
        matcher_(models.target, models.target_words, options.max_span),
        finder_(options.finder()),
        cache_(cache) {}

  /// Rules whose target sides start with the same word.
  void walk(std::span<Pending> rules) {
    const auto word = static_cast<WordId>(rules[0].target[0]);
    visit(Pattern(word), matcher_.word(word), rules);
  }

 private:
  void visit(const Pattern& pattern, const CorpusMatches& matches, std::span<Pending> rules) {
    const std::size_t depth = pattern.symbols.size();
    std::size_t here = 0;
    while (here < rules.size() && rules[here].target.size() == depth) ++here;
    if (here > 0) score(pattern, matches, rules.first(here));
    rules = rules.subspan(here);
    std::size_t gapped = 0;
    while (gapped < rules.size() && rules[gapped].target[depth] == kGap) ++gapped;
    extend(pattern, matches, rules.first(gapped), true);
    extend(pattern, matches, rules.subspan(gapped), false);
  }

  void extend(const Pattern& pattern, const CorpusMatches& matches, std::span<Pending> rules,
              bool gap) {
    if (rules.empty()) return;
    const std::size_t depth = pattern.symbols.size() + (gap ? 1 : 0);
    std::vector<WordId> words;
    for_each_symbol(rules, depth, [&](std::span<Pending> same) {
      words.push_back(static_cast<WordId>(same[0].target[depth]));
    });
    std::vector<CorpusMatches> longer;
    if (gap) {
      matcher_.gapped(pattern, matches, words, longer);
    } else {
      matcher_.adjacent(pattern, matches, words, longer);
    }
    std::size_t next = 0;
    for_each_symbol(rules, depth, [&](std::span<Pending> same) {
      const WordId word = words[next];
      visit(gap ? pattern.gapped(word) : pattern.adjacent(word), longer[next], same);
      longer[next++] = {};
    });
  }

  void score(const Pattern& pattern, const CorpusMatches& matches, std::span<Pending> rules) {
    std::shared_ptr<const PairCounts> known;
    std::size_t occurrences = 0;
    for (const Matches& each : matches.segments) occurrences += each.size(pattern);
    const bool remember = cache_ != nullptr && occurrences >= kWorthRemembering;
    if (remember) known = cache_->pairs.find(pattern.symbols);
    if (known == nullptr) {
      known = std::make_shared<const PairCounts>(count(pattern, matches));
      if (remember) cache_->pairs.insert(pattern.symbols, known, known->bytes());
    }
    for (Pending& pending : rules) {
      GappyRules::Rule& rule = *pending.rule;
      const PairCounts::Share share =
          known->find(rule.source_hash, rule.target_hash, rule.contiguous);
      rule.of_target = share.of_target;
      rule.inverse_joint = share.joint;
      rule.inverse_times = share.times;
      rule.target_partners = share.partners;
      rule.inverse = share.probability();
    }
  }

  PairCounts count(const Pattern& pattern, const CorpusMatches& matches) {
    PairCounts counts;
    for (std::size_t s = 0; s < matches.segments.size(); ++s) {
      const Sample sample(matches.segments[s].size(pattern), sample_);
      const double weight = sample.weight() * matches.segments[s].weight;
      places_.for_each(
          segments_[s], matcher_[s], pattern, matches.segments[s], sample,
          [&](std::span<const std::uint32_t> match) { finder_->find(s, match, weight, counts); });
    }
    counts.finish();
    return counts;
  }

  std::span<const Segment> segments_;
  std::size_t sample_;
  CorpusMatcher matcher_;
  std::unique_ptr<PairFinder> finder_;
  RuleCache* cache_;
  SampledPlaces places_;
};

}  // namespace

void score_inverse_by_lookup(const CorpusModels& models, std::span<GappyRules> batches,
                             const InverseWalkOptions& options, RuleCache* cache,
                             Monitor& monitor) {
  std::vector<Symbol> symbols;
  std::vector<Pending> pending = sorted_by_target(batches, *options.finder(), symbols);
  std::vector<std::span<Pending>> words;
  for_each_symbol(std::span(pending), 0, [&](std::span<Pending> same) { words.push_back(same); });
  std::vector<std::unique_ptr<TargetWalk>> walks;
  for (std::size_t worker = 0; worker < options.threads; ++worker) {
    walks.push_back(std::make_unique<TargetWalk>(models, options, cache));
  }
  parallel_chunks(words.size(), options.threads, monitor,
                  [&](std::size_t k, std::size_t worker) { walks[worker]->walk(words[k]); });
}

}  // namespace dragoman::grammar
