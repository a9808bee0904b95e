#include "search/phrase/gaps/gapped_options.hpp"

#include <tuple>

#include "common/bits.hpp"

namespace dragoman::search::phrase {

void GappedOptions::collect(const Sentence& sentence, std::size_t begin, std::size_t end,
                            const OptionLimits& limits, const GapSettings& gaps, bool relaxed,
                            bool again) {
  gaps_.clear();
  gapped_.clear();
  pieces_.clear();
  known_pieces_.clear();
  candidates_.allow_gaps(gaps.target ? gaps.max_pending : 0, gap_scores_.target_gap());
  piece_cost_ = 0;
  for (const double weight : model_.layout->of(Block::kLanguageModels, model_.weights)) {
    piece_cost_ += static_cast<float>(gaps.pending_cost * std::max(0.0, weight));
  }
  const bool trees = gap_scores_.looks_at_trees();
  subtrees_.reset(trees ? std::span(sentence.heads) : std::span<const std::int32_t>(), begin);
  TranslationOptions::collect(sentence, begin, end, limits, relaxed, again);
  const MatchLimits match_limits{table_limit(limits), gaps.max_span};
  for (std::uint32_t i = 0; gaps.source && i < length_; ++i) {
    if (source_[i] == kNoWord) continue;
    const auto node = model_.rules->child(model_.rules->root(), static_cast<Symbol>(source_[i]));
    if (node != RuleTable::kNoNode) extend_match({node, i, i + 1, 1}, match_limits);
  }
  sort_places();
}

void GappedOptions::extend_match(const Match& match, const MatchLimits& limits) {
  const std::size_t stop = std::min(length_, match.begin + limits.max_span);
  const RuleTable::Node gap = model_.rules->child(match.node, kGap);
  for (std::size_t at = match.end; at < stop; ++at) {
    const RuleTable::Node from = at == match.end ? match.node : gap;
    if (from == RuleTable::kNoNode) return;
    if (source_[at] == kNoWord) continue;
    const RuleTable::Node node = model_.rules->child(from, static_cast<Symbol>(source_[at]));
    if (node == RuleTable::kNoNode) continue;
    const Match longer{node, match.begin, static_cast<std::uint32_t>(at + 1),
                       match.mask | std::uint64_t{1} << (at - match.begin)};
    if (count_bits(longer.mask) < longer.end - longer.begin) {
      const Shape shape{longer.begin, longer.end, longer.mask};
      const auto best = candidates_.best(node, limits.table_limit, reference_);
      for (const RuleCandidate& candidate : best.rules) {
        const SourceGaps known = source_gaps(shape, runs_of(shape, candidate));
        gapped_.push_back({shape, candidate, estimate(shape, candidate, known)});
      }
    }
    extend_match(longer, limits);
  }
}

std::vector<SubphraseRun> GappedOptions::runs_of(const Shape& shape,
                                                 const RuleCandidate& candidate) const {
  if (!gap_scores_.in_target_order() || (!shape.has_gaps() && candidate.gaps == 0)) return {};
  return subphrase_runs(shape, model_.rules->target(candidate.rule),
                        model_.rules->alignment(candidate.rule));
}

SourceGaps GappedOptions::source_gaps(const Shape& shape, std::span<const SubphraseRun> runs) {
  SourceGaps known;
  if (runs.empty()) {
    known.jumps = shape.end - shape.begin - static_cast<std::uint32_t>(shape.words());
  }
  for (const SubphraseRun& run : runs) known.jumps += run.jumps;
  subtrees_.count(shape, known);
  return known;
}

void GappedOptions::add_rule(const Shape& shape, const RuleCandidate& candidate) {
  std::span<const Symbol> rest;
  const auto runs = runs_of(shape, candidate);
  const SourceGaps known = source_gaps(shape, runs);
  const auto symbols = first_piece(model_.rules->target(candidate.rule), rest);
  TranslationOption option{};
  option.score = candidate.score;
  option.estimate = estimate(shape, candidate, known);
  option.begin = shape.begin;
  option.end = shape.end;
  option.rule = candidate.rule;
  Beyond beyond;
  if (shape.has_gaps() || !rest.empty()) {
    const std::span<const SubphraseRun> later = runs.empty() ? runs : std::span(runs).subspan(1);
    GapsOfOption gaps{shape, add_pieces(rest, later), 0, 0, 0};
    if (!runs.empty()) gaps.run = runs.front();
    gaps.source = known;
    if (gaps.next != kNoOption) {
      const GapsOfOption& next = gaps_[pieces_[gaps.next].gaps];
      gaps.pieces = 1 + next.pieces;
      gaps.ahead = next.own + next.ahead;
    }
    option.score -= gap_scores_.source_cost(shape, known);
    option.gaps = static_cast<std::uint32_t>(gaps_.size());
    gaps_.push_back(gaps);
    beyond = {gaps.ahead, shape.has_gaps() ? shape.hash() : 0};
  }
  scratch_.assign(symbols.begin(), symbols.end());
  add(option, scratch_, model_.rules->reordering(candidate.rule), beyond);
}

std::uint32_t GappedOptions::add_pieces(std::span<const Symbol> symbols,
                                        std::span<const SubphraseRun> runs) {
  if (symbols.empty()) return kNoOption;
  std::span<const Symbol> rest;
  const auto own = first_piece(symbols, rest);
  const std::uint32_t next = add_pieces(rest, runs.empty() ? runs : runs.subspan(1));
  scratch_.assign(own.begin(), own.end());
  return add_piece(scratch_, next, runs.empty() ? SubphraseRun() : runs.front());
}

std::uint32_t GappedOptions::add_piece(std::span<const WordId> words, std::uint32_t next,
                                       const SubphraseRun& run) {
  TranslationOption option{};
  option.target = phrases_.intern(words);
  const auto fresh = static_cast<std::uint32_t>(pieces_.size());
  const auto [entry, added] = known_pieces_.try_emplace({option.target, next, run}, fresh);
  if (!added) return entry->second;
  GapsOfOption gaps{{}, next, 0, phrases_.estimate(words) - piece_cost_, 0, run};
  if (next != kNoOption) {
    const GapsOfOption& after = gaps_[pieces_[next].gaps];
    gaps.pieces = 1 + after.pieces;
    gaps.ahead = after.own + after.ahead;
  }
  option.rule = kPieceRule;
  option.bound = contexts_.bound(option.target);
  option.gaps = static_cast<std::uint32_t>(gaps_.size());
  gaps_.push_back(gaps);
  pieces_.push_back(option);
  return fresh;
}

void GappedOptions::sort_places() {
  std::ranges::sort(gapped_, [](const Gapped& a, const Gapped& b) {
    return std::tuple(a.shape.begin, a.shape.end, a.shape.mask, -a.estimate, a.rule.rule) <
           std::tuple(b.shape.begin, b.shape.end, b.shape.mask, -b.estimate, b.rule.rule);
  });
  places_.clear();
  max_span_ = 0;
  for (std::uint32_t i = 0; i < gapped_.size(); ++i) {
    const Shape& shape = gapped_[i].shape;
    if (places_.empty() || places_.back().shape != shape) {
      places_.push_back({shape, i, i, gapped_[i].estimate});
      max_span_ = std::max<std::size_t>(max_span_, shape.end - shape.begin);
    }
    places_.back().last = i + 1;
  }
  drop_empty_places();
}

void GappedOptions::drop_empty_places() {
  std::erase_if(places_, [](const Place& place) { return place.first == place.last; });
  place_first_.assign(length_ + 1, 0);
  for (const Place& place : places_) ++place_first_[place.shape.begin + 1];
  for (std::size_t i = 0; i < length_; ++i) place_first_[i + 1] += place_first_[i];
}

void GappedOptions::add_places() {
  for (Place& place : places_) {
    const auto first = static_cast<std::uint32_t>(options_.size());
    for (std::uint32_t i = place.first; i < place.last; ++i) {
      add_rule(gapped_[i].shape, gapped_[i].rule);
      options_.back().estimate = gapped_[i].estimate;
      options_.back().expected = gapped_[i].expected;
    }
    place.first = first;
    place.last = static_cast<std::uint32_t>(options_.size());
  }
  const auto first_piece = static_cast<std::uint32_t>(options_.size());
  options_.insert(options_.end(), pieces_.begin(), pieces_.end());
  for (GapsOfOption& gaps : gaps_) {
    if (gaps.next != kNoOption) gaps.next += first_piece;
  }
}

std::vector<std::uint32_t> GappedOptions::gapped_ends() const {
  if (places_.empty()) return {};
  std::vector<std::uint32_t> ends(length_, 0);
  for (const Place& place : places_) {
    ends[place.shape.begin] = std::max(ends[place.shape.begin], place.shape.end);
  }
  return ends;
}

std::size_t GappedOptions::target_words(const TranslationOption& option) const {
  std::size_t words = target(option.target).size();
  for (const TranslationOption* piece = &option;
       piece->gaps != kNoGaps && gaps(*piece).next != kNoOption;) {
    piece = &options_[gaps(*piece).next];
    words += target(piece->target).size();
  }
  return words;
}

}  // namespace dragoman::search::phrase
