#include "grammar/index/frequent_pairs.hpp"

#include <algorithm>
#include <numeric>

namespace dragoman::grammar {

FrequentPairs::FrequentPairs(const IndexedText& text, std::size_t count, std::size_t max_span)
    : text_(text),
      max_span_(static_cast<std::uint32_t>(max_span)),
      rank_(text.vocabulary()),
      rows_(std::min(count, text.vocabulary())) {
  std::vector<WordId> words(text.vocabulary());
  std::iota(words.begin(), words.end(), WordId{0});
  const auto middle = words.begin() + static_cast<std::ptrdiff_t>(rows_.size());
  std::partial_sort(words.begin(), middle, words.end(), [&](WordId a, WordId b) {
    const std::size_t of_a = text.occurrences(a).size(), of_b = text.occurrences(b).size();
    return of_a != of_b ? of_a > of_b : a < b;
  });
  for (std::size_t i = 0; i < rows_.size(); ++i)
    rank_[words[i]] = static_cast<std::uint32_t>(i) + 1;
}

std::span<const std::uint32_t> FrequentPairs::find(WordId first, WordId second) const {
  Row& row = rows_[rank_[first] - 1];
  std::call_once(row.once, [&] { fill(first, row); });
  return row.lists[rank_[second] - 1];
}

void FrequentPairs::fill(WordId first, Row& row) const {
  row.lists.resize(rows_.size());
  const SuffixRange range = text_.occurrences(first);
  for (const std::uint32_t start : text_.positions.subspan(range.begin, range.size())) {
    if (text_.text[start + 1] == kLineEnd) continue;
    for (std::uint32_t next = start + 2; next - start < max_span_; ++next) {
      if (text_.text[next] == kLineEnd) break;
      const std::uint32_t rank = rank_[text_.text[next]];
      if (rank > 0) row.lists[rank - 1].insert(row.lists[rank - 1].end(), {start, next});
    }
  }
}

}  // namespace dragoman::grammar
