#include "grammar/suffix_grammar.hpp"

#include <algorithm>

#include "common/error.hpp"

namespace dragoman::grammar {

SuffixGrammarArrays index_corpus(const AlignedCorpus& corpus, std::size_t threads,
                                 Monitor& monitor) {
  SuffixGrammarArrays out;
  parallel_chunks(2, threads, monitor, [&](std::size_t side, std::size_t) {
    (side == 0 ? out.source : out.target) = index_text(corpus, side == 0);
  });
  for (const Lexicon::Entry& entry : Lexicon(corpus, monitor).entries()) {
    out.lexicon_source.push_back(entry.source);
    out.lexicon_target.push_back(entry.target);
    out.lexicon_counts.push_back(entry.count);
  }
  return out;
}

namespace {

const SuffixGrammarView& checked(const SuffixGrammarView& view) {
  check(view.source, view.target);
  return view;
}

}  // namespace

SuffixGrammar::SuffixGrammar(const SuffixGrammarView& view)
    : view_(checked(view)),
      lexicon_(view.lexicon_source, view.lexicon_target, view.lexicon_counts,
               view.source.vocabulary(), view.target.vocabulary()) {}

RuleTableArrays SuffixGrammar::extract(std::span<const WordId> sentences,
                                       const GappyOptions& options, Monitor& monitor) const {
  check(options);
  const auto source = pairs(true, options), target = pairs(false, options);
  return extract_gappy({view_.source, view_.target, lexicon_, source.get(), target.get()},
                       sentences, options, monitor);
}

std::shared_ptr<const FrequentPairs> SuffixGrammar::pairs(bool source,
                                                          const GappyOptions& options) const {
  const SideLimits& limits = source ? options.source : options.target;
  const IndexedText& text = source ? view_.source : view_.target;
  if (options.frequent == 0 || limits.max_gaps == 0) return nullptr;
  const std::size_t count = std::min(options.frequent, text.vocabulary());
  std::lock_guard lock(mutex_);
  auto& kept = source ? source_pairs_ : target_pairs_;
  if (kept == nullptr || kept->count() != count || kept->max_span() != limits.max_span) {
    kept = std::make_shared<const FrequentPairs>(text, count, limits.max_span);
  }
  return kept;
}

RuleTableArrays SuffixGrammar::extract_all(GappyOptions options, Monitor& monitor) const {
  options.sample = 0;
  options.frequent = 0;  // every pattern is visited once
  // A sum would miss the rules that were cut.
  options.inverse = options.top > 0 ? InverseScores::kLookup : InverseScores::kSum;
  return extract(view_.source.text, options, monitor);
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
    if (symbol != kGap && static_cast<std::size_t>(symbol) >= view_.source.vocabulary()) return {};
  }
  PatternMatcher matcher(view_.source, max_span, nullptr);
  Pattern pattern(static_cast<WordId>(symbols[0]));
  Matches matches = matcher.word(static_cast<WordId>(symbols[0]));
  std::vector<Matches> longer;
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
  std::vector<std::vector<std::uint32_t>> places(matches.size(pattern));
  for (std::size_t i = 0; i < places.size(); ++i) {
    matcher.positions(pattern, matches, i, places[i]);
    const std::uint32_t line = view_.source.line[places[i][0]];
    for (std::uint32_t& position : places[i]) position -= view_.source.begin[line];
    places[i].insert(places[i].begin(), line);
  }
  return places;
}

}  // namespace dragoman::grammar
