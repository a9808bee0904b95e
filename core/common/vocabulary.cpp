#include "common/vocabulary.hpp"

#include <bit>

#include "common/error.hpp"
#include "common/hash.hpp"
#include "common/probing_table.hpp"
#include "common/utf8.hpp"

namespace dragoman {

Vocabulary::Vocabulary() : frozen_(false), owned_offsets_{0}, owned_slots_(16, kNoWord) {
  refresh_views();
}

Vocabulary::Vocabulary(std::span<const char> bytes, std::span<const std::uint64_t> offsets,
                       std::span<const std::uint32_t> slots, bool validate)
    : frozen_(true), bytes_(bytes), offsets_(offsets), slots_(slots) {
  if (validate) check();
}

void Vocabulary::check() const {
  if (offsets_.empty() || offsets_.size() > kNoWord || offsets_.front() != 0 ||
      offsets_.back() != bytes_.size()) {
    throw ModelError("the vocabulary's offsets do not match its bytes");
  }
  for (std::size_t i = 1; i < offsets_.size(); ++i) {
    if (offsets_[i] < offsets_[i - 1]) throw ModelError("the vocabulary's offsets are not sorted");
  }
  for (WordId id = 0; id < size(); ++id) {
    if (!is_utf8(word(id))) throw ModelError("the vocabulary holds a word that is not UTF-8");
  }
  if (!std::has_single_bit(slots_.size()) || slots_.size() <= size()) {
    throw ModelError("the vocabulary's hash table has the wrong size");
  }
  std::size_t used = 0;
  for (const std::uint32_t slot : slots_) {
    if (slot == kNoWord) continue;
    if (slot >= size()) throw ModelError("the vocabulary's hash table points outside of it");
    ++used;
  }
  if (used != size()) throw ModelError("the vocabulary's hash table does not hold every word");
}

std::size_t Vocabulary::place(std::string_view text) const {
  return probe(slots_.size(), hash_bytes(text), [&](std::size_t slot) {
    return slots_[slot] == kNoWord || word(slots_[slot]) == text;
  });
}

WordId Vocabulary::find(std::string_view text) const { return slots_[place(text)]; }

WordId Vocabulary::insert(std::string_view text) {
  std::size_t slot = place(text);
  if (slots_[slot] != kNoWord) return slots_[slot];
  if (frozen_) throw Error("a frozen vocabulary does not accept new words");
  if (2 * (size() + 1) > slots_.size()) {
    grow();
    slot = place(text);
  }
  const auto id = static_cast<WordId>(size());
  if (id == kNoWord - 1) throw Error("a vocabulary holds at most 2^32 - 2 words");
  owned_bytes_.insert(owned_bytes_.end(), text.begin(), text.end());
  owned_offsets_.push_back(owned_bytes_.size());
  owned_slots_[slot] = id;
  refresh_views();
  return id;
}

void Vocabulary::grow() {
  owned_slots_.assign(owned_slots_.size() * 2, kNoWord);
  refresh_views();
  for (WordId id = 0; id < size(); ++id) owned_slots_[place(word(id))] = id;
}

void Vocabulary::refresh_views() {
  bytes_ = owned_bytes_;
  offsets_ = owned_offsets_;
  slots_ = owned_slots_;
}

}  // namespace dragoman
