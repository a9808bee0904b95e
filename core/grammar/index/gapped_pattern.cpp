#include "grammar/index/gapped_pattern.hpp"

#include <algorithm>
#include <numeric>

#include "common/error.hpp"
#include "grammar/index/sample.hpp"

namespace dragoman::grammar {
namespace {

/// What one step of a binary search costs, in words of a scan.
constexpr std::size_t kSearchCost = 16;
/// Matches whose words are on their way from memory while one is followed.
constexpr std::size_t kAhead = 16;

/// Rows of so many numbers, from the order of their last numbers to that of the first ones.
void sort_rows(std::vector<std::uint32_t>& numbers, std::size_t width) {
  std::vector<std::uint32_t> order(numbers.size() / width);
  for (std::size_t row = 0; row < order.size(); ++row) {
    order[row] = static_cast<std::uint32_t>(row * width);
  }
  const auto row = [&](std::uint32_t begin) { return std::span(numbers).subspan(begin, width); };
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    return std::ranges::lexicographical_compare(row(a), row(b));
  };
  if (std::ranges::is_sorted(order, before)) return;
  std::ranges::sort(order, before);
  std::vector<std::uint32_t> sorted;
  sorted.reserve(numbers.size());
  for (const std::uint32_t begin : order) {
    const auto each = row(begin);
    sorted.insert(sorted.end(), each.begin(), each.end());
  }
  numbers = std::move(sorted);
}

}  // namespace

Pattern Pattern::adjacent(WordId word) const {
  Pattern longer = *this;
  longer.symbols.push_back(static_cast<Symbol>(word));
  ++longer.parts.back();
  return longer;
}

Pattern Pattern::gapped(WordId word) const {
  Pattern longer = *this;
  longer.symbols.push_back(kGap);
  longer.symbols.push_back(static_cast<Symbol>(word));
  longer.parts.push_back(1);
  return longer;
}

PatternMatcher::PatternMatcher(const IndexedText& text, std::size_t words, std::size_t max_span,
                               const FrequentPairs* pairs, std::size_t most)
    : text_(text),
      max_span_(static_cast<std::uint32_t>(max_span)),
      pairs_(pairs),
      most_(most),
      slot_(words) {}

void PatternMatcher::adjacent(const Pattern& pattern, const Matches& matches,
                              std::span<const WordId> words, std::vector<Matches>& out) {
  out.assign(words.size(), {});
  if (pattern.gaps() == 0) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      out[i].range = text_.narrow(matches.range, pattern.words(), words[i]);
    }
    return;
  }
  std::vector<std::uint32_t> all(words.size());
  std::iota(all.begin(), all.end(), 0U);
  follow(pattern, matches, words, all, true, out);
}

void PatternMatcher::gapped(const Pattern& pattern, const Matches& matches,
                            std::span<const WordId> words, std::vector<Matches>& out) {
  out.assign(words.size(), {});
  const std::vector<std::uint32_t> left = take_pairs(pattern, words, out);
  if (!left.empty()) follow(pattern, matches, words, left, false, out);
}

void PatternMatcher::follow(const Pattern& pattern, const Matches& matches,
                            std::span<const WordId> all, std::span<const std::uint32_t> words,
                            bool adjacent, std::span<Matches> out) {
  const std::size_t count = matches.size(pattern);
  const bool many = most_ > 0 && count > most_;
  const std::size_t followed = many ? most_ : count;
  const std::size_t scan_cost = followed * (adjacent ? 1 : max_span_);
  const std::size_t search_cost = pattern.gaps() == 0 ? max_span_ : kSearchCost;
  const auto cost_of = [&](std::uint32_t i) {
    return text_.occurrences(all[i]).size() * search_cost;
  };
  // If all matches are followed, both ways find the same, and all words take the cheaper one. Else
  // each word has its own, so that what is found does not depend on the other words.
  std::size_t together = 0;
  for (const std::uint32_t i : words) together += cost_of(i);
  const auto is_searched = [&](std::uint32_t i) {
    return (many ? cost_of(i) : together) < scan_cost;
  };
  bool any_scanned = false, any_searched = false;
  for (const std::uint32_t i : words) {
    out[i].weight = matches.weight;
    if (is_searched(i)) {
      any_searched = true;
    } else {
      any_scanned = true;
      slot_[all[i]] = i + 1;
    }
  }
  if (any_scanned) {
    const auto starts = sorted_starts(pattern, matches, many ? most_ : 0);
    if (adjacent) {
      scan_next(pattern, starts, out);
    } else {
      scan_later(pattern, starts, out);
    }
    for (const std::uint32_t i : words) {
      if (slot_[all[i]] > 0 && many) out[i].weight *= Sample(count, most_).weight();
      slot_[all[i]] = 0;
    }
  }
  if (!any_searched) return;
  for (const std::uint32_t i : words) {
    if (!is_searched(i)) continue;
    if (pattern.gaps() == 0) {
      search_text(pattern, all[i], out[i]);
    } else {
      search(pattern, matches.starts, all[i], adjacent, out[i]);
    }
  }
}

