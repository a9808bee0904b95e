#include "search/options.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

#include "common/hash.hpp"

namespace dragoman::search {
namespace {

constexpr std::size_t kFirstSlots = 1 << 10;
/// Rules remembered for the next sentences.
constexpr std::size_t kMaxKnown = 1 << 20;

std::uint64_t hash_words(std::span<const WordId> words) {
  std::uint64_t hash = words.size();
  for (const WordId word : words) hash = hash_combine(hash, word);
  return hash;
}

bool has_digit(std::string_view word) {
  return std::ranges::any_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

/// The symbols of a target side up to its first gap; `rest` is what follows the gap.
std::span<const Symbol> first_piece(std::span<const Symbol> symbols,
                                    std::span<const Symbol>& rest) {
  const auto gap = std::ranges::find(symbols, kGap);
  const auto size = static_cast<std::size_t>(gap - symbols.begin());
  rest = symbols.subspan(gap == symbols.end() ? size : size + 1);
  return symbols.first(size);
}

bool overlap(const Zone& zone, std::size_t begin, std::size_t end) {
  return zone.begin < end && begin < zone.end;
}

}  // namespace

WordId TargetWords::number(std::string_view word) {
  const WordId known = vocabulary_.find(word);
  if (known != kNoWord) return known;
  const auto fresh = static_cast<WordId>(vocabulary_.size() + extra_.size());
  const auto [entry, added] = extra_ids_.try_emplace(std::string(word), fresh);
  if (added) extra_.emplace_back(word);
  return entry->second;
}

Options::Options(const OptionModel& model, LanguageContexts& contexts)
    : model_(model), contexts_(contexts), words_(model.rules->target_vocabulary()) {
  const std::size_t words = model.rules->target_vocabulary().size();
  to_language_model_.assign(model.language_models.size(), std::vector<WordId>(words, 0));
}

void Options::collect(const Sentence& sentence, std::size_t begin, std::size_t end,
                      const Settings& settings, const GapSettings& gaps) {
  contexts_.clear();
  words_.clear();
  options_.clear();
  gaps_.clear();
  pieces_.clear();
  known_pieces_.clear();
  const std::size_t max_pieces = gaps.target ? gaps.max_pending : 0;
  if (max_pieces != max_pieces_) {
    known_nodes_.clear();
    known_.clear();
    max_pieces_ = max_pieces;
  }
  identities_.clear();
  target_first_.assign(1, 0);
  target_words_.clear();
  target_slots_.assign(kFirstSlots, kNoWord);
  reference_.clear();
  length_ = end - begin;
  forced_ = sentence.forced;
  for (const std::string& word : sentence.reference) reference_.push_back(words_.number(word));

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
    const MatchLimits limits{forced_ ? 0 : settings.table_limit, gaps.max_span};
    if (node != RuleTable::kNoNode) extend_match({node, i, i + 1, 1}, source, limits);
  }
  for (const Zone& zone : sentence.zones) {
    if (zone.begin < begin || zone.end > end) continue;
    for (const auto& translation : zone.translations) {
      scratch_.clear();
      for (const std::string& word : translation) scratch_.push_back(words_.number(word));
      const std::vector<WordId> target = scratch_;
      if (possible(target)) add_words(zone.begin - begin, zone.end - begin, kZoneRule, target);
    }
  }
  std::vector<bool> translated(length_, false);
  for (const Option& option : options_) {
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
}

void Options::collect_rules(std::size_t begin, std::size_t end, std::span<const WordId> source,
                            const Settings& settings) {
  RuleTable::Node node = model_.rules->root();
  for (std::size_t last = begin; last < end && source[last] != kNoWord; ++last) {
    node = model_.rules->child(node, static_cast<Symbol>(source[last]));
    if (node == RuleTable::kNoNode) return;
    const auto best = candidates(node, forced_ ? 0 : settings.table_limit);
    const Shape shape{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(last + 1)};
    for (const Candidate& candidate : best) add_rule(shape, candidate);
  }
}

void Options::extend_match(const Match& match, std::span<const WordId> source,
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
    if (static_cast<std::size_t>(std::popcount(longer.mask)) < longer.end - longer.begin) {
      const Shape shape{longer.begin, longer.end, longer.mask};
      const auto best = candidates(node, limits.table_limit);
      for (const Candidate& candidate : best) add_rule(shape, candidate);
    }
    extend_match(longer, source, limits);
  }
}

std::span<const Options::Candidate> Options::candidates(RuleTable::Node node, std::size_t limit) {
  if (forced_) {  // depends on the reference
    find_candidates(node, limit);
    return candidates_;
  }
  auto entry = known_nodes_.find(node);
  if (entry == known_nodes_.end()) {
    find_candidates(node, limit);
    if (known_.size() > kMaxKnown) {
      known_nodes_.clear();
      known_.clear();
    }
    const auto first = static_cast<std::uint32_t>(known_.size());
    known_.insert(known_.end(), candidates_.begin(), candidates_.end());
    entry = known_nodes_.emplace(node, std::pair(first, static_cast<std::uint32_t>(known_.size())))
                .first;
  }
  const auto [first, last] = entry->second;
  return {known_.data() + first, known_.data() + last};
}

float Options::score_rule(RuleId rule) const {
  const FeatureLayout& layout = *model_.layout;
  const std::span<const Symbol> target = model_.rules->target(rule);
  const auto gaps = std::ranges::count(target, kGap);
  const auto words = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(target.size()) - gaps);
  double score = model_.weights[layout.phrase_penalty()] -
                 model_.weights[layout.word_penalty()] * static_cast<double>(words);
  if (gaps > 0) {
    score -= layout.gap_weight(GapFeature::kTarget, model_.weights) * static_cast<double>(gaps);
  }
  const std::span<const float> columns = model_.rules->scores(rule);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    score += model_.weights[layout.column(c)] * columns[c];
  }
  return static_cast<float>(score);
}

