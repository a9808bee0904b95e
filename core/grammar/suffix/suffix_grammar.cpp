#include "grammar/suffix/suffix_grammar.hpp"

#include "common/error.hpp"
#include "grammar/suffix/frequent_walk.hpp"
#include "grammar/suffix/gappy_extract.hpp"
#include "grammar/suffix/hierarchical_maker.hpp"
#include "grammar/suffix/rule_statistics.hpp"
#include "grammar/suffix/suffix_extract.hpp"

namespace dragoman::grammar {
namespace {

std::vector<const SuffixSegment*> checked(std::vector<const SuffixSegment*> segments) {
  if (segments.empty() || segments.size() > 255) {
    throw ModelError("a suffix grammar has between 1 and 255 segments");
  }
  for (std::size_t s = 1; s < segments.size(); ++s) {
    const SuffixSegmentView &before = segments[s - 1]->view(), &here = segments[s]->view();
    if (here.source.vocabulary() < before.source.vocabulary() ||
        here.target.vocabulary() < before.target.vocabulary()) {
      throw ModelError("a segment of the suffix grammar knows fewer words than the one before");
    }
  }
  return segments;
}

std::vector<LinkCounts> lexicons(std::span<const SuffixSegment* const> segments) {
  std::vector<LinkCounts> found;
  for (const SuffixSegment* segment : segments) found.push_back(segment->view().lexicon);
  return found;
}

}  // namespace

SuffixGrammar::SuffixGrammar(std::vector<const SuffixSegment*> segments)
    : segments_(checked(std::move(segments))),
      source_words_(segments_.back()->view().source.vocabulary()),
      target_words_(segments_.back()->view().target.vocabulary()),
      lexicon_(lexicons(segments_), source_words_, target_words_) {}

RuleTableArrays SuffixGrammar::extract(const WantedText& sentences, const GappyOptions& options,
                                       RuleCache* cache, Monitor& monitor,
                                       const TableBudget& budget) const {
  check(options);
  if (options.kept != nullptr) return extract_kept(sentences, options, cache, monitor, budget);
  const bool gaps = options.source.max_gaps + options.target.max_gaps > 0;
  const auto side_of = [&](bool is_source, const SideLimits& limits) {
    return side(is_source, {.frequent = limits.max_gaps > 0 ? options.frequent : 0,
                            .max_span = limits.max_span,
                            .companions = gaps});
  };
  const Side source = side_of(true, options.source), target = side_of(false, options.target);
  return extract_rules(GappyMaker(models(source, target), options), sentences, cache, monitor,
                       budget);
}

RuleTableArrays SuffixGrammar::extract_kept(const WantedText& sentences,
                                            const GappyOptions& options, RuleCache* cache,
                                            Monitor& monitor, const TableBudget& budget) const {
  const RuleTable& kept = *options.kept;
  const RuleTableWidths widths = widths_of(options);
  if (kept.source_vocabulary().size() > source_words_ ||
      kept.target_vocabulary().size() > target_words_ || kept.score_columns() != widths.scores ||
      kept.reordering_columns() != widths.reordering || (!kept.has_counts() && kept.size() > 0)) {
    throw ModelError("the rules with gaps belong to another suffix grammar");
  }
  GappyOptions plain = options, with_gaps = options;
  plain.source.max_gaps = plain.target.max_gaps = 0;
  with_gaps.phrases = nullptr;
  with_gaps.inverse = InverseScores::kLookup;
  with_gaps.added_from = 1;
  const Side source = side(true, {}), target = side(false, {});
  const GappyMaker contiguous(models(source, target), plain);
  KeptRules rules{.table = kept, .span = options.source.max_span, .top = options.top};
  if (segments_.size() == 1)
    return extract_rules(contiguous, rules, sentences, cache, monitor, budget);
  const auto with_pairs = [&](bool is_source) {
    return side(
        is_source,
        {.frequent = options.frequent, .max_span = options.source.max_span, .companions = true});
  };
  const Side source_pairs = with_pairs(true), target_pairs = with_pairs(false);
  const GappyMaker added(models(source_pairs, target_pairs), with_gaps);
  rules.added = &added;
  return extract_rules(contiguous, rules, sentences, cache, monitor, budget);
}

RuleTableArrays SuffixGrammar::extract(const WantedText& sentences,
                                       const HierarchicalOptions& options, RuleCache* cache,
                                       Monitor& monitor, const TableBudget& budget) const {
  check(options);
  const std::size_t span = options.limits.max_span;
  const Side source = side(true, {.frequent = options.frequent, .max_span = span, .tight = true});
  // With counts no target side is looked up.
  const bool looked_up = options.counts.empty();
  const Side target =
      looked_up ? side(false, {.frequent = options.frequent, .max_span = span, .tight = true})
                : side(false, {});
  return extract_rules(HierarchicalMaker(models(source, target), options), sentences, cache,
                       monitor, budget);
}

SuffixGrammar::Side SuffixGrammar::side(bool source, const Known& known) const {
  Side side;
  for (const SuffixSegment* segment : segments_) {
    const auto& [first, second, lexicon] = segment->view();
    auto pairs = segment->pairs(source, known.frequent, known.max_span);
    side.segments.push_back({source ? first : second, source ? second : first, pairs.get(),
                             known.tight ? &segment->tight(source) : nullptr,
                             known.companions ? &segment->companions(source) : nullptr});
    side.pairs.push_back(std::move(pairs));
  }
  return side;
}

RuleTableArrays SuffixGrammar::extract_all(GappyOptions options, Monitor& monitor) const {
  options.sample = 0;
  options.frequent = 0;  // every pattern is visited once
  // A sum would miss the rules that were cut.
  options.inverse = options.top > 0 ? InverseScores::kLookup : InverseScores::kSum;
  std::vector<WordId> text;
  for (const SuffixSegment* segment : segments_) {
    const auto words = segment->view().source.text;
    if (segments_.size() == 1) return extract({words}, options, nullptr, monitor);
    text.insert(text.end(), words.begin(), words.end());
  }
  return extract({text}, options, nullptr, monitor);
}

RuleTableArrays SuffixGrammar::frequent(GappyOptions options, std::size_t least,
                                        Monitor& monitor) const {
  check(options);
  if (segments_.size() > 1) throw ConfigError("frequent phrases are those of one segment");
  options.source.max_gaps = options.target.max_gaps = 0;
  const Side source = side(true, {}), target = side(false, {});
  return frequent_phrases(models(source, target), options, least, monitor);
}

RuleStatistics SuffixGrammar::statistics(GappyOptions options, std::size_t lines,
                                         Monitor& monitor) const {
  check(options);
  options.frequent = 0;
  options.inverse = InverseScores::kLookup;  // it is not asked for
  const Side source = side(true, {.companions = true}), target = side(false, {});
  return count_rules(models(source, target), options, lines, monitor);
}

std::vector<std::vector<std::uint32_t>> SuffixGrammar::find(std::span<const Symbol> symbols,
                                                            std::size_t max_span) const {
  bool gap = true;
  for (const Symbol symbol : symbols) {
    if (symbol < kGap || (symbol == kGap && gap)) {
      throw ConfigError("a pattern has words, with single gaps between them");
    }
    gap = symbol == kGap;
  }
  if (gap || max_span < 1) throw ConfigError("a pattern starts and ends with a word");
  for (const Symbol symbol : symbols) {
    if (symbol != kGap && static_cast<std::size_t>(symbol) >= source_words_) return {};
  }
  std::vector<Segment> corpus;
  for (const SuffixSegment* segment : segments_) {
    corpus.push_back({segment->view().source, segment->view().target, nullptr});
  }
  CorpusMatcher matcher(corpus, source_words_, max_span);
  Pattern pattern(static_cast<WordId>(symbols[0]));
  CorpusMatches matches = matcher.word(static_cast<WordId>(symbols[0]));
  std::vector<CorpusMatches> longer;
  for (std::size_t i = 1; i < symbols.size(); ++i) {
    const bool after_gap = symbols[i] == kGap;
    if (after_gap) ++i;
    const auto word = static_cast<WordId>(symbols[i]);
    if (after_gap) {
      matcher.gapped(pattern, matches, {&word, 1}, longer);
      pattern = pattern.gapped(word);
    } else {
      matcher.adjacent(pattern, matches, {&word, 1}, longer);
      pattern = pattern.adjacent(word);
    }
    matches = std::move(longer[0]);
  }
  std::vector<std::vector<std::uint32_t>> places;
  std::uint32_t lines_before = 0;
  for (std::size_t s = 0; s < corpus.size(); ++s) {
    const IndexedText& text = corpus[s].from;
    for (std::size_t i = 0; i < matches.segments[s].size(pattern); ++i) {
      auto& place = places.emplace_back();
      matcher[s].positions(pattern, matches.segments[s], i, place);
      const std::uint32_t line = text.line[place[0]];
      for (std::uint32_t& position : place) position -= text.begin[line];
      place.insert(place.begin(), lines_before + line);
    }
    lines_before += static_cast<std::uint32_t>(text.begin.size());
  }
  return places;
}

}  // namespace dragoman::grammar
