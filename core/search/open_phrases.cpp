#include "search/open_phrases.hpp"

#include <algorithm>
#include <tuple>

#include "common/hash.hpp"

namespace dragoman::search {
namespace {

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

void OpenPhrases::cross(OpenPhrase& a, OpenPhrase& b, GapCounts& counts) {
  for (OpenPhrase* phrase : {&a, &b}) {
    if (!phrase->crossed) ++counts.cross_serial;
    phrase->crossed = true;
  }
}

void OpenPhrases::count_bonbons(OpenPhrase& own, GapCounts& counts) {
  if (!rules_.bonbon || !own.shape.has_gaps()) return;
  for (OpenPhrase& other : scratch_) {
    if (&other == &own || !other.waits() || !reaches_into(other.shape, own.shape)) continue;
    for (OpenPhrase* phrase : {&own, &other}) {
      if (!phrase->bonbon) ++counts.bonbon;
      phrase->bonbon = true;
    }
  }
}

void OpenPhrases::grow_gaps(const OpenPhrase* own, std::size_t words, GapCounts& counts) {
  if (words == 0) return;
  for (OpenPhrase& phrase : scratch_) {
    if (&phrase == own || !phrase.waits()) continue;
    counts.target_length += static_cast<std::uint32_t>(words);
    phrase.begun = true;
  }
}

void OpenPhrases::begin_step(Id id, const Option& option, GapCounts& counts) {
  scratch_.assign(of(id).begin(), of(id).end());
  pending_ = pieces(id);
  const std::size_t words = options_.target(option.target).size();
  grow_gaps(nullptr, words, counts);
  if (option.gaps == kNoGaps) return;
  OpenPhrase fresh;
  fresh.next = options_.gaps(option).next;
  const Shape shape = options_.shape(option);
  if (rules_.bonbon || (rules_.cross_serial && shape.has_gaps())) fresh.shape = shape;
  pending_ += options_.gaps(option).pieces;
  if (words > 0) count_bonbons(fresh, counts);
  if (rules_.cross_serial) {
    for (OpenPhrase& other : scratch_) {
      if (interleaved(shape, other.shape)) cross(fresh, other, counts);
    }
  }
  scratch_.push_back(fresh);
}

void OpenPhrases::place_piece(Id id, std::size_t slot, GapCounts& counts) {
  scratch_.assign(of(id).begin(), of(id).end());
  OpenPhrase& own = scratch_[slot];
  const Option& piece = options_[own.next];
  grow_gaps(&own, options_.target(piece.target).size(), counts);
  count_bonbons(own, counts);
  if (rules_.cross_serial) {
    for (std::size_t later = slot + 1; later < scratch_.size(); ++later) {
      if (scratch_[later].waits()) cross(own, scratch_[later], counts);
    }
  }
  own.next = options_.gaps(piece).next;
  own.begun = false;
}

void OpenPhrases::sort() {
  const auto rest = std::stable_partition(scratch_.begin(), scratch_.end(),
                                          [](const OpenPhrase& phrase) { return phrase.waits(); });
  for (auto phrase = rest; phrase != scratch_.end(); ++phrase) phrase->bonbon = false;
  std::sort(rest, scratch_.end(), [](const OpenPhrase& a, const OpenPhrase& b) {
    return std::tuple(a.shape.begin, a.shape.mask) < std::tuple(b.shape.begin, b.shape.mask);
  });
}

OpenPhrases::Id OpenPhrases::intern() {
  if (lists_.size() * 2 >= slots_.size()) {
    slots_.assign(slots_.size() * 2, kTooMany);
    for (Id id = 0; id < lists_.size(); ++id) {
      std::size_t slot = hash_of(of(id)) & (slots_.size() - 1);
      while (slots_[slot] != kTooMany) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = id;
    }
  }
  std::size_t slot = hash_of(scratch_) & (slots_.size() - 1);
  for (; slots_[slot] != kTooMany; slot = (slot + 1) & (slots_.size() - 1)) {
    if (std::ranges::equal(of(slots_[slot]), scratch_)) return slots_[slot];
  }
  const auto id = static_cast<Id>(lists_.size());
  slots_[slot] = id;
  List list{static_cast<std::uint32_t>(phrases_.size()), 0, 0, 0, 0};
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

}  // namespace dragoman::search
