#include "search/options/translation_options.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <tuple>

#include "common/hash.hpp"
#include "search/shared/given_words.hpp"
#include "search/shared/unknown_words.hpp"

namespace dragoman::search {
namespace {

/// Slots at the begin of a sentence.
constexpr std::size_t kLeastIdentities = 1 << 8, kMostIdentities = 1 << 14;

bool overlap(const Zone& zone, std::size_t begin, std::size_t end) {
  return zone.begin < end && begin < zone.end;
}

}  // namespace

TranslationOptions::TranslationOptions(const ModelParts& model, LanguageContexts& contexts,
                                       RuleFeatures& features)
    : model_(model),
      contexts_(contexts),
      scores_(model),
      phrases_(model, contexts),
      candidates_(model, contexts, phrases_, features),
      paths_(model) {}

void TranslationOptions::collect(const Sentence& sentence, std::size_t begin, std::size_t end,
                                 const OptionLimits& limits, bool relaxed, bool again) {
  if (!again) phrases_.begin(sentence.forced);
  options_.clear();
  identities_.clear_for_as_many(kLeastIdentities, kMostIdentities);
  candidates_.begin_sentence();
  length_ = end - begin;
  reference_.forced = sentence.forced;
  reference_.words.clear();
  for (const std::string& word : sentence.reference) {
    reference_.words.push_back(phrases_.words().number(word));
  }
  reference_.prefix.assign(sentence.prefix, phrases_.words());
  lattice_.assign(sentence.lattice);
  option_paths_.clear();
  if (lattice_.used()) return collect_lattice(sentence, limits, relaxed);
  read_source(sentence, begin, end);
  for (std::size_t i = 0; i < length_; ++i) collect_rules(i, limits);
  const std::size_t added = options_.size();
  collect_zones(sentence, begin, end);
  collect_unknown_words(sentence, begin, end, limits.unknown);
  if (relaxed) collect_relaxed(sentence, begin, end);
  sort_spans(added);
}

void TranslationOptions::read_source(const Sentence& sentence, std::size_t begin, std::size_t end) {
  source_.clear();
  for (std::size_t i = begin; i < end; ++i) {
    source_.push_back(model_.rules->source_vocabulary().find(sentence.words[i]));
  }
  // Words in exclusive zones are closed to rules.
  for (const Zone& zone : sentence.zones) {
    if (!zone.exclusive) continue;
    for (std::size_t i = std::max(begin, zone.begin); i < std::min(end, zone.end); ++i) {
      source_[i - begin] = kNoWord;
    }
  }
}

void TranslationOptions::collect_rules(std::size_t begin, const OptionLimits& limits) {
  RuleTable::Node node = model_.rules->root();
  for (std::size_t last = begin; last < length_ && source_[last] != kNoWord; ++last) {
    node = model_.rules->child(node, static_cast<Symbol>(source_[last]));
    if (node == RuleTable::kNoNode) return;
    const BestRules best = candidates_.best(node, table_limit(limits), reference_);
    const auto first = static_cast<std::uint32_t>(begin),
               end = static_cast<std::uint32_t>(last + 1);
    for (std::size_t i = 0; i < best.rules.size(); ++i) {
      if (best.options == nullptr || best.rules[i].gaps > 0) {
        add_rule(first, end, best.rules[i]);
      } else {
        add_remembered(first, end, best.rules[i], best.options[i]);
      }
    }
  }
}

void TranslationOptions::collect_zones(const Sentence& sentence, std::size_t begin,
                                       std::size_t end) {
  for (const Zone& zone : sentence.zones) {
    if (zone.begin < begin || zone.end > end) continue;
    for (const auto& translation : zone.translations) {
      std::vector<WordId> target;
      for (const std::string& word : translation) target.push_back(phrases_.words().number(word));
      if (reference_.allows(target)) {
        add_words(zone.begin - begin, zone.end - begin, kZoneRule, target);
      }
    }
  }
}

void TranslationOptions::collect_unknown_words(const Sentence& sentence, std::size_t begin,
                                               std::size_t end, UnknownWords treatment) {
  std::vector<bool> translated(length_, false);
  for (const TranslationOption& option : options_) {
    if (option.end - option.begin == 1 && option.gaps == kNoGaps) translated[option.begin] = true;
  }
  for (std::size_t i = 0; i < length_; ++i) {
    // A word is not unknown because the reference lacks its translations.
    if (translated[i] || (reference_.forced && has_rule(source_[i]))) continue;
    if (closed(sentence, begin, end, i) || has_given_translations(sentence, begin + i)) continue;
    add_unknown_word(i, i + 1, sentence.words[begin + i], treatment);
  }
}

bool TranslationOptions::has_rule(WordId word) const {
  if (word == kNoWord) return false;
  const auto node = model_.rules->child(model_.rules->root(), static_cast<Symbol>(word));
  if (node == RuleTable::kNoNode) return false;
  const auto [first, last] = model_.rules->rules(node);
  for (RuleId rule = first; rule < last; ++rule) {
    if (std::ranges::all_of(model_.rules->target(rule), [](Symbol s) { return s >= 0; })) {
      return true;
    }
  }
  return false;
}

bool TranslationOptions::closed(const Sentence& sentence, std::size_t begin, std::size_t end,
                                std::size_t word) {
  return std::ranges::any_of(sentence.zones, [&](const Zone& zone) {
    return zone.exclusive && !zone.translations.empty() && zone.begin >= begin && zone.end <= end &&
           overlap(zone, begin + word, begin + word + 1);
  });
}

std::set<std::vector<WordId>> TranslationOptions::runs_for(std::size_t words) const {
  const std::size_t size = reference_.words.size();
  const std::size_t most = std::max<std::size_t>(3, size / std::max<std::size_t>(words, 1) + 2);
  std::set<std::vector<WordId>> runs;
  for (std::size_t from = 0; from < size; ++from) {
    for (std::size_t to = from + 1; to <= std::min(size, from + most); ++to) {
      runs.emplace(reference_.words.begin() + static_cast<std::ptrdiff_t>(from),
                   reference_.words.begin() + static_cast<std::ptrdiff_t>(to));
    }
  }
  return runs;
}

void TranslationOptions::collect_relaxed(const Sentence& sentence, std::size_t begin,
                                         std::size_t end) {
  const auto runs = runs_for(length_);
  for (std::size_t i = 0; i < length_; ++i) {
    if (closed(sentence, begin, end, i)) continue;
    add_words(i, i + 1, kDeletedRule, {});
    for (const std::vector<WordId>& run : runs) {
      add_words(i, i + 1, run.size() == 1 ? kBackOffRule : kInsertedRule, run);
    }
  }
}

void TranslationOptions::add_rule(std::uint32_t begin, std::uint32_t end,
                                  const RuleCandidate& candidate) {
  TranslationOption option{};
  option.score = candidate.score;
  option.estimate = candidate.estimate;
  option.begin = begin;
  option.end = end;
  option.rule = candidate.rule;
  const auto symbols = model_.rules->target(candidate.rule);
  scratch_.assign(symbols.begin(), symbols.end());
  add(option, scratch_, model_.rules->reordering(candidate.rule), {});
}

void TranslationOptions::add_words(std::size_t begin, std::size_t end, RuleId kind,
                                   std::span<const WordId> words) {
  TranslationOption option{};
  option.score = static_cast<float>(scores_.of_kind(kind, words.size()));
  option.estimate = option.score + phrases_.estimate(words);
  option.begin = static_cast<std::uint32_t>(begin);
  option.end = static_cast<std::uint32_t>(end);
  option.rule = kind;
  add(option, words, {}, {});
}

void TranslationOptions::add_remembered(std::uint32_t begin, std::uint32_t end,
                                        const RuleCandidate& candidate, TranslationOption& made) {
  // Until it has a place, an option has the generation of its target phrase for its identity.
  if (made.identity != phrases_.generation()) {
    made = {};
    made.score = candidate.score;
    made.estimate = candidate.estimate;
    made.rule = candidate.rule;
    const auto symbols = model_.rules->target(candidate.rule);
    scratch_.assign(symbols.begin(), symbols.end());
    complete(made, scratch_, model_.rules->reordering(candidate.rule));
    made.identity = phrases_.generation();
  }
  TranslationOption& option = options_.emplace_back(made);
  option.begin = begin;
  option.end = end;
  option.identity = identify(option, 0);
}

void TranslationOptions::add(TranslationOption option, std::span<const WordId> target,
                             std::span<const float> reordering, const Beyond& beyond) {
  complete(option, target, reordering);
  option.bound += beyond.ahead;
  option.identity = identify(option, beyond.identity);
  options_.push_back(option);
}

void TranslationOptions::complete(TranslationOption& option, std::span<const WordId> target,
                                  std::span<const float> reordering) {
  option.target = phrases_.intern(target);
  const auto weights = model_.layout->of(Block::kReordering, model_.weights);
  if (!reordering.empty() && !weights.empty()) {
    for (std::size_t o = 0; o < kOrientations; ++o) {
      option.backward[o] = static_cast<float>(weights[o] * reordering[o]);
      option.forward[o] =
          static_cast<float>(weights[kOrientations + o] * reordering[kOrientations + o]);
    }
  }
  option.bound = option.score + contexts_.bound(option.target) +
                 *std::max_element(std::begin(option.backward), std::end(option.backward));
  option.forward_bound = *std::max_element(std::begin(option.forward), std::end(option.forward));
}

std::uint32_t TranslationOptions::identify(const TranslationOption& option, std::uint64_t beyond) {
  std::uint64_t key = mix64(option.end);
  if (model_.layout->has(Block::kReordering)) {
    key = hash_combine(key, option.begin);
    for (const float score : option.forward) {
      key = hash_combine(key, std::bit_cast<std::uint32_t>(score));
    }
  }
  if (beyond != 0) key = hash_combine(key, beyond);
  // 0 means that there is no option, or that the translation is finished.
  Identity& identity = identities_.insert(
      key, [&](const Identity& known) { return known.key == key; },
      [](const Identity& known) { return known.key; });
  if (identity.free()) identity = {key, static_cast<std::uint32_t>(identities_.size())};
  return identity.number;
}

bool TranslationOptions::add_unknown_word(std::size_t begin, std::size_t end,
                                          const std::string& word, UnknownWords treatment) {
  std::vector<WordId> target;
  for (const std::string& one : unknown_word(word, treatment)) {
    target.push_back(phrases_.words().number(one));
  }
  const bool allowed = reference_.allows(target);
  if (allowed) add_words(begin, end, kUnknownRule, target);
  return allowed;
}

void TranslationOptions::sort_spans(std::size_t added) {
  // What is equal stays in the order in which it was made. The rules of a span without target gaps
  // come in order.
  const auto order = [](const TranslationOption& option) {
    return std::tuple(option.begin, option.end, -option.estimate, option.rule);
  };
  const auto middle = options_.begin() + static_cast<std::ptrdiff_t>(added);
  if (!std::ranges::is_sorted(options_.begin(), middle, {}, order)) {
    std::ranges::stable_sort(options_.begin(), middle, {}, order);
  }
  std::ranges::stable_sort(middle, options_.end(), {}, order);
  if (added < options_.size()) std::ranges::inplace_merge(options_, middle, {}, order);
  find_spans();
}

void TranslationOptions::find_spans() {
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

}  // namespace dragoman::search
