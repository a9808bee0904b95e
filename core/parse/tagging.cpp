#include "parse/tagging.hpp"

#include <algorithm>

#include "common/error.hpp"

namespace dragoman::parse {

void TagDictionary::check(std::size_t classes) const {
  const bool sound = offsets.size() == words.size() + 1 && offsets.front() == 0 &&
                     offsets.back() == tags.size() &&
                     std::is_sorted(offsets.begin(), offsets.end()) &&
                     std::is_sorted(words.begin(), words.end()) &&
                     std::all_of(tags.begin(), tags.end(), [&](Class t) { return t < classes; });
  if (!sound) throw ModelError("the tag dictionary is not in order");
}

std::span<const Class> TagDictionary::find(std::uint32_t form) const {
  const auto place = std::lower_bound(words.begin(), words.end(), form);
  if (place == words.end() || *place != form) return {};
  const auto i = static_cast<std::size_t>(place - words.begin());
  return tags.subspan(offsets[i], offsets[i + 1] - offsets[i]);
}

Tagging::Tagging(std::span<const Word> words, const TagDictionary& dictionary, std::size_t tags)
    : words_(words), tags_(tags) {
  known_.reserve(words.size());
  for (const Word& word : words) known_.push_back(dictionary.find(word.form));
}

std::uint32_t Tagging::likely_tag(std::int32_t position) const {
  if (position >= words_.size()) return kAfter;
  const auto& known = known_[static_cast<std::size_t>(position)];
  return known.empty() ? 0 : known.front() + kFirstTag;
}

void Tagging::list_features(const State& state, FeatureList& features) const {
  const std::int32_t i = state.position;
  const Word &word = words_[i], &left = words_[i - 1], &left2 = words_[i - 2];
  const Word &right = words_[i + 1], &right2 = words_[i + 2];
  const std::uint32_t next = likely_tag(i + 1), next2 = likely_tag(i + 2);
  features.clear();
  features.add(word.form);
  features.add(word.lower);
  features.add(word.shape);
  features.add(word.shape, left.lower == kBefore);
  for (const std::uint32_t part : word.prefix) features.add(part);
  for (const std::uint32_t part : word.suffix) features.add(part);
  features.add(word.suffix[2], word.shape);
  features.add(left.lower);
  features.add(left2.lower);
  features.add(right.lower);
  features.add(right2.lower);
  features.add(left.lower, word.lower);
  features.add(word.lower, right.lower);
  features.add(left.suffix[2]);
  features.add(right.suffix[2]);
  features.add(right.shape);
  features.add(right.shape, word.shape);
  features.add(next);
  features.add(next, next2);
  features.add(word.lower, next);
  features.add(state.last);
  features.add(state.last, state.before_last);
  features.add(state.last, word.lower);
  features.add(state.last, word.suffix[2]);
  features.add(state.last, next);
  features.add(state.last, right.lower);
  features.add(state.last, state.before_last, word.lower);
}

void Tagging::list_actions(const State& state, std::vector<Class>& actions) const {
  const auto& known = known_[static_cast<std::size_t>(state.position)];
  actions.assign(known.begin(), known.end());
  if (!known.empty()) return;
  for (std::size_t tag = 0; tag < tags_; ++tag) actions.push_back(static_cast<Class>(tag));
}

Tagging::State* Tagging::apply(const State& state, Class tag, Arena& arena) const {
  auto* next = arena.make<State>(state);
  next->position = state.position + 1;
  next->before_last = state.last;
  next->last = tag + kFirstTag;
  return next;
}

}  // namespace dragoman::parse
