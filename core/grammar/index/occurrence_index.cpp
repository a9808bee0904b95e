#include "grammar/index/occurrence_index.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "common/bits.hpp"
#include "common/error.hpp"

namespace dragoman::grammar {

std::size_t shared_lines(const LineSet& a, const LineSet& b) {
  const auto in_bits = [](std::span<const std::uint32_t> list,
                          std::span<const std::uint64_t> bits) {
    return static_cast<std::size_t>(std::count_if(list.begin(), list.end(), [&](auto line) {
      return (bits[line >> 6] >> (line & 63) & 1) != 0;
    }));
  };
  std::size_t count = 0;
  if (!a.bits.empty() && !b.bits.empty()) {
    for (std::size_t i = 0; i < a.bits.size(); ++i) {
      count += count_bits(a.bits[i] & b.bits[i]);
    }
    return count;
  }
  if (!a.bits.empty()) return in_bits(b.list, a.bits);
  if (!b.bits.empty()) return in_bits(a.list, b.bits);
  for (auto i = a.list.begin(), j = b.list.begin(); i != a.list.end() && j != b.list.end();) {
    if (*i == *j)
      ++count, ++i, ++j;
    else if (*i < *j)
      ++i;
    else
      ++j;
  }
  return count;
}

OccurrenceIndex::OccurrenceIndex(const CorpusSide& text, std::size_t max_length,
                                 std::size_t threads, Monitor& monitor)
    : text_(text), many_(std::max<std::size_t>(64, text.size() / 200)) {
  if (text.words.size() >= std::numeric_limits<std::uint32_t>::max()) {
    throw ConfigError("significance pruning takes texts of at most 2^32 - 2 words");
  }
  line_.reserve(text.words.size());
  for (std::size_t line = 0; line < text.size(); ++line) {
    line_.insert(line_.end(), text[line].size(), static_cast<std::uint32_t>(line));
  }
  sort_positions(max_length, threads, monitor);
  keep_frequent({0, positions_.size()}, 0, max_length);
  std::sort(frequent_.begin(), frequent_.end(), [](const Frequent& a, const Frequent& b) {
    return std::tie(a.range, a.depth) < std::tie(b.range, b.depth);
  });
}

WordId OccurrenceIndex::word_at(std::uint32_t position, std::size_t depth) const {
  const std::size_t place = position + depth;
  return place < text_.offsets[line_[position] + 1] ? text_.words[place] : kNoWord;
}

void OccurrenceIndex::sort_positions(std::size_t max_length, std::size_t threads,
                                     Monitor& monitor) {
  first_.assign(text_.vocabulary + 1, 0);
  for (const WordId word : text_.words) ++first_[word + 1];
  for (std::size_t word = 0; word < text_.vocabulary; ++word) first_[word + 1] += first_[word];
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  positions_.resize(text_.words.size());
  for (std::size_t i = 0; i < text_.words.size(); ++i) {
    positions_[next[text_.words[i]]++] = static_cast<std::uint32_t>(i);
  }
  constexpr std::size_t kWords = 256;
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    for (std::size_t depth = 1; depth < max_length; ++depth) {
      const WordId x = word_at(a, depth), y = word_at(b, depth);
      if (x != y) return x < y;
      if (x == kNoWord) break;
    }
    return a < b;
  };
  parallel_ranges(text_.vocabulary, kWords, threads, monitor,
                  [&](std::size_t begin, std::size_t end, std::size_t) {
                    for (std::size_t word = begin; word < end; ++word) {
                      std::sort(positions_.begin() + static_cast<std::ptrdiff_t>(first_[word]),
                                positions_.begin() + static_cast<std::ptrdiff_t>(first_[word + 1]),
                                less);
                    }
                  });
}

void OccurrenceIndex::keep_frequent(Range range, std::size_t depth, std::size_t max_length) {
  if (depth > 0) {
    Frequent phrase{range, depth, 0, std::vector<std::uint64_t>((text_.size() + 63) / 64)};
    for (std::size_t i = range.first; i < range.second; ++i) {
      const std::uint32_t line = line_[positions_[i]];
      phrase.bits[line >> 6] |= std::uint64_t{1} << (line & 63);
    }
    for (const std::uint64_t word : phrase.bits) {
      phrase.size += count_bits(word);
    }
    frequent_.push_back(std::move(phrase));
  }
  if (depth == max_length) return;
  for (std::size_t i = range.first; i < range.second;) {
    const WordId word = word_at(positions_[i], depth);
    const std::size_t end = narrow({i, range.second}, depth, word).second;
    if (word != kNoWord && end - i >= many_) keep_frequent({i, end}, depth + 1, max_length);
    i = end;
  }
}

OccurrenceIndex::Range OccurrenceIndex::narrow(Range range, std::size_t depth, WordId word) const {
  const auto at = [&](std::size_t i) {
    return positions_.begin() + static_cast<std::ptrdiff_t>(i);
  };
  const auto low =
      std::lower_bound(at(range.first), at(range.second), word,
                       [&](std::uint32_t p, WordId w) { return word_at(p, depth) < w; });
  const auto high = std::upper_bound(low, at(range.second), word, [&](WordId w, std::uint32_t p) {
    return w < word_at(p, depth);
  });
  return {static_cast<std::size_t>(low - positions_.begin()),
          static_cast<std::size_t>(high - positions_.begin())};
}

LineSet OccurrenceIndex::lines(std::span<const WordId> phrase,
                               std::vector<std::uint32_t>& scratch) const {
  Range range{first_[phrase[0]], first_[phrase[0] + 1]};
  for (std::size_t depth = 1; depth < phrase.size(); ++depth) {
    range = narrow(range, depth, phrase[depth]);
  }
  if (range.second - range.first >= many_) {
    const auto found = std::lower_bound(
        frequent_.begin(), frequent_.end(), std::tuple(range, phrase.size()),
        [](const Frequent& f, const auto& key) { return std::tuple(f.range, f.depth) < key; });
    return {found->bits, {}, found->size};
  }
  scratch.clear();
  for (std::size_t i = range.first; i < range.second; ++i) {
    scratch.push_back(line_[positions_[i]]);
  }
  std::sort(scratch.begin(), scratch.end());
  scratch.erase(std::unique(scratch.begin(), scratch.end()), scratch.end());
  return {{}, scratch, scratch.size()};
}

}  // namespace dragoman::grammar