std::span<const std::uint32_t> PatternMatcher::sorted_starts(const Pattern& pattern,
                                                             const Matches& matches,
                                                             std::size_t most) {
  const std::size_t parts = pattern.parts.size();
  const Sample sample(matches.size(pattern), most);
  const bool all = sample.size() == matches.size(pattern);
  if (all && pattern.gaps() > 0) return matches.starts;
  const SuffixRange range = matches.range;
  const auto positions = text_.positions.subspan(range.begin, range.size());
  if (all && pattern.words() == 1) return positions;
  scratch_.clear();
  for (std::size_t i = 0; i < sample.size(); ++i) {
    if (pattern.gaps() > 0) {
      const auto row = std::span(matches.starts).subspan(sample[i] * parts, parts);
      scratch_.insert(scratch_.end(), row.begin(), row.end());
    } else if (pattern.words() == 1) {
      scratch_.push_back(positions[sample[i]]);
    } else {
      scratch_.push_back(text_.suffixes[range.begin + sample[i]]);
      check_occurrence(pattern, scratch_.back());
    }
  }
  if (pattern.gaps() == 0 && pattern.words() > 1) std::ranges::sort(scratch_);
  return scratch_;
}

void PatternMatcher::check_occurrence(const Pattern& pattern, std::uint32_t start) const {
  const auto there = text_.text.subspan(start);
  const bool found = there.size() >= pattern.symbols.size() &&
                     std::ranges::equal(pattern.symbols, there.first(pattern.symbols.size()), {},
                                        [](Symbol symbol) { return static_cast<WordId>(symbol); });
  if (!found) throw ModelError("the suffix grammar's suffix array is not sound");
}

std::vector<std::uint32_t> PatternMatcher::take_pairs(const Pattern& pattern,
                                                      std::span<const WordId> words,
                                                      std::span<Matches> out) const {
  std::vector<std::uint32_t> left;
  const auto first = static_cast<WordId>(pattern.symbols[0]);
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    if (pairs_ != nullptr && pattern.symbols.size() == 1 && pairs_->holds(first, words[i])) {
      const auto found = pairs_->find(first, words[i]);
      out[i].starts.assign(found.begin(), found.end());
    } else {
      left.push_back(i);
    }
  }
  return left;
}

void PatternMatcher::scan_next(const Pattern& pattern, std::span<const std::uint32_t> starts,
                               std::span<Matches> out) const {
  const std::size_t parts = pattern.parts.size();
  for (std::size_t m = 0; m < starts.size(); m += parts) {
    prefetch(starts, m, parts);
    const std::uint32_t* match = &starts[m];
    const std::uint32_t next = match[parts - 1] + pattern.parts.back();
    const WordId word = text_.text[next];
    if (next - match[0] >= max_span_ || word == kLineEnd || slot_[word] == 0) continue;
    auto& found = out[slot_[word] - 1].starts;
    found.insert(found.end(), match, match + parts);
  }
}

