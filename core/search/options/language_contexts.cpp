#include "search/options/language_contexts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace dragoman::search {
namespace {

/// Slots of a table at the beginning of a search.
constexpr std::size_t kLeastSlots = 1 << 10, kMostSlots = 1 << 15;
/// Remembered extensions of a long sentence are mostly about words that were translated long ago.
/// They are forgotten from time to time, so that the others stay in the processor's caches.
constexpr std::size_t kMaxMemo = 1 << 18;
constexpr float kUnbounded = 1e9F;

}  // namespace

LanguageContexts::LanguageContexts(std::span<const lm::Model* const> models,
                                   std::span<const double> weights)
    : models_(models.begin(), models.end()),
      bounded_(std::ranges::all_of(weights, [](double w) { return w >= 0; })),
      scratch_(models.size()) {
  for (const double weight : weights)
    weights_.push_back(static_cast<float>(weight * std::numbers::ln10));
  clear();
}

float LanguageContexts::weight() const {
  float sum = 0;
  for (const float weight : weights_) sum += std::abs(weight);
  return sum / std::numbers::ln10_v<float>;
}

void LanguageContexts::clear() {
  targets_.clear();
  words_.clear();
  states_after_.clear();
  rest_.clear();
  forget_contexts();
}

void LanguageContexts::forget_contexts() {
  ++round_;
  states_.clear();
  finish_.clear();
  contexts_.clear_for_as_many(kLeastSlots, kMostSlots);
  memo_.clear_for_as_many(kLeastSlots, kMostSlots);
  // Context 0 is the end of all translations: it is not found by intern().
  states_.resize(models_.size());
  finish_.push_back(0);
  for (std::size_t m = 0; m < models_.size(); ++m) scratch_[m] = models_[m]->begin_sentence();
  intern(scratch_.data());
}

std::uint64_t LanguageContexts::hash(const lm::State* states) const {
  std::uint64_t hash = 0;
  for (std::size_t m = 0; m < models_.size(); ++m) hash = hash_combine(hash, states[m].hash());
  return hash;
}

ContextId LanguageContexts::intern(const lm::State* states) {
  ContextId& id = contexts_.insert(
      hash(states),
      [&](ContextId known) {
        return std::equal(states, states + models_.size(), this->states(known));
      },
      [&](ContextId known) { return hash(this->states(known)); });
  if (is_free(id)) {
    id = static_cast<ContextId>(finish_.size());
    states_.insert(states_.end(), states, states + models_.size());
    finish_.push_back(std::numeric_limits<float>::quiet_NaN());
  }
  return id;
}

TargetId LanguageContexts::add_target(std::span<const WordId> words) {
  const auto id = static_cast<TargetId>(targets_.size());
  const auto length =
      static_cast<std::uint32_t>(models_.empty() ? 0 : words.size() / models_.size());
  Target target{words_.size(), states_after_.size(), length, 0, kFinalContext, 0};
  words_.insert(words_.end(), words.begin(), words.end());
  states_after_.resize(states_after_.size() + models_.size() * (length + 1));
  rest_.resize(states_after_.size());
  for (std::size_t m = 0; m < models_.size(); ++m) {
    lm::State* states = &states_after_[target.states + m * (length + 1)];
    float* rest = &rest_[target.states + m * (length + 1)];
    const WordId* word = words.data() + m * length;
    states[0] = models_[m]->empty();
    rest[0] = 0;
    // First the score of each word, beside the state before it; then their sums from the right.
    for (std::uint32_t i = 0; i < length; ++i) {
      rest[i] = models_[m]->score(states[i], word[i], states[i + 1]);
    }
    rest[length] = 0;
    for (std::uint32_t i = length; i-- > 0;) rest[i] += rest[i + 1];
    // Once the state has fewer words than were seen, no context can matter any more; nor can it
    // after order - 1 words.
    std::uint32_t settled = 0;
    while (settled < length && states[settled].length == settled &&
           settled + 1 < static_cast<std::uint32_t>(models_[m]->order())) {
      ++settled;
    }
    target.bound += weights_[m] * rest[settled];
  }
  if (!bounded_) target.bound = kUnbounded;
  targets_.push_back(target);
  return id;
}

