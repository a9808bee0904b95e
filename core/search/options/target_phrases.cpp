#include "search/options/target_phrases.hpp"

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

std::span<const Symbol> first_piece(std::span<const Symbol> symbols,
                                    std::span<const Symbol>& rest) {
  const auto gap = std::ranges::find(symbols, kGap);
  const auto size = static_cast<std::size_t>(gap - symbols.begin());
  rest = symbols.subspan(gap == symbols.end() ? size : size + 1);
  return symbols.first(size);
}

TargetPhrases::TargetPhrases(const ModelParts& model, LanguageContexts& contexts)
    : contexts_(contexts),
      words_(model.rules->target_vocabulary()),
      to_language_model_(model.language_models, model.rules->target_vocabulary()) {
  clear();
}

void TargetPhrases::begin(bool fresh) {
  const std::size_t words = phrases_.size() * std::max<std::size_t>(1, to_language_model_.models());
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
  for (std::size_t m = 0; m < to_language_model_.models(); ++m) {
    for (const WordId word : phrase) {
      scratch_lm_.push_back(to_language_model_.find(m, word, words_));
    }
  }
  return scratch_lm_;
}

}  // namespace dragoman::search
