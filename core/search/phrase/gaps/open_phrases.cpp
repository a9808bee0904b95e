#include "search/phrase/gaps/open_phrases.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

#include "common/hash.hpp"

namespace dragoman::search::phrase {
namespace {

/// Changes are forgotten when there are so many; most of them are about words that were translated
/// long ago.
constexpr std::size_t kMaxChanges = 1 << 16;

std::uint64_t hash_of(std::span<const OpenPhrase> list) {
  std::uint64_t hash = list.size();
  for (const OpenPhrase& phrase : list) {
    hash = hash_combine(hash, phrase.shape.hash());
    const unsigned flags =
        (phrase.begun ? 1U : 0U) | (phrase.crossed ? 2U : 0U) | (phrase.bonbon ? 4U : 0U);
    hash = hash_combine(hash, static_cast<std::uint64_t>(phrase.next) << 3 | flags);
  }
  return hash;
}

}  // namespace

void OpenPhrases::cross(OpenPhrase& phrase, GapCounts& counts) const {
  if (!phrase.crossed) ++counts.cross_serial;
  if (!phrase.crossed && !phrase.bonbon) ++counts.crossing;
  phrase.crossed = true;
  if (!rules_.apart) phrase.bonbon = true;
}

void OpenPhrases::make_bonbon(OpenPhrase& phrase, GapCounts& counts) const {
  if (!phrase.bonbon) ++counts.bonbon;
  if (!phrase.crossed && !phrase.bonbon) ++counts.crossing;
  phrase.bonbon = true;
  if (!rules_.apart) phrase.crossed = true;
}

void OpenPhrases::count_bonbons(OpenPhrase& own, GapCounts& counts) {
  if (!rules_.bonbon || !own.shape.has_gaps()) return;
  for (OpenPhrase& other : scratch_) {
    if (&other == &own || !other.waits() || !reaches_into(other.shape, own.shape)) continue;
    for (OpenPhrase* phrase : {&own, &other}) make_bonbon(*phrase, counts);
  }
}

void OpenPhrases::grow_changes() {
  if (changes_.size() >= kMaxChanges) {
    changes_.assign(changes_.size(), {kNoKey, {}});
    remembered_ = 0;
    return;
  }
  auto old = std::move(changes_);
  changes_.assign(old.size() * 2, {kNoKey, {}});
  for (const auto& entry : old) {
    if (entry.first == kNoKey) continue;
    std::size_t slot = mix64(entry.first) & (changes_.size() - 1);
    while (changes_[slot].first != kNoKey) slot = (slot + 1) & (changes_.size() - 1);
    changes_[slot] = entry;
  }
}

OpenPhrases::Id OpenPhrases::begun(Id id) {
  if (lists_[id].begun == kTooMany || !is_known(lists_[id].begun)) {
    scratch_.assign(of(id).begin(), of(id).end());
    for (OpenPhrase& phrase : scratch_) phrase.begun = phrase.waits();
    const Id fresh = intern();
    lists_[id].begun = fresh;
  }
  return lists_[id].begun;
}

OpenPhrases::Change OpenPhrases::compute_add(Id id, const TranslationOption& option, bool open) {
  const GapsOfOption& gaps = options_.gaps(option);
  if (pieces(id) + gaps.pieces > rules_.max_pending) return {kTooMany, {}};
  const bool words = !options_.target(option.target).empty();
  const auto list = of(words ? begun(id) : id);
  scratch_.assign(list.begin(), list.end());
  OpenPhrase fresh;
  fresh.next = gaps.next;
  fresh.shape = gaps.shape;
  GapCounts counts;
  if (words) count_bonbons(fresh, counts);
  if (rules_.cross_serial) {
    for (OpenPhrase& other : scratch_) {
      if (!interleaved(fresh.shape, other.shape)) continue;
      for (OpenPhrase* phrase : {&fresh, &other}) cross(*phrase, counts);
    }
  }
  if (fresh.waits() || open) scratch_.push_back(fresh);
  return {intern(), counts};
}

OpenPhrases::Change OpenPhrases::compute_place(Id id, std::size_t slot) {
  scratch_.assign(of(id).begin(), of(id).end());
  OpenPhrase& own = scratch_[slot];
  for (OpenPhrase& phrase : scratch_) phrase.begun = phrase.waits();
  GapCounts counts;
  count_bonbons(own, counts);
  if (rules_.cross_serial) {
    for (std::size_t later = slot + 1; later < waiting(id); ++later) {
      for (OpenPhrase* phrase : {&own, &scratch_[later]}) cross(*phrase, counts);
    }
  }
  own.next = options_.gaps(options_[own.next]).next;
  own.begun = false;
  const bool open = rules_.cross_serial && own.shape.has_gaps();
  if (!own.waits() && !open) scratch_.erase(scratch_.begin() + static_cast<long>(slot));
  return {intern(), counts};
}

void OpenPhrases::rebuild_slots() {
  std::vector<Id> known;
  for (const Id id : slots_) {
    if (id != kTooMany && is_known(id)) known.push_back(id);
  }
  in_slots_ = known.size();
  slots_.assign(std::bit_ceil(4 * known.size() + 256), kTooMany);
  for (const Id id : known) {
    std::size_t slot = lists_[id].hash & (slots_.size() - 1);
    while (slots_[slot] != kTooMany) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = id;
  }
}

OpenPhrases::Id OpenPhrases::intern() {
  // First the phrases with pending pieces, in their order. Then the others; whether they were part
  // of a bonbon is no longer needed, unless they would count again for a crossing.
  const auto waits = [](const OpenPhrase& phrase) { return phrase.waits(); };
  if (!std::ranges::is_partitioned(scratch_, waits)) {
    std::stable_partition(scratch_.begin(), scratch_.end(), waits);
  }
  const auto rest = std::ranges::partition_point(scratch_, waits);
  for (auto phrase = rest; !rules_.together && phrase != scratch_.end(); ++phrase) {
    phrase->bonbon = false;
  }
  std::sort(rest, scratch_.end(), [](const OpenPhrase& a, const OpenPhrase& b) {
    return std::tuple(a.shape.begin, a.shape.mask) < std::tuple(b.shape.begin, b.shape.mask);
  });
  for (OpenPhrase& phrase : scratch_) {
    if (!rules_.bonbon && !(rules_.cross_serial && phrase.shape.has_gaps())) phrase.shape = {};
  }
  if (in_slots_ * 2 >= slots_.size()) rebuild_slots();
  const std::uint64_t hash = mix64(hash_of(scratch_));
  std::size_t slot = hash & (slots_.size() - 1);
  for (; slots_[slot] != kTooMany; slot = (slot + 1) & (slots_.size() - 1)) {
    const Id known = slots_[slot];
    if (lists_[known].hash == hash && std::ranges::equal(of(known), scratch_)) return used(known);
  }
  const auto id = static_cast<Id>(lists_.size());
  slots_[slot] = id;
  ++in_slots_;
  List list{hash, static_cast<std::uint32_t>(phrases_.size()), 0, 0, 0, 0, kTooMany, now_};
  phrases_.insert(phrases_.end(), scratch_.begin(), scratch_.end());
  list.last = static_cast<std::uint32_t>(phrases_.size());
  for (const OpenPhrase& phrase : scratch_) {
    if (!phrase.waits()) continue;
    const GapsOfOption& gaps = options_.gaps(options_[phrase.next]);
    ++list.waiting;
    list.pieces += 1 + gaps.pieces;
    list.ahead += gaps.own + gaps.ahead;
  }
  lists_.push_back(list);
  return id;
}

}  // namespace dragoman::search::phrase
