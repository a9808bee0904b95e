// Which spans of an indexed text are sides of tight phrase pairs (tight_phrase.hpp), found once for
// the whole text: two bytes a word, so that rules around an occurrence of a pattern are found
// without looking at links.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/index/tight_phrase.hpp"

namespace dragoman::grammar {

class TightSpans {
 public:
  /// Of `segment.from`; the text must outlive it.
  explicit TightSpans(const Segment& segment);

  /// Whether at least one word, in one line or not, is a side of a tight phrase pair.
  bool operator()(WordSpan span) const {
    if (span.size() > kLongest) {
      const auto line = segment_.from.line;
      return line[span.begin] == line[span.end - 1] &&
             tight_translation(segment_, span).has_value();
    }
    return (masks_[span.begin] >> (span.size() - 1) & 1) != 0;
  }
  bool linked(std::uint32_t position) const { return (masks_[position] & kLinked) != 0; }
  /// Positions of the text.
  std::uint32_t size() const { return static_cast<std::uint32_t>(masks_.size()); }
  /// Where the translation of a position's line begins.
  std::uint32_t other_begin(std::uint32_t position) const {
    return segment_.to.begin[segment_.from.line[position]];
  }
  /// The translation of a span that is tight, in a line whose translation begins there.
  WordSpan translation(WordSpan span, std::uint32_t other_begin) const;
  /// Fetches what is looked at around the later ones of some positions, a step ahead of where that
  /// is read: first the position, then its links, then the words that these lead to.
  void prefetch(std::span<const std::uint32_t> later) const;

 private:
  static constexpr std::uint32_t kLongest = 15;  ///< words of a span that has a bit
  static constexpr std::uint16_t kLinked = 1U << kLongest;

  void find(std::uint32_t line, std::uint32_t begin);

  Segment segment_;
  std::vector<std::uint16_t> masks_;  ///< of every position: a bit for every length
};

}  // namespace dragoman::grammar