void Options::find_candidates(RuleTable::Node node, std::size_t limit) {
  candidates_.clear();
  const auto [first, last] = model_.rules->rules(node);
  for (RuleId rule = first; rule < last; ++rule) {
    const std::span<const Symbol> symbols = model_.rules->target(rule);
    if (!usable(symbols) || (forced_ && !possible_in_pieces(symbols))) continue;
    candidates_.push_back({score_rule(rule), 0, rule});
  }
  const auto add_language = [&](Candidate& candidate) {
    candidate.estimate = candidate.score + estimate(model_.rules->target(candidate.rule));
  };
  if (limit == 0 || candidates_.size() <= limit || !contexts_.bounded()) {
    for (Candidate& candidate : candidates_) add_language(candidate);
  }
  if (limit == 0 || candidates_.size() <= limit) return;
  const auto better = [](const Candidate& a, const Candidate& b) {
    return a.estimate != b.estimate ? a.estimate > b.estimate : a.rule < b.rule;
  };
  if (!contexts_.bounded()) {
    std::nth_element(candidates_.begin(), candidates_.begin() + static_cast<long>(limit),
                     candidates_.end(), better);
    candidates_.resize(limit);
    return;
  }
  // The language models only lower a score: in the order of the other scores, once the limit is
  // full of estimates that no later score reaches, the rest need not be estimated.
  std::ranges::sort(candidates_, [](const Candidate& a, const Candidate& b) {
    return a.score != b.score ? a.score > b.score : a.rule < b.rule;
  });
  std::size_t kept = 0;  // [0, kept) is a heap whose top is the worst
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    if (kept == limit && candidates_[i].score < candidates_.front().estimate) break;
    Candidate candidate = candidates_[i];
    add_language(candidate);
    if (kept == limit) {
      if (!better(candidate, candidates_.front())) continue;
      std::pop_heap(candidates_.begin(), candidates_.begin() + static_cast<long>(kept), better);
      --kept;
    }
    candidates_[kept++] = candidate;
    std::push_heap(candidates_.begin(), candidates_.begin() + static_cast<long>(kept), better);
  }
  candidates_.resize(kept);
}

void Options::add_rule(const Shape& shape, const Candidate& candidate) {
  std::span<const Symbol> rest;
  const auto symbols = first_piece(model_.rules->target(candidate.rule), rest);
  Option option{};
  option.score = candidate.score;
  option.estimate = candidate.estimate;
  option.begin = shape.begin;
  option.end = shape.end;
  option.rule = candidate.rule;
  if (shape.has_gaps() || !rest.empty()) {
    const FeatureLayout& layout = *model_.layout;
    GapsOfOption gaps{shape, add_pieces(rest), 0, 0, 0};
    if (gaps.next != kNoOption) {
      const GapsOfOption& next = gaps_[pieces_[gaps.next].gaps];
      gaps.pieces = 1 + next.pieces;
      gaps.ahead = next.own + next.ahead;
    }
    const double score =
        layout.gap_weight(GapFeature::kDistortion, model_.weights) *
            static_cast<double>(shape.end - shape.begin - shape.words()) +
        layout.gap_weight(GapFeature::kSource, model_.weights) * static_cast<double>(shape.gaps());
    option.score -= static_cast<float>(score);
    option.estimate -= static_cast<float>(score);
    option.gaps = static_cast<std::uint32_t>(gaps_.size());
    gaps_.push_back(gaps);
  }
  scratch_.assign(symbols.begin(), symbols.end());
  add(option, scratch_, model_.rules->reordering(candidate.rule));
}

