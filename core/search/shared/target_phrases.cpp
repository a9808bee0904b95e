#include "search/shared/target_phrases.hpp"

#include <algorithm>

#include "common/hash.hpp"

namespace dragoman::search {
namespace {

constexpr std::size_t kFirstSlots = 1 << 10;
/// Phrases with more words than this together, counted once for every language model, are not kept
/// for the next sentence. The models' states for so many words take 12 to 20 MB.
constexpr std::size_t kMostWords = 1 << 17, kMostExtraBytes = 1 << 20;

std::uint64_t hash_words(std::span<const WordId> words) {
  std::uint64_t hash = words.size();
  for (const WordId word : words) hash = hash_combine(hash, word);
  return hash;
}

}  // namespace

WordId TargetWords::number(std::string_view word) {
  const WordId known = vocabulary_.find(word);
  if (known != kNoWord) return known;
  const auto fresh = static_cast<WordId>(vocabulary_.size() + extra_.size());
  const auto [entry, added] = extra_ids_.try_emplace(std::string(word), fresh);
  if (added) {
    extra_.emplace_back(word);
    extra_bytes_ += word.size();
  }
  return entry->second;
}

std::span<const Symbol> first_piece(std::span<const Symbol> symbols,
                                    std::span<const Symbol>& rest) {
  const auto gap = std::ranges::find(symbols, kGap);
  const auto size = static_cast<std::size_t>(gap - symbols.begin());
  rest = symbols.subspan(gap == symbols.end() ? size : size + 1);
  return symbols.first(size);
}

TargetPhrases::TargetPhrases(const ModelParts& model, LanguageContexts& contexts)
    : models_(model.language_models),
      contexts_(contexts),
      words_(model.rules->target_vocabulary()),
      to_language_model_(models_.size(),
                         std::vector<WordId>(model.rules->target_vocabulary().size(), 0)) {
  clear();
}

void TargetPhrases::begin(bool fresh) {
  const std::size_t words = phrases_.size() * std::max<std::size_t>(1, models_.size());
  if (fresh || words > kMostWords || words_.extra_bytes() > kMostExtraBytes) {
    clear();
  } else {
    contexts_.forget_contexts();
  }
}

void TargetPhrases::clear() {
  ++generation_;
  contexts_.clear();
  words_.clear();
  first_.assign(1, 0);
  phrases_.clear();
  numbers_.clear(kFirstSlots);
}

TargetId TargetPhrases::intern(std::span<const WordId> phrase) {
  TargetId& id = numbers_.insert(
      hash_words(phrase),
      [&](TargetId known) { return std::ranges::equal((*this)[known], phrase); },
      [&](TargetId known) { return hash_words((*this)[known]); });
  if (is_free(id)) {
    id = contexts_.add_target(in_language_models(phrase));
    phrases_.insert(phrases_.end(), phrase.begin(), phrase.end());
    first_.push_back(phrases_.size());
  }
  return id;
}

float TargetPhrases::estimate_pieces(std::span<const Symbol> symbols, float least) {
  float total = 0;
  do {
    const auto piece = first_piece(symbols, symbols);
    scratch_.assign(piece.begin(), piece.end());
    total += estimate(scratch_, least - total);
  } while (!symbols.empty());
  return total;
}

const std::vector<WordId>& TargetPhrases::in_language_models(std::span<const WordId> phrase) {
  scratch_lm_.clear();
  for (std::size_t m = 0; m < to_language_model_.size(); ++m) {
    for (const WordId word : phrase) {
      if (word >= to_language_model_[m].size()) {
        scratch_lm_.push_back(models_[m]->find(words_.word(word)));
        continue;
      }
      WordId& known = to_language_model_[m][word];
      if (known == 0) known = models_[m]->find(words_.word(word)) + 1;
      scratch_lm_.push_back(known - 1);
    }
  }
  return scratch_lm_;
}

}  // namespace dragoman::search
