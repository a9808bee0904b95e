#include "grammar/suffix_extract.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "common/error.hpp"
#include "grammar/rule_scores.hpp"

namespace dragoman::grammar {
namespace {

/// The distinct known words of the sentences and their places.
struct FirstWords {
  FirstWords(std::span<const WordId> text, std::size_t vocabulary) {
    for (std::uint32_t i = 0; i < text.size(); ++i) {
      if (text[i] < vocabulary) positions.push_back(i);
    }
    std::ranges::stable_sort(positions, {}, [&](std::uint32_t i) { return text[i]; });
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (i == 0 || text[positions[i]] != text[positions[i - 1]]) begin.push_back(i);
    }
  }
  std::size_t size() const { return begin.size(); }
  std::span<const std::uint32_t> operator[](std::size_t k) const {
    const std::size_t end = k + 1 < begin.size() ? begin[k + 1] : positions.size();
    return std::span(positions).subspan(begin[k], end - begin[k]);
  }

  std::vector<std::uint32_t> positions;
  std::vector<std::size_t> begin;
};

void score_inverse(const RuleMaker& maker, std::span<FoundRules> found, RuleCache* cache,
                   Monitor& monitor) {
  std::vector<GappyRules> fresh;
  for (FoundRules& each : found) fresh.push_back(std::move(each.fresh));
  maker.score_inverse(fresh, cache, monitor);
  for (std::size_t k = 0; k < found.size(); ++k) found[k].fresh = std::move(fresh[k]);
}

void remember(std::span<const FoundRules> found, RuleCache& cache) {
  for (const FoundRules& each : found) {
    for (const FoundRules::OfPattern& of : each.patterns) {
      auto rules = std::make_shared<const GappyRules>(each.fresh.slice(of.begin, of.end));
      const std::size_t bytes = rules->bytes();
      cache.rules.insert(of.pattern, std::move(rules), bytes);
    }
  }
}

void add_rules(const GappyRules& rules, const RuleTableWidths& widths, RuleTableBuilder& builder) {
  for (const GappyRules::Rule& rule : rules.rules()) {
    const std::array scores{floored_log(rule.inverse), rule.lexical_inverse, rule.direct,
                            rule.lexical_direct};
    const std::array counts{static_cast<float>(rule.of_target), static_cast<float>(rule.of_source),
                            static_cast<float>(rule.joint)};
    builder.add({rules.source(rule), rules.target(rule), rules.alignment(rule), scores,
                 std::span(rule.reordering).first(widths.reordering), counts});
  }
}

}  // namespace

std::vector<FoundRules> find_rules(const RuleMaker& maker, const WantedText& text, RuleCache* cache,
                                   Monitor& monitor) {
  const FirstWords words(text.words, maker.source_words());
  std::vector<FoundRules> found(words.size());
  std::vector<std::unique_ptr<PatternWalk>> walks;
  for (std::size_t worker = 0; worker < maker.threads(); ++worker) {
    walks.push_back(std::make_unique<PatternWalk>(maker, text, cache));
  }
  parallel_chunks(words.size(), maker.threads(), monitor, [&](std::size_t k, std::size_t worker) {
    const auto places = words[k];
    walks[worker]->walk(text.words[places[0]], places, found[k]);
  });
  return found;
}

RuleTableArrays extract_rules(const RuleMaker& maker, const WantedText& text, RuleCache* cache,
                              Monitor& monitor) {
  if (!text.words.empty() && text.words.back() != kLineEnd) {
    throw ConfigError("the last sentence is not closed");
  }
  if (!text.places.empty() && text.places.size() != text.words.size()) {
    throw ConfigError("the words of the lattices have no places");
  }
  if (cache != nullptr && !maker.can_cache()) {
    throw ConfigError(
        "p(f|e) as a sum over the extracted rules depends on all of them: use lookup");
  }
  std::vector<FoundRules> found = find_rules(maker, text, cache, monitor);
  score_inverse(maker, found, cache, monitor);
  if (cache != nullptr) remember(found, *cache);
  RuleTableBuilder builder(maker.widths());
  for (FoundRules& each : found) {
    for (const auto& known : each.known) add_rules(*known, maker.widths(), builder);
    add_rules(each.fresh, maker.widths(), builder);
    each = {};
  }
  return builder.finish();
}

}  // namespace dragoman::grammar