std::uint32_t Options::add_pieces(std::span<const Symbol> symbols) {
  if (symbols.empty()) return kNoOption;
  std::span<const Symbol> rest;
  const auto own = first_piece(symbols, rest);
  const std::uint32_t next = add_pieces(rest);
  scratch_.assign(own.begin(), own.end());
  return add_piece(scratch_, next);
}

std::uint32_t Options::add_piece(std::span<const WordId> words, std::uint32_t next) {
  Option option{};
  option.target = intern(words);
  const auto fresh = static_cast<std::uint32_t>(pieces_.size());
  const auto key = static_cast<std::uint64_t>(option.target) << 32 | next;
  const auto [entry, added] = known_pieces_.try_emplace(key, fresh);
  if (!added) return entry->second;
  GapsOfOption gaps{{}, next, 0, contexts_.estimate(in_language_models(words)), 0};
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

void Options::add_words(std::size_t begin, std::size_t end, RuleId kind,
                        std::span<const WordId> words) {
  const FeatureLayout& layout = *model_.layout;
  double score = model_.weights[layout.phrase_penalty()] -
                 model_.weights[layout.word_penalty()] * static_cast<double>(words.size());
  if (kind == kUnknownRule) score += model_.weights[layout.unknown()] * kUnknownScore;
  Option option{};
  option.score = static_cast<float>(score);
  option.estimate = option.score + contexts_.estimate(in_language_models(words));
  option.begin = static_cast<std::uint32_t>(begin);
  option.end = static_cast<std::uint32_t>(end);
  option.rule = kind;
  add(option, words, {});
}

void Options::add(Option option, std::span<const WordId> target,
                  std::span<const float> reordering) {
  option.target = intern(target);
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

std::uint32_t Options::identify(const Option& option) {
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

float Options::estimate(std::span<const Symbol> target) {
  float total = 0;
  do {
    const auto symbols = first_piece(target, target);
    scratch_.assign(symbols.begin(), symbols.end());
    total += contexts_.estimate(in_language_models(scratch_));
  } while (!target.empty());
  return total;
}

bool Options::usable(std::span<const Symbol> target) const {
  std::size_t gaps = 0;
  Symbol before = kGap;
  for (const Symbol symbol : target) {
    if (symbol < kGap || (symbol == kGap && (before == kGap || ++gaps > max_pieces_))) return false;
    before = symbol;
  }
  return gaps == 0 || before != kGap;
}

bool Options::possible_in_pieces(std::span<const Symbol> target) const {
  auto from = reference_.begin();
  do {
    const auto piece = first_piece(target, target);
    const auto found = std::search(from, reference_.end(), piece.begin(), piece.end(),
                                   [](WordId a, Symbol b) { return a == static_cast<WordId>(b); });
    if (found == reference_.end() && !piece.empty()) return false;
    const auto left = reference_.end() - found;
    from = found + std::min(left, static_cast<std::ptrdiff_t>(piece.size()) + 1);
  } while (!target.empty());
  return true;
}

bool Options::possible(std::span<const WordId> target) const {
  return !forced_ ||
         std::search(reference_.begin(), reference_.end(), target.begin(), target.end()) !=
             reference_.end() ||
         target.empty();
}

TargetId Options::intern(std::span<const WordId> target) {
  if (target_first_.size() * 2 >= target_slots_.size()) {
    target_slots_.assign(target_slots_.size() * 2, kNoWord);
    for (TargetId id = 0; id + 1 < target_first_.size(); ++id) {
      std::size_t slot = hash_words(this->target(id)) & (target_slots_.size() - 1);
      while (target_slots_[slot] != kNoWord) slot = (slot + 1) & (target_slots_.size() - 1);
      target_slots_[slot] = id;
    }
  }
  const std::size_t mask = target_slots_.size() - 1;
  std::size_t slot = hash_words(target) & mask;
  for (; target_slots_[slot] != kNoWord; slot = (slot + 1) & mask) {
    if (std::ranges::equal(this->target(target_slots_[slot]), target)) return target_slots_[slot];
  }
  const TargetId id = contexts_.add_target(in_language_models(target));
  target_slots_[slot] = id;
  target_words_.insert(target_words_.end(), target.begin(), target.end());
  target_first_.push_back(target_words_.size());
  return id;
}

const std::vector<WordId>& Options::in_language_models(std::span<const WordId> target) {
  scratch_lm_.clear();
  for (std::size_t m = 0; m < to_language_model_.size(); ++m) {
    const lm::Model& model = *model_.language_models[m];
    for (const WordId word : target) {
      if (word >= to_language_model_[m].size()) {
        scratch_lm_.push_back(model.find(words_.word(word)));
        continue;
      }
      WordId& known = to_language_model_[m][word];
      if (known == 0) known = model.find(words_.word(word)) + 1;
      scratch_lm_.push_back(known - 1);
    }
  }
  return scratch_lm_;
}

void Options::unknown_word(std::size_t position, std::string_view word, UnknownWords treatment) {
  std::vector<WordId> target;
  if (treatment == UnknownWords::kMark) {
    target.push_back(words_.number("\u27e8" + std::string(word) + "\u27e9"));
  } else if (treatment == UnknownWords::kCopy || has_digit(word)) {
    target.push_back(words_.number(word));
  }
  if (possible(target)) add_words(position, position + 1, kUnknownRule, target);
}

void Options::sort_spans() {
  const auto shape = [&](const Option& option) {
    return option.gaps == kNoGaps ? std::uint64_t{0} : gaps_[option.gaps].shape.mask;
  };
  std::ranges::sort(options_, [&](const Option& a, const Option& b) {
    const std::uint64_t left = shape(a), right = shape(b);
    return std::tuple(left != 0, a.begin, a.end, left, -a.estimate, a.rule, a.target) <
           std::tuple(right != 0, b.begin, b.end, right, -b.estimate, b.rule, b.target);
  });
  const auto places = std::ranges::partition_point(
      options_, [&](const Option& option) { return shape(option) == 0; });
  const auto contiguous = static_cast<std::uint32_t>(places - options_.begin());
  max_length_ = 1;
  for (std::uint32_t i = 0; i < contiguous; ++i) {
    max_length_ = std::max<std::size_t>(max_length_, options_[i].end - options_[i].begin);
  }
  spans_.assign(length_ * max_length_, {0, 0});
  for (std::uint32_t i = 0; i < contiguous;) {
    const std::uint32_t first = i;
    const Option& option = options_[first];
    while (i < contiguous && options_[i].begin == option.begin && options_[i].end == option.end) {
      ++i;
    }
    spans_[option.begin * max_length_ + (option.end - option.begin) - 1] = {first, i};
  }
  index_places(contiguous);
}

void Options::drop_empty_places() {
  std::erase_if(places_, [](const Place& place) { return place.first == place.last; });
  place_first_.assign(length_ + 1, 0);
  for (const Place& place : places_) ++place_first_[place.shape.begin + 1];
  for (std::size_t i = 0; i < length_; ++i) place_first_[i + 1] += place_first_[i];
}

void Options::index_places(std::uint32_t contiguous) {
  places_.clear();
  max_span_ = 0;
  place_first_.assign(length_ + 1, 0);
  for (std::uint32_t i = contiguous; i < options_.size(); ++i) {
    const Shape& shape = gaps_[options_[i].gaps].shape;
    if (places_.empty() || places_.back().shape != shape) {
      places_.push_back({shape, i, i});
      ++place_first_[shape.begin + 1];
      max_span_ = std::max<std::size_t>(max_span_, shape.end - shape.begin);
    }
    places_.back().last = i + 1;
  }
  for (std::size_t i = 0; i < length_; ++i) place_first_[i + 1] += place_first_[i];
  const auto first_piece = static_cast<std::uint32_t>(options_.size());
  options_.insert(options_.end(), pieces_.begin(), pieces_.end());
  for (GapsOfOption& gaps : gaps_) {
    if (gaps.next != kNoOption) gaps.next += first_piece;
  }
}

}  // namespace dragoman::search
