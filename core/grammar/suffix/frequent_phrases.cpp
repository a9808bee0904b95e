#include "grammar/suffix/frequent_phrases.hpp"

#include <algorithm>
#include <string_view>

#include "common/error.hpp"
#include "grammar/index/sample.hpp"

namespace dragoman::grammar {
namespace {

constexpr std::size_t kLexicalInverse = 0, kLexicalDirect = 1;         ///< columns of scores
constexpr std::size_t kLinksOfTarget = 0, kOfSource = 1, kOfPair = 2;  ///< columns of counts
constexpr float kMostCounted = 1 << 24;                                ///< a float counts to it

std::uint32_t count_of(const RuleTable& table, RuleId rule, std::size_t column) {
  return static_cast<std::uint32_t>(std::clamp(table.counts(rule)[column], 1.0F, kMostCounted));
}

/// Links in the order of one side's words as an alignment string.
AlignmentString string_of(std::span<const AlignmentPoint> links, std::size_t length,
                          std::uint8_t AlignmentPoint::* own,
                          std::uint8_t AlignmentPoint::* other) {
  AlignmentString out;
  std::size_t next = 0;
  for (std::size_t position = 0; position < length; ++position) {
    for (; next < links.size() && links[next].*own == position; ++next) {
      out += static_cast<char>(links[next].*other + 1);
    }
    out += '\0';
  }
  return out;
}

}  // namespace

FrequentPhrases::FrequentPhrases(const RuleTable& table, const CorpusModels& models,
                                 const GappyOptions& options)
    : table_(table), models_(models), options_(options) {
  const RuleTableWidths widths = frequent_widths(options);
  if (table.source_vocabulary().size() > models.source_words ||
      table.target_vocabulary().size() > models.target_words ||
      table.score_columns() != widths.scores || table.reordering_columns() != widths.reordering ||
      (!table.has_counts() && table.size() > 0)) {
    throw ModelError("the frequent phrases belong to another suffix grammar");
  }
}

/// kNoNode if the pattern must be looked up.
RuleTable::Node FrequentPhrases::node_of(const Pattern& pattern,
                                         const CorpusMatches& matches) const {
  RuleTable::Node node = table_.root();
  for (const Symbol symbol : pattern.symbols) node = table_.child(node, symbol);
  return node == RuleTable::kNoNode || matches.empty(pattern, 1) ? node : RuleTable::kNoNode;
}

bool FrequentPhrases::score(const Pattern& pattern, const CorpusMatches& matches, GappyRules& out) {
  const RuleTable::Node node = node_of(pattern, matches);
  if (node == RuleTable::kNoNode) return false;
  const auto [begin, end] = table_.rules(node);
  if (begin == end) return false;
  found_.clear();
  for (RuleId rule = begin; rule < end; ++rule) {
    const auto scores = table_.scores(rule);
    found_.push_back({rule, count_of(table_, rule, kOfPair), scores[kLexicalInverse],
                      scores[kLexicalDirect], 0});
  }
  if (models_.source.size() > 1) {
    for (Kept& kept : found_) weigh_again(pattern, kept);
    std::ranges::sort(found_, [&](const Kept& a, const Kept& b) {
      if (a.times != b.times) return a.times > b.times;
      if (a.direct != b.direct) return a.direct > b.direct;
      return std::ranges::lexicographical_compare(table_.target(a.rule), table_.target(b.rule));
    });
  }
  if (options_.top > 0 && found_.size() > options_.top) found_.resize(options_.top);
  const Matches& own = matches.segments[0];
  const double weight = Sample(own.size(pattern), options_.sample).weight() * own.weight;
  GappyRules::Rule rule{};
  rule.source_hash = hash_symbols(pattern.symbols);
  rule.contiguous = true;
  rule.of_source = weight * count_of(table_, begin, kOfSource);
  rule.source_partners = end - begin;
  for (const Kept& kept : found_) {
    rule.target_hash = hash_symbols(table_.target(kept.rule));
    rule.lexical_inverse = kept.lexical_inverse;
    rule.lexical_direct = kept.lexical_direct;
    rule.times = kept.times;
    rule.joint = weight * kept.times;
    rule.direct = floored_log(rule.joint / rule.of_source);
    std::ranges::copy(table_.reordering(kept.rule), rule.reordering.begin());
    out.add(rule, pattern.symbols, table_.target(kept.rule), links_of_target(kept.rule));
  }
  return true;
}

std::span<const AlignmentPoint> FrequentPhrases::links_of_target(RuleId rule) const {
  const auto links = table_.alignment(rule);
  return links.first(std::min<std::size_t>(links.size(), count_of(table_, rule, kLinksOfTarget)));
}

void FrequentPhrases::weigh_again(const Pattern& pattern, Kept& kept) const {
  const auto target = table_.target(kept.rule);
  const auto by_target = links_of_target(kept.rule);
  const auto by_source = table_.alignment(kept.rule).subspan(by_target.size());
  PhraseAlignment alignment;
  alignment.by_target =
      string_of(by_target, target.size(), &AlignmentPoint::target, &AlignmentPoint::source);
  alignment.by_source = by_source.empty()
                            ? inverted(alignment.by_target, pattern.symbols.size())
                            : string_of(by_source, pattern.symbols.size(), &AlignmentPoint::source,
                                        &AlignmentPoint::target);
  const LexicalWeights weights =
      lexical_weights(pattern.symbols, target, alignment, models_.lexicon);
  kept.lexical_inverse = floored_log(weights.inverse);
  kept.lexical_direct = floored_log(weights.direct);
  kept.direct = weights.direct;
}

void add_frequent(const FrequentRule& rule, const GappyOptions& options, RuleBatch& out) {
  std::vector<AlignmentPoint> links;
  points_of(rule.alignment, links);
  const std::size_t of_target = links.size();
  if (rule.alignment.by_source != inverted(rule.alignment.by_target, rule.source.size())) {
    for_each_position(rule.alignment.by_source, [&](std::size_t i, std::string_view others) {
      for (const char other : others) {
        links.push_back(
            {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(position_of(other))});
      }
    });
  }
  const std::array scores{floored_log(rule.lexical.inverse), floored_log(rule.lexical.direct)};
  const std::array counts{static_cast<float>(of_target), static_cast<float>(rule.of_source),
                          static_cast<float>(rule.times)};
  out.add({rule.source, rule.target, links, scores,
           std::span(rule.reordering).first(frequent_widths(options).reordering), counts});
}

}  // namespace dragoman::grammar
