#include "search/shared/translation_options.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

#include "common/bits.hpp"
#include "common/hash.hpp"

namespace dragoman::search {
namespace {

bool has_digit(std::string_view word) {
  return std::ranges::any_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

bool overlap(const Zone& zone, std::size_t begin, std::size_t end) {
  return zone.begin < end && begin < zone.end;
}

}  // namespace

TranslationOptions::TranslationOptions(const ModelParts& model, LanguageContexts& contexts)
    : model_(model),
      contexts_(contexts),
      phrases_(model, contexts),
      candidates_(model, contexts, phrases_) {}

void TranslationOptions::collect(const Sentence& sentence, std::size_t begin, std::size_t end,
                                 const Settings& settings, const GapSettings& gaps) {
  phrases_.clear();
  options_.clear();
  gaps_.clear();
  gapped_.clear();
  pieces_.clear();
  known_pieces_.clear();
  identities_.clear();
  candidates_.allow_gaps(gaps.target ? gaps.max_pending : 0);
  piece_cost_ = 0;
  for (std::size_t m = 0; m < model_.language_models.size(); ++m) {
    piece_cost_ += static_cast<float>(gaps.pending_cost * std::max(0.0, model_.weights[m]));
  }
  length_ = end - begin;
  reference_.forced = sentence.forced;
  reference_.words.clear();
  for (const std::string& word : sentence.reference) {
    reference_.words.push_back(phrases_.words().number(word));
  }

  std::vector<WordId> source;
  for (std::size_t i = begin; i < end; ++i) {
    source.push_back(model_.rules->source_vocabulary().find(sentence.words[i]));
  }
  // Positions of exclusive zones are closed to rules.
  for (const Zone& zone : sentence.zones) {
    if (!zone.exclusive) continue;
    for (std::size_t i = std::max(begin, zone.begin); i < std::min(end, zone.end); ++i) {
      source[i - begin] = kNoWord;
    }
  }
  for (std::size_t i = 0; i < length_; ++i) collect_rules(i, length_, source, settings);
  for (std::uint32_t i = 0; gaps.source && i < length_; ++i) {
    if (source[i] == kNoWord) continue;
    const auto node = model_.rules->child(model_.rules->root(), static_cast<Symbol>(source[i]));
    const MatchLimits limits{table_limit(settings), gaps.max_span};
    if (node != RuleTable::kNoNode) extend_match({node, i, i + 1, 1}, source, limits);
  }
  for (const Zone& zone : sentence.zones) {
    if (zone.begin < begin || zone.end > end) continue;
    for (const auto& translation : zone.translations) {
      scratch_.clear();
      for (const std::string& word : translation) scratch_.push_back(phrases_.words().number(word));
      const std::vector<WordId> target = scratch_;
      if (reference_.allows(target))
        add_words(zone.begin - begin, zone.end - begin, kZoneRule, target);
    }
  }
  std::vector<bool> translated(length_, false);
  for (const TranslationOption& option : options_) {
    if (option.end - option.begin == 1 && option.gaps == kNoGaps) translated[option.begin] = true;
  }
  for (std::size_t i = 0; i < length_; ++i) {
    if (translated[i]) continue;
    const bool closed = std::ranges::any_of(sentence.zones, [&](const Zone& zone) {
      return zone.exclusive && !zone.translations.empty() && zone.begin >= begin &&
             zone.end <= end && overlap(zone, begin + i, begin + i + 1);
    });
    if (!closed) unknown_word(i, sentence.words[begin + i], settings.unknown);
  }
  sort_spans();
  sort_places();
}

void TranslationOptions::collect_rules(std::size_t begin, std::size_t end,
                                       std::span<const WordId> source, const Settings& settings) {
  RuleTable::Node node = model_.rules->root();
  for (std::size_t last = begin; last < end && source[last] != kNoWord; ++last) {
    node = model_.rules->child(node, static_cast<Symbol>(source[last]));
    if (node == RuleTable::kNoNode) return;
    const auto best = candidates_.best(node, table_limit(settings), reference_);
    const Shape shape{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(last + 1)};
    for (const RuleCandidate& candidate : best) add_rule(shape, candidate);
  }
}

void TranslationOptions::extend_match(const Match& match, std::span<const WordId> source,
                                      const MatchLimits& limits) {
  const std::size_t stop = std::min(length_, match.begin + limits.max_span);
  const RuleTable::Node gap = model_.rules->child(match.node, kGap);
  for (std::size_t at = match.end; at < stop; ++at) {
    const RuleTable::Node from = at == match.end ? match.node : gap;
    if (from == RuleTable::kNoNode) return;
    if (source[at] == kNoWord) continue;
    const RuleTable::Node node = model_.rules->child(from, static_cast<Symbol>(source[at]));
    if (node == RuleTable::kNoNode) continue;
    const Match longer{node, match.begin, static_cast<std::uint32_t>(at + 1),
                       match.mask | std::uint64_t{1} << (at - match.begin)};
    if (count_bits(longer.mask) < longer.end - longer.begin) {
      const Shape shape{longer.begin, longer.end, longer.mask};
      const auto best = candidates_.best(node, limits.table_limit, reference_);
      for (const RuleCandidate& candidate : best) {
        gapped_.push_back({shape, candidate, estimate(shape, candidate)});
      }
    }
    extend_match(longer, source, limits);
  }
}

void TranslationOptions::add_rule(const Shape& shape, const RuleCandidate& candidate) {
  std::span<const Symbol> rest;
  const auto symbols = first_piece(model_.rules->target(candidate.rule), rest);
  TranslationOption option{};
  option.score = candidate.score;
  option.estimate = estimate(shape, candidate);
  option.begin = shape.begin;
  option.end = shape.end;
  option.rule = candidate.rule;
  if (shape.has_gaps() || !rest.empty()) {
    GapsOfOption gaps{shape, add_pieces(rest), 0, 0, 0};
    if (gaps.next != kNoOption) {
      const GapsOfOption& next = gaps_[pieces_[gaps.next].gaps];
      gaps.pieces = 1 + next.pieces;
      gaps.ahead = next.own + next.ahead;
    }
    option.score -= gap_cost(shape);
    option.gaps = static_cast<std::uint32_t>(gaps_.size());
    gaps_.push_back(gaps);
  }
  scratch_.assign(symbols.begin(), symbols.end());
  add(option, scratch_, model_.rules->reordering(candidate.rule));
}

float TranslationOptions::gap_cost(const Shape& shape) const {
  if (!shape.has_gaps()) return 0;
  const auto weight = [&](GapFeature f) { return model_.layout->gap_weight(f, model_.weights); };
  const std::size_t words = shape.end - shape.begin - shape.words();
  return static_cast<float>(weight(GapFeature::kDistortion) * static_cast<double>(words) +
                            weight(GapFeature::kSource) * static_cast<double>(shape.gaps()));
}

std::uint32_t TranslationOptions::add_pieces(std::span<const Symbol> symbols) {
  if (symbols.empty()) return kNoOption;
  std::span<const Symbol> rest;
  const auto own = first_piece(symbols, rest);
  const std::uint32_t next = add_pieces(rest);
  scratch_.assign(own.begin(), own.end());
  return add_piece(scratch_, next);
}

std::uint32_t TranslationOptions::add_piece(std::span<const WordId> words, std::uint32_t next) {
  TranslationOption option{};
  option.target = phrases_.intern(words);
  const auto fresh = static_cast<std::uint32_t>(pieces_.size());
  const auto key = static_cast<std::uint64_t>(option.target) << 32 | next;
  const auto [entry, added] = known_pieces_.try_emplace(key, fresh);
  if (!added) return entry->second;
  GapsOfOption gaps{{}, next, 0, phrases_.estimate(words) - piece_cost_, 0};
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

void TranslationOptions::add_words(std::size_t begin, std::size_t end, RuleId kind,
                                   std::span<const WordId> words) {
  const FeatureLayout& layout = *model_.layout;
  double score = model_.weights[layout.phrase_penalty()] -
                 model_.weights[layout.word_penalty()] * static_cast<double>(words.size());
  if (kind == kUnknownRule) score += model_.weights[layout.unknown()] * kUnknownScore;
  TranslationOption option{};
  option.score = static_cast<float>(score);
  option.estimate = option.score + phrases_.estimate(words);
  option.begin = static_cast<std::uint32_t>(begin);
  option.end = static_cast<std::uint32_t>(end);
  option.rule = kind;
  add(option, words, {});
}

void TranslationOptions::add(TranslationOption option, std::span<const WordId> target,
                             std::span<const float> reordering) {
  option.target = phrases_.intern(target);
  const FeatureLayout& layout = *model_.layout;
  if (!reordering.empty() && layout.has_reordering()) {
    for (std::size_t o = 0; o < FeatureLayout::kOrientations; ++o) {
      option.backward[o] = static_cast<float>(model_.weights[layout.backward(o)] * reordering[o]);
      option.forward[o] = static_cast<float>(model_.weights[layout.forward(o)] *
                                             reordering[FeatureLayout::kOrientations + o]);
    }
  }
  option.bound = option.score + contexts_.bound(option.target) +
                 *std::max_element(std::begin(option.backward), std::end(option.backward));
  if (option.gaps != kNoGaps) option.bound += gaps_[option.gaps].ahead;
  option.forward_bound = *std::max_element(std::begin(option.forward), std::end(option.forward));
  option.identity = identify(option);
  options_.push_back(option);
}

std::uint32_t TranslationOptions::identify(const TranslationOption& option) {
  std::uint64_t key = mix64(option.end);
  if (model_.layout->has_reordering()) {
    key = hash_combine(key, option.begin);
    for (const float score : option.forward) {
      key = hash_combine(key, std::bit_cast<std::uint32_t>(score));
    }
  }
  if (option.gaps != kNoGaps && gaps_[option.gaps].shape.has_gaps()) {
    key = hash_combine(key, gaps_[option.gaps].shape.hash());
  }
  // 0 stands for no option at all and for a finished translation.
  return identities_.try_emplace(key, static_cast<std::uint32_t>(identities_.size() + 1))
      .first->second;
}

void TranslationOptions::unknown_word(std::size_t position, std::string_view word,
                                      UnknownWords treatment) {
  std::vector<WordId> target;
  if (treatment == UnknownWords::kMark) {
    target.push_back(phrases_.words().number("\u27e8" + std::string(word) + "\u27e9"));
  } else if (treatment == UnknownWords::kCopy || has_digit(word)) {
    target.push_back(phrases_.words().number(word));
  }
  if (reference_.allows(target)) add_words(position, position + 1, kUnknownRule, target);
}

void TranslationOptions::sort_spans() {
  std::ranges::sort(options_, [](const TranslationOption& a, const TranslationOption& b) {
    return std::tuple(a.begin, a.end, -a.estimate, a.rule, a.target) <
           std::tuple(b.begin, b.end, -b.estimate, b.rule, b.target);
  });
  max_length_ = 1;
  for (const TranslationOption& option : options_) {
    max_length_ = std::max<std::size_t>(max_length_, option.end - option.begin);
  }
  spans_.assign(length_ * max_length_, {0, 0});
  for (std::uint32_t i = 0; i < options_.size();) {
    const std::uint32_t first = i;
    const TranslationOption& option = options_[first];
    while (i < options_.size() && options_[i].begin == option.begin &&
           options_[i].end == option.end) {
      ++i;
    }
    spans_[option.begin * max_length_ + (option.end - option.begin) - 1] = {first, i};
  }
}

void TranslationOptions::sort_places() {
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

void TranslationOptions::drop_empty_places() {
  std::erase_if(places_, [](const Place& place) { return place.first == place.last; });
  place_first_.assign(length_ + 1, 0);
  for (const Place& place : places_) ++place_first_[place.shape.begin + 1];
  for (std::size_t i = 0; i < length_; ++i) place_first_[i + 1] += place_first_[i];
}

void TranslationOptions::add_places() {
  for (Place& place : places_) {
    const auto first = static_cast<std::uint32_t>(options_.size());
    for (std::uint32_t i = place.first; i < place.last; ++i) {
      add_rule(gapped_[i].shape, gapped_[i].rule);
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

}  // namespace dragoman::search
