// All phrase pairs of a line, contiguous and with gaps (Galley & Manning 2010, section 2): the
// source sets of words are grown from left to right, and a set that cannot become consistent is not
// grown further. The translations of a set are those of ConsistentSets.
//
//   GappyPairs pairs(segment, source limits, target limits);
//   pairs.for_each(line, [&](std::span<const std::uint32_t> source) { ... },   // a source side,
//                  [&](std::span<const std::uint32_t> target) { ... });        // its translations
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/index/consistent_sets.hpp"
#include "grammar/index/segment.hpp"

namespace dragoman::grammar {

/// Threads do not share it: each has its own.
class GappyPairs {
 public:
  /// Words from the first to the last of a side, at most.
  static constexpr std::size_t kLongest = 32;

  /// No side may be longer than kLongest; the segment must outlive it.
  GappyPairs(const Segment& segment, const SideLimits& source, const SideLimits& target)
      : segment_(segment),
        source_(source),
        target_(target),
        sets_(segment.from, segment.to, target) {}

  /// Calls on_source(positions) for sets of words that may have translations, and then
  /// on_target(positions) for each of these. Positions are valid during the call only.
  template <typename OnSource, typename OnTarget>
  void for_each(std::uint32_t line, OnSource&& on_source, OnTarget&& on_target) {
    begin_line(line);
    for (std::uint32_t first = segment_.from.begin[line]; segment_.from.text[first] != kLineEnd;
         ++first) {
      begin_set();
      grow(first, 0, false, on_source, on_target);
    }
  }

 private:
  /// What adding a word changes, to be put back.
  struct Before {
    std::uint32_t needed, low, high;
    std::size_t anchors;
  };
  void begin_line(std::uint32_t line);
  void begin_set();
  /// Adds a word and what it is linked to; false if no consistent set has it, or no longer one.
  bool add(std::uint32_t position);
  void remove(std::uint32_t position, const Before& before);

  template <typename OnSource, typename OnTarget>
  void grow(std::uint32_t position, std::size_t gaps, bool linked, OnSource& on_source,
            OnTarget& on_target);

  Segment segment_;
  SideLimits source_, target_;
  ConsistentSets sets_;
  std::uint32_t line_begin_ = 0, other_begin_ = 0;
  std::vector<std::uint8_t> linked_to_;  ///< of every target word of the line: by words of the set
  PositionStack set_{kLongest};
  std::uint32_t has_ = 0;     ///< the words of the set, as bits from its first one on
  std::uint32_t needed_ = 0;  ///< the words that a consistent set must have, in the same way
  std::uint32_t low_ = 0, high_ = 0;  ///< of the linked target words
  std::size_t anchors_ = 0;           ///< how many these are
};

template <typename OnSource, typename OnTarget>
void GappyPairs::grow(std::uint32_t position, std::size_t gaps, bool linked, OnSource& on_source,
                      OnTarget& on_target) {
  const Before before{needed_, low_, high_, anchors_};
  const std::uint32_t first = set_.size() == 0 ? position : set_.front();
  const bool possible = add(position);
  linked = linked || !segment_.from.links_of(position).empty();
  const std::size_t words = set_.size(), span = position + 1 - first;
  if (possible) {
    if (linked && (needed_ & ~has_) == 0 && source_.allow(words, gaps, span)) {
      on_source(set_.all());
      sets_.for_each_of(other_begin_, linked_to_, low_, anchors_, on_target);
    }
    const std::size_t longest = source_.max_gaps == 0
                                    ? source_.max_length
                                    : std::max(source_.max_length, source_.max_words - 1);
    const bool more = gaps == 0 ? words < longest : words < source_.max_words;
    if (more && span < kLongest && (gaps == 0 || span < source_.max_span) &&
        segment_.from.text[position + 1] != kLineEnd) {
      grow(position + 1, gaps, linked, on_source, on_target);
    }
    if (linked && gaps < source_.max_gaps && words < source_.max_words &&
        segment_.from.text[position + 1] != kLineEnd) {
      for (std::uint32_t next = position + 2;
           next - first < source_.max_span && segment_.from.text[next] != kLineEnd; ++next) {
        if ((needed_ >> (next - 1 - first) & 1) != 0) break;  // it would be left out
        grow(next, gaps + 1, false, on_source, on_target);
      }
    }
  }
  remove(position, before);
}

}  // namespace dragoman::grammar