void PatternMatcher::scan_later(const Pattern& pattern, std::span<const std::uint32_t> starts,
                                std::span<Matches> out) const {
  const std::size_t parts = pattern.parts.size();
  for (std::size_t m = 0; m < starts.size(); m += parts) {
    prefetch(starts, m, parts);
    const std::uint32_t* match = &starts[m];
    std::uint32_t next = match[parts - 1] + pattern.parts.back();
    if (text_.text[next] == kLineEnd) continue;
    const std::uint32_t end = match[0] + max_span_;
    for (++next; next < end && text_.text[next] != kLineEnd; ++next) {
      const std::uint32_t slot = slot_[text_.text[next]];
      if (slot == 0) continue;
      auto& found = out[slot - 1].starts;
      found.insert(found.end(), match, match + parts);
      found.push_back(next);
    }
  }
}

void PatternMatcher::search_text(const Pattern& pattern, WordId word, Matches& out) const {
  const auto length = static_cast<std::uint32_t>(pattern.words());
  const auto same = [](Symbol symbol, WordId there) {
    return static_cast<WordId>(symbol) == there;
  };
  const SuffixRange range = text_.occurrences(word);
  const auto positions = text_.positions.subspan(range.begin, range.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (i + kAhead < positions.size()) __builtin_prefetch(&text_.text[positions[i + kAhead]]);
    // The last word of the match is two words before at least, and in the same line.
    const std::uint32_t position = positions[i];
    std::uint32_t first = position;
    while (first > 0 && position - first + 1 < max_span_ && text_.text[first - 1] != kLineEnd) {
      --first;
    }
    for (std::uint32_t start = first; start + length < position; ++start) {
      if (!std::ranges::equal(pattern.symbols, text_.text.subspan(start, length), same)) continue;
      out.starts.push_back(start);
      out.starts.push_back(position);
    }
  }
  sort_rows(out.starts, 2);
}

void PatternMatcher::search(const Pattern& pattern, std::span<const std::uint32_t> starts,
                            WordId word, bool adjacent, Matches& out) const {
  const std::size_t parts = pattern.parts.size(), count = starts.size() / parts;
  const SuffixRange range = text_.occurrences(word);
  std::size_t from = 0;
  for (const std::uint32_t position : text_.positions.subspan(range.begin, range.size())) {
    const std::uint32_t earliest =
        std::max(position - std::min(position, max_span_ - 1), text_.begin[text_.line[position]]);
    std::size_t step = 1, to = from;
    while (to < count && starts[to * parts] < earliest) {
      from = to + 1;
      to += step;
      step *= 2;
    }
    to = std::min(to, count);
    while (from < to) {
      const std::size_t middle = (from + to) / 2;
      if (starts[middle * parts] < earliest) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    for (std::size_t m = from; m < count && starts[m * parts] < position; ++m) {
      const std::uint32_t* match = &starts[m * parts];
      const std::uint32_t end = match[parts - 1] + pattern.parts.back();
      if (adjacent ? end != position : end >= position) continue;
      out.starts.insert(out.starts.end(), match, match + parts);
      if (!adjacent) out.starts.push_back(position);
    }
  }
  sort_rows(out.starts, adjacent ? parts : parts + 1);
}

void PatternMatcher::prefetch(std::span<const std::uint32_t> starts, std::size_t match,
                              std::size_t parts) const {
  const std::size_t later = match + (kAhead + 1) * parts - 1;
  if (later < starts.size()) __builtin_prefetch(&text_.text[starts[later]]);
}

void PatternMatcher::positions(const Pattern& pattern, const Matches& matches, std::size_t index,
                               std::vector<std::uint32_t>& out) const {
  out.clear();
  if (pattern.gaps() == 0) check_occurrence(pattern, text_.suffixes[matches.range.begin + index]);
  for (std::size_t part = 0; part < pattern.parts.size(); ++part) {
    const std::uint32_t start = pattern.gaps() == 0
                                    ? text_.suffixes[matches.range.begin + index]
                                    : matches.starts[index * pattern.parts.size() + part];
    for (std::uint32_t k = 0; k < pattern.parts[part]; ++k) out.push_back(start + k);
  }
}

}  // namespace dragoman::grammar
