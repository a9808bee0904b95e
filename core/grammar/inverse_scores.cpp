#include "grammar/inverse_scores.hpp"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <vector>

#include "grammar/gapped_pattern.hpp"

namespace dragoman::grammar {
namespace {

/// What a pair counts in a sample of the target side's occurrences that missed it.
constexpr double kMissed = 0.5;

/// A rule that waits for its score.
struct Pending {
  std::span<const Symbol> target;
  GappyRules::Rule* rule;
};

/// Rules sorted by target side, so that a pattern's rules are a range and those of its
/// continuations follow.
std::vector<Pending> sorted_by_target(std::span<GappyRules> batches) {
  std::vector<Pending> pending;
  for (GappyRules& batch : batches) {
    for (GappyRules::Rule& rule : batch.rules()) pending.push_back({batch.target(rule), &rule});
  }
  std::ranges::sort(pending, [](const Pending& a, const Pending& b) {
    const auto order = std::lexicographical_compare_three_way(a.target.begin(), a.target.end(),
                                                              b.target.begin(), b.target.end());
    return order != 0 ? order < 0 : a.rule->source_hash < b.rule->source_hash;
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

/// Threads do not share it: each has its own.
class TargetWalk {
 public:
  TargetWalk(const GappyModels& models, const GappyOptions& options)
      : source_text_(models.source.text),
        sample_(options.sample),
        matcher_(models.target, options.target.max_span, models.target_pairs),
        sets_(models.target, models.source, options.source) {}

  /// Rules whose target sides start with the same word.
  void walk(std::span<Pending> rules) {
    const auto word = static_cast<WordId>(rules[0].target[0]);
    visit(Pattern(word), matcher_.word(word), rules);
  }

 private:
  void visit(const Pattern& pattern, const Matches& matches, std::span<Pending> rules) {
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

  void extend(const Pattern& pattern, const Matches& matches, std::span<Pending> rules, bool gap) {
    if (rules.empty()) return;
    const std::size_t depth = pattern.symbols.size() + (gap ? 1 : 0);
    std::vector<WordId> words;
    for_each_symbol(rules, depth, [&](std::span<Pending> same) {
      words.push_back(static_cast<WordId>(same[0].target[depth]));
    });
    std::vector<Matches> longer;
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

  void score(const Pattern& pattern, const Matches& matches, std::span<Pending> rules) {
    const Sample sample(matches.size(pattern), sample_);
    counts_.assign(rules.size(), 0);
    double total = 0;
    for (std::size_t i = 0; i < sample.size(); ++i) {
      matcher_.positions(pattern, matches, sample[i], match_);
      sets_.for_each(match_, [&](std::span<const std::uint32_t> source) {
        total += 1;
        to_symbols(source_text_, source, symbols_);
        const std::uint64_t hash = hash_symbols(symbols_);
        const auto found = std::ranges::lower_bound(
            rules, hash, {}, [](const Pending& pending) { return pending.rule->source_hash; });
        if (found != rules.end() && found->rule->source_hash == hash) {
          counts_[static_cast<std::size_t>(found - rules.begin())] += 1;
        }
      });
    }
    for (std::size_t k = 0; k < rules.size(); ++k) {
      const double count = counts_[k] > 0 ? counts_[k] : kMissed;
      rules[k].rule->inverse = count / std::max(total, 1.0);
      rules[k].rule->of_target = total * sample.weight();
    }
  }

  std::span<const WordId> source_text_;
  std::size_t sample_;
  PatternMatcher matcher_;
  ConsistentSets sets_;
  std::vector<double> counts_;
  std::vector<std::uint32_t> match_;
  std::vector<Symbol> symbols_;
};

}  // namespace

void score_inverse_by_sum(std::span<GappyRules> batches) {
  std::unordered_map<std::uint64_t, double> sums;
  for (GappyRules& batch : batches) {
    for (const GappyRules::Rule& rule : batch.rules()) sums[rule.target_hash] += rule.joint;
  }
  for (GappyRules& batch : batches) {
    for (GappyRules::Rule& rule : batch.rules()) {
      rule.of_target = sums[rule.target_hash];
      rule.inverse = rule.joint / rule.of_target;
    }
  }
}

void score_inverse_by_lookup(const GappyModels& models, std::span<GappyRules> batches,
                             const GappyOptions& options, Monitor& monitor) {
  std::vector<Pending> pending = sorted_by_target(batches);
  std::vector<std::span<Pending>> words;
  for_each_symbol(std::span(pending), 0, [&](std::span<Pending> same) { words.push_back(same); });
  std::vector<std::unique_ptr<TargetWalk>> walks;
  for (std::size_t worker = 0; worker < options.threads; ++worker) {
    walks.push_back(std::make_unique<TargetWalk>(models, options));
  }
  parallel_chunks(words.size(), options.threads, monitor,
                  [&](std::size_t k, std::size_t worker) { walks[worker]->walk(words[k]); });
}

}  // namespace dragoman::grammar
