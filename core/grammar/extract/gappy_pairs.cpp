#include "grammar/extract/gappy_pairs.hpp"

#include <algorithm>
#include <limits>

namespace dragoman::grammar {

void GappyPairs::begin_line(std::uint32_t line) {
  line_begin_ = segment_.from.begin[line];
  other_begin_ = segment_.to.begin[line];
  const auto& begin = segment_.to.begin;
  const std::size_t end = line + 1 < begin.size() ? begin[line + 1] : segment_.to.text.size();
  linked_to_.assign(end - other_begin_, 0);
}

void GappyPairs::begin_set() {
  set_.cut(0);
  has_ = needed_ = 0;
  low_ = std::numeric_limits<std::uint32_t>::max();
  high_ = 0;
  anchors_ = 0;
}

bool GappyPairs::add(std::uint32_t position) {
  set_.push(position);
  const std::uint32_t first = set_.front() - line_begin_;
  const std::uint32_t own = position - set_.front();
  has_ |= 1U << own;
  bool possible = true;
  for (const std::uint16_t anchor : segment_.from.links_of(position)) {
    if (linked_to_[anchor]++ > 0) continue;
    ++anchors_;
    low_ = std::min<std::uint32_t>(low_, anchor);
    high_ = std::max<std::uint32_t>(high_, anchor);
    for (const std::uint16_t back : segment_.to.links_of(other_begin_ + anchor)) {
      const std::uint32_t place = back - first;  // huge if it is before the first word
      if (place >= source_.most_span() || (place < own && (has_ >> place & 1) == 0)) {
        possible = false;
      } else {
        needed_ |= 1U << place;
      }
    }
  }
  return possible && anchors_ <= target_.most_words() &&
         (anchors_ == 0 || high_ - low_ < target_.most_span());
}

void GappyPairs::remove(std::uint32_t position, const Before& before) {
  for (const std::uint16_t anchor : segment_.from.links_of(position)) --linked_to_[anchor];
  has_ &= ~(1U << (position - set_.front()));
  set_.cut(set_.size() - 1);
  needed_ = before.needed;
  low_ = before.low;
  high_ = before.high;
  anchors_ = before.anchors;
}

}  // namespace dragoman::grammar
