// All sets of words of one side that can translate a given set of words of the other (Galley &
// Manning 2010, equation 1): every link of either set ends in the other. By their footnote 1 every
// maximal stretch of either set has at least one link.
//
//   ConsistentSets sets(source, target, limits of the target side);
//   sets.for_each(source positions, [&](std::span<const std::uint32_t> target positions) { ... });
//
// Words without links may join a stretch that has one, so that one set can have many translations.
// With no gaps allowed they are exactly those of ordinary extraction (Och & Ney 2004).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/index/indexed_text.hpp"
#include "grammar/index/position_stack.hpp"

namespace dragoman::grammar {

/// What one side of a phrase pair may be. The paper gives no limits; these are those of the
/// authors' program, except that it allows only one gap on the target side.
struct SideLimits {
  std::size_t max_length;  ///< words without gaps
  std::size_t max_words;   ///< words of a side with gaps
  std::size_t max_span;    ///< a side with gaps from its first to its last word
  std::size_t max_gaps;

  bool allow(std::size_t words, std::size_t gaps, std::size_t span) const {
    return gaps == 0 ? words <= max_length
                     : gaps <= max_gaps && words <= max_words && span <= max_span;
  }
  /// The most words from the first to the last that a side may have.
  std::size_t most_span() const {
    return max_gaps == 0 ? max_length : std::max(max_length, max_span);
  }
  /// The most words that a side may have.
  std::size_t most_words() const {
    return max_gaps == 0 ? max_length : std::max(max_length, max_words);
  }
};

/// Threads do not share it: each has its own.
class ConsistentSets {
 public:
  ConsistentSets(const IndexedText& from, const IndexedText& to, const SideLimits& limits)
      : from_(from), to_(to), limits_(limits), set_(limits.most_words() + limits.most_span()) {}

  /// `positions` ascend and lie in one line; the sets are valid only during the call.
  template <typename F>
  void for_each(std::span<const std::uint32_t> positions, F&& f) {
    if (project(positions)) grow_all(to_.begin[from_.line[positions.front()]], f);
  }

  /// The same for a set that is known to be consistent with `count` words of a line that begins at
  /// `begin`, those of its words from `low` on that `linked` counts a link to.
  template <typename F>
  void for_each_of(std::uint32_t begin, std::span<const std::uint8_t> linked, std::uint32_t low,
                   std::size_t count, F&& f) {
    anchors_.clear();
    for (std::uint32_t place = low; anchors_.size() < count; ++place) {
      if (linked[place] > 0) anchors_.push_back(begin + place);
    }
    grow_all(begin, f);
  }

 private:
  /// All sets that have the anchors; their line begins at `begin`.
  template <typename F>
  void grow_all(std::uint32_t begin, F&& f) {
    const std::uint32_t first = anchors_.front();
    std::uint32_t free_begin = first;
    while (free_begin > begin && !linked(free_begin - 1)) --free_begin;
    const std::size_t most = std::min<std::size_t>(limits_.most_words() - 1, first - free_begin);
    for (std::uint32_t before = 0; before <= most; ++before) {
      set_.cut(0);
      for (std::uint32_t k = before; k > 0; --k) set_.push(first - k);
      grow(0, 0, f);
    }
  }

  /// Fills anchors_ with the positions linked to these; false if no set is consistent.
  bool project(std::span<const std::uint32_t> positions);
  bool add_anchor(std::uint32_t anchor, std::uint32_t from_begin,
                  std::span<const std::uint32_t> positions);
  bool linked(std::uint32_t position) const {
    return to_.link_first[position] != to_.link_first[position + 1];
  }
  /// Adds the anchor and then, in all ways, the words up to the next one.
  template <typename F>
  void grow(std::size_t anchor, std::size_t gaps, F&& f);

  IndexedText from_, to_;
  SideLimits limits_;
  std::vector<std::uint32_t> anchors_;
  PositionStack set_;
};

template <typename F>
void ConsistentSets::grow(std::size_t anchor, std::size_t gaps, F&& f) {
  if (set_.size() >= limits_.most_words()) return;
  const std::size_t size = set_.size();
  const std::uint32_t here = anchors_[anchor];
  set_.push(here);
  std::uint32_t free_end = here + 1;  // the words after the anchor that have no link
  while (to_.text[free_end] != kLineEnd && !linked(free_end)) ++free_end;
  if (anchor + 1 == anchors_.size()) {
    for (std::uint32_t end = here + 1;; ++end) {
      if (limits_.allow(set_.size(), gaps, end - set_.front())) {
        f(set_.all());
      }
      if (end == free_end || set_.size() >= limits_.most_words()) break;
      set_.push(end);
    }
    set_.cut(size);
    return;
  }
  const std::uint32_t next = anchors_[anchor + 1];
  const std::size_t distance = next - set_.front();
  std::uint32_t free_begin = next;  // the words before the next anchor that have no link
  while (free_begin > here + 1 && !linked(free_begin - 1)) --free_begin;
  if (free_end == next && distance < limits_.most_span()) {  // no gap
    for (std::uint32_t k = here + 1; k < next; ++k) set_.push(k);
    grow(anchor + 1, gaps, f);
    set_.cut(size + 1);
  }
  if (gaps < limits_.max_gaps && distance < limits_.max_span) {
    for (std::uint32_t end = here + 1; end <= free_end && end < next; ++end) {
      const std::size_t with_end = set_.size();
      for (std::uint32_t begin = std::max(free_begin, end + 1); begin <= next; ++begin) {
        for (std::uint32_t k = begin; k < next; ++k) set_.push(k);
        grow(anchor + 1, gaps + 1, f);
        set_.cut(with_end);
      }
      set_.push(end);
    }
  }
  set_.cut(size);
}

}  // namespace dragoman::grammar
