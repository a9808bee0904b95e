#include "grammar/index/suffix_array.hpp"

#include <cstddef>

namespace dragoman::grammar {
namespace {

using Numbers = std::vector<std::int32_t>;

/// One level of the recursion. A position is small if its suffix is less than the next position's,
/// and leftmost small if the position before it is not small.
class InducedSorting {
 public:
  InducedSorting(const Numbers& text, std::int32_t largest)
      : text_(text), size_(static_cast<std::int32_t>(text.size())), small_(text.size()) {
    for (std::int32_t i = size_ - 2; i >= 0; --i) {
      small_[i] = text[i] == text[i + 1] ? small_[i + 1] : text[i] < text[i + 1];
    }
    // Where the large and the small suffixes of every number begin; the largest has no small ones.
    large_begin_.assign(static_cast<std::size_t>(largest) + 2, 0);
    small_begin_.assign(static_cast<std::size_t>(largest) + 1, 0);
    for (std::int32_t i = 0; i < size_; ++i) {
      if (small_[i]) {
        ++large_begin_[text[i] + 1];
      } else {
        ++small_begin_[text[i]];
      }
    }
    for (std::int32_t c = 0; c <= largest; ++c) {
      small_begin_[c] += large_begin_[c];
      large_begin_[c + 1] += small_begin_[c];
    }
  }

  Numbers sort() {
    const Numbers leftmost = find_leftmost();
    order_.resize(text_.size());
    induce(leftmost);
    if (leftmost.size() > 1) induce(sort_leftmost(leftmost));
    return std::move(order_);
  }

 private:
  bool is_leftmost(std::int32_t i) const { return i > 0 && small_[i] && !small_[i - 1]; }

  Numbers find_leftmost() const {
    Numbers found;
    for (std::int32_t i = 1; i < size_; ++i) {
      if (is_leftmost(i)) found.push_back(i);
    }
    return found;
  }

  /// Sorts all suffixes, given the leftmost small ones in their order (or, to sort only the
  /// stretches between them, in any order).
  void induce(const Numbers& leftmost) {
    order_.assign(order_.size(), -1);
    Numbers next = small_begin_;
    for (const std::int32_t i : leftmost) order_[next[text_[i]]++] = i;
    next = large_begin_;
    order_[next[text_[size_ - 1]]++] = size_ - 1;
    for (std::int32_t k = 0; k < size_; ++k) {
      const std::int32_t i = order_[k] - 1;
      if (i >= 0 && !small_[i]) order_[next[text_[i]]++] = i;
    }
    next = large_begin_;
    for (std::int32_t k = size_ - 1; k >= 0; --k) {
      const std::int32_t i = order_[k] - 1;
      if (i >= 0 && small_[i]) order_[--next[text_[i] + 1]] = i;
    }
  }

  /// The leftmost small suffixes in their order: names their stretches, sorts the names.
  Numbers sort_leftmost(const Numbers& leftmost) const {
    const auto count = static_cast<std::int32_t>(leftmost.size());
    Numbers rank(text_.size(), -1);
    for (std::int32_t k = 0; k < count; ++k) rank[leftmost[k]] = k;
    const auto end_of = [&](std::int32_t k) { return k + 1 < count ? leftmost[k + 1] : size_; };
    Numbers names(leftmost.size());
    std::int32_t name = -1, previous = -1;
    for (const std::int32_t i : order_) {
      if (rank[i] < 0) continue;
      if (previous < 0 || !same(previous, end_of(rank[previous]), i, end_of(rank[i]))) ++name;
      names[rank[i]] = name;
      previous = i;
    }
    Numbers sorted;
    if (name + 1 == count) {
      sorted.resize(leftmost.size());
      for (std::int32_t k = 0; k < count; ++k) sorted[names[k]] = leftmost[k];
    } else {
      rank = {};
      sorted = suffix_array(names, name);
      for (std::int32_t& k : sorted) k = leftmost[k];
    }
    return sorted;
  }

  /// Whether two stretches are equal, the number at which each ends included.
  bool same(std::int32_t a, std::int32_t a_end, std::int32_t b, std::int32_t b_end) const {
    if (a_end - a != b_end - b || a_end == size_ || b_end == size_) return false;
    while (a <= a_end) {
      if (text_[a++] != text_[b++]) return false;
    }
    return true;
  }

  const Numbers& text_;
  std::int32_t size_;
  std::vector<bool> small_;
  Numbers large_begin_, small_begin_, order_;
};

}  // namespace

Numbers suffix_array(const Numbers& text, std::int32_t largest) {
  if (text.empty()) return {};
  return InducedSorting(text, largest).sort();
}

}  // namespace dragoman::grammar
