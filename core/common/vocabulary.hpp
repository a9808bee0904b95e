// Words as numbers.
//
// A Vocabulary is three arrays: the bytes of all words, the start of each word, and an
// open-addressing hash table of word numbers. It either owns the arrays and grows (insert), or it
// is a view of arrays in a memory-mapped file (frozen), which needs no set-up.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "common/types.hpp"

namespace dragoman {

class Vocabulary {
 public:
  /// An empty vocabulary that grows.
  Vocabulary();

  /// A frozen view; the arrays must outlive it. Throws ModelError unless they are consistent:
  /// offsets has one entry more than there are words, the words are UTF-8, slots is a power of two
  /// larger than their number and every slot holds a word's number or kNoWord. `validate` = false
  /// is for arrays that were validated before.
  Vocabulary(std::span<const char> bytes, std::span<const std::uint64_t> offsets,
             std::span<const std::uint32_t> slots, bool validate = true);

  Vocabulary(const Vocabulary&) = delete;
  Vocabulary& operator=(const Vocabulary&) = delete;

  std::size_t size() const { return offsets_.size() - 1; }

  /// The word's number, or kNoWord.
  WordId find(std::string_view word) const;

  /// The word's number; a new word gets a new number. Throws Error on a frozen vocabulary.
  WordId insert(std::string_view word);

  /// The word with this number, which must be below size(). The view is valid until the next
  /// insert.
  std::string_view word(WordId id) const {
    return {bytes_.data() + offsets_[id],
            static_cast<std::size_t>(offsets_[id + 1] - offsets_[id])};
  }

  bool frozen() const { return frozen_; }
  std::span<const char> bytes() const { return bytes_; }
  std::span<const std::uint64_t> offsets() const { return offsets_; }
  std::span<const std::uint32_t> slots() const { return slots_; }

 private:
  std::size_t place(std::string_view word) const;  // its slot, or the free one for it
  void check() const;
  void grow();
  void refresh_views();

  bool frozen_;
  std::vector<char> owned_bytes_;
  std::vector<std::uint64_t> owned_offsets_;
  std::vector<std::uint32_t> owned_slots_;
  std::span<const char> bytes_;
  std::span<const std::uint64_t> offsets_;
  std::span<const std::uint32_t> slots_;
};

/// Calls f(token) for every maximal run of bytes other than space and tab.
template <typename F>
void for_each_token(std::string_view line, F&& f) {
  std::size_t i = 0;
  while (i < line.size()) {
    while (i < line.size() && (line[i] == ' ' || line[i] == '\t')) ++i;
    const std::size_t start = i;
    while (i < line.size() && line[i] != ' ' && line[i] != '\t') ++i;
    if (i > start) f(line.substr(start, i - start));
  }
}

}  // namespace dragoman