float LanguageContexts::estimate(std::span<const WordId> words, float least) const {
  float total = 0;
  const std::size_t length = models_.empty() ? 0 : words.size() / models_.size();
  for (std::size_t m = 0; m < models_.size(); ++m) {
    lm::State states[2];
    states[0] = models_[m]->empty();
    float score = 0;
    for (std::size_t i = 0; i < length; ++i) {
      score += models_[m]->score(states[i % 2], words[m * length + i], states[(i + 1) % 2]);
      if (bounded_ && total + weights_[m] * score < least) return total + weights_[m] * score;
    }
    total += weights_[m] * score;
  }
  return total;
}

LanguageContexts::Extension LanguageContexts::extend(ContextId context, TargetId target) {
  if (memo_.size() * 2 >= kMaxMemo) memo_.clear(kMaxMemo);
  const std::uint64_t key = this->key(context, target);
  Memo& memo = memo_.insert(
      mix64(key), [&](const Memo& known) { return known.key == key; },
      [](const Memo& known) { return mix64(known.key); });
  if (memo.free()) memo = {key, compute(context, target)};
  return memo.value;
}

void LanguageContexts::prefetch_models(ContextId context, TargetId target) const {
  const std::uint64_t key = this->key(context, target);
  if (!memo_.find(mix64(key), [&](const Memo& known) { return known.key == key; }).free()) return;
  prefetch_first_word(context, target);
}

LanguageContexts::Extension LanguageContexts::compute(ContextId context, TargetId id) {
  Target& target = targets_[id];
  if (target.length == 0) return {0, context};
  float total = 0;
  bool settled = true;  // whether the state after the phrase is that without context
  for (std::size_t m = 0; m < models_.size(); ++m) {
    const std::size_t first = target.states + m * (target.length + 1);
    const WordId* word = &words_[target.words + m * target.length];
    lm::State pair[2];
    const lm::State* state = states(context) + m;
    float score = 0;
    std::uint32_t i = 0;
    // A state of no more than i words after i words of the phrase knows nothing else.
    while (i < target.length && state->length != states_after_[first + i].length) {
      score += models_[m]->score(*state, word[i], pair[i % 2]);
      state = &pair[i % 2];
      ++i;
    }
    score += rest_[first + i];
    const bool same = state->length == states_after_[first + i].length;
    scratch_[m] = same ? states_after_[first + target.length] : *state;
    settled = settled && same;
    total += weights_[m] * score;
  }
  return {total, settled ? final_context(target) : intern(scratch_.data())};
}

ContextId LanguageContexts::final_context(Target& target) {
  if (target.round != round_) {
    target.round = round_;
    for (std::size_t m = 0; m < models_.size(); ++m) {
      scratch_[m] = states_after_[target.states + m * (target.length + 1) + target.length];
    }
    target.final_context = intern(scratch_.data());
  }
  return target.final_context;
}

float LanguageContexts::finish(ContextId context) {
  if (std::isnan(finish_[context])) {
    float total = 0;
    lm::State out;
    for (std::size_t m = 0; m < models_.size(); ++m) {
      total += weights_[m] * models_[m]->score(states(context)[m], models_[m]->end_sentence(), out);
    }
    finish_[context] = total;
  }
  return finish_[context];
}

void LanguageContexts::explain(ContextId context, TargetId id, bool complete, float* scores) const {
  const Target& target = targets_[id];
  for (std::size_t m = 0; m < models_.size(); ++m) {
    lm::State pair[2];
    pair[0] = states(context)[m];
    double sum = 0;
    std::uint32_t i = 0;
    for (; i < target.length; ++i) {
      sum += models_[m]->score(pair[i % 2], words_[target.words + m * target.length + i],
                               pair[(i + 1) % 2]);
    }
    if (complete) {
      sum += models_[m]->score(pair[i % 2], models_[m]->end_sentence(), pair[(i + 1) % 2]);
    }
    scores[m] += static_cast<float>(sum * std::numbers::ln10);
  }
}

}  // namespace dragoman::search
