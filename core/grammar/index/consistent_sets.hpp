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
      : from_(from), to_(to), limits_(limits) {}

  /// `positions` ascend and lie in one line; the sets are valid only during the call.
  template <typename F>
  void for_each(std::span<const std::uint32_t> positions, F&& f) {
    if (!project(positions)) return;
    const std::uint32_t first = anchors_.front();
    const std::size_t most = limits_.most_words() - 1;
    for (std::uint32_t before = 0; before <= std::min<std::size_t>(most, first - free_before_);
         ++before) {
      set_.clear();
      for (std::uint32_t k = before; k > 0; --k) set_.push_back(first - k);
      grow(0, 0, f);
    }
  }

 private:
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
  std::uint32_t free_before_ = 0;  ///< where the free words before the first anchor start
  std::vector<std::uint32_t> set_;
};

template <typename F>
void ConsistentSets::grow(std::size_t anchor, std::size_t gaps, F&& f) {
  if (set_.size() >= limits_.most_words()) return;
  const std::size_t size = set_.size();
  const std::uint32_t here = anchors_[anchor];
  set_.push_back(here);
  std::uint32_t free_end = here + 1;  // the words after the anchor that have no link
  while (to_.text[free_end] != kLineEnd && !linked(free_end)) ++free_end;
  if (anchor + 1 == anchors_.size()) {
    for (std::uint32_t end = here + 1;; ++end) {
      if (limits_.allow(set_.size(), gaps, end - set_.front())) {
        f(std::span<const std::uint32_t>(set_));
      }
      if (end == free_end || set_.size() >= limits_.most_words()) break;
      set_.push_back(end);
    }
    set_.resize(size);
    return;
  }
  const std::uint32_t next = anchors_[anchor + 1];
  const std::size_t distance = next - set_.front();
  std::uint32_t free_begin = next;  // the words before the next anchor that have no link
  while (free_begin > here + 1 && !linked(free_begin - 1)) --free_begin;
  if (free_end == next && distance < limits_.most_span()) {  // no gap
    for (std::uint32_t k = here + 1; k < next; ++k) set_.push_back(k);
    grow(anchor + 1, gaps, f);
    set_.resize(size + 1);
  }
  if (gaps < limits_.max_gaps && distance < limits_.max_span) {
    for (std::uint32_t end = here + 1; end <= free_end && end < next; ++end) {
      const std::size_t with_end = set_.size();
      for (std::uint32_t begin = std::max(free_begin, end + 1); begin <= next; ++begin) {
        for (std::uint32_t k = begin; k < next; ++k) set_.push_back(k);
        grow(anchor + 1, gaps + 1, f);
        set_.resize(with_end);
      }
      set_.push_back(end);
    }
  }
  set_.resize(size);
}

}  // namespace dragoman::grammar
