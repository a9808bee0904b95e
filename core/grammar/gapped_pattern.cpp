#include "grammar/gapped_pattern.hpp"

#include <algorithm>

#include "common/error.hpp"

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
                               const FrequentPairs* pairs)
    : text_(text), max_span_(static_cast<std::uint32_t>(max_span)), pairs_(pairs), slot_(words) {}

void PatternMatcher::adjacent(const Pattern& pattern, const Matches& matches,
                              std::span<const WordId> words, std::vector<Matches>& out) {
  out.assign(words.size(), {});
  if (pattern.gaps() == 0) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      out[i].range = text_.narrow(matches.range, pattern.words(), words[i]);
    }
    return;
  }
  for (std::size_t i = 0; i < words.size(); ++i)
    slot_[words[i]] = static_cast<std::uint32_t>(i) + 1;
  const std::size_t parts = pattern.parts.size();
  for (std::size_t m = 0; m < matches.starts.size(); m += parts) {
    if (m + kAhead * parts < matches.starts.size()) {
      __builtin_prefetch(&text_.text[matches.starts[m + (kAhead + 1) * parts - 1]]);
    }
    const std::uint32_t* match = &matches.starts[m];
    const std::uint32_t next = match[parts - 1] + pattern.parts.back();
    const WordId word = text_.text[next];
    if (next - match[0] >= max_span_ || word == kLineEnd || slot_[word] == 0) continue;
    auto& starts = out[slot_[word] - 1].starts;
    starts.insert(starts.end(), match, match + parts);
  }
  for (const WordId word : words) slot_[word] = 0;
}

std::span<const std::uint32_t> PatternMatcher::sorted_starts(const Pattern& pattern,
                                                             const Matches& matches) {
  if (pattern.gaps() > 0) return matches.starts;
  const SuffixRange range = matches.range;
  if (pattern.words() == 1) return text_.positions.subspan(range.begin, range.size());
  scratch_.assign(text_.suffixes.begin() + range.begin, text_.suffixes.begin() + range.end);
  for (const std::uint32_t start : scratch_) check_occurrence(pattern, start);
  std::sort(scratch_.begin(), scratch_.end());
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

void PatternMatcher::gapped(const Pattern& pattern, const Matches& matches,
                            std::span<const WordId> words, std::vector<Matches>& out) {
  out.assign(words.size(), {});
  const std::vector<std::uint32_t> left = take_pairs(pattern, words, out);
  if (left.empty()) return;
  const auto starts = sorted_starts(pattern, matches);
  std::size_t occurrences = 0;
  for (const std::uint32_t i : left) occurrences += text_.occurrences(words[i]).size();
  // Rare words are looked up among the matches; else all matches are followed through the text.
  if (occurrences * kSearchCost < starts.size() / pattern.parts.size() * max_span_) {
    for (const std::uint32_t i : left) search(pattern, starts, words[i], out[i]);
    return;
  }
  for (const std::uint32_t i : left) slot_[words[i]] = i + 1;
  scan(pattern, starts, out);
  for (const std::uint32_t i : left) slot_[words[i]] = 0;
}

void PatternMatcher::scan(const Pattern& pattern, std::span<const std::uint32_t> starts,
                          std::span<Matches> out) {
  const std::size_t parts = pattern.parts.size();
  for (std::size_t m = 0; m < starts.size(); m += parts) {
    if (m + kAhead * parts < starts.size()) {
      __builtin_prefetch(&text_.text[starts[m + (kAhead + 1) * parts - 1]]);
    }
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

void PatternMatcher::search(const Pattern& pattern, std::span<const std::uint32_t> starts,
                            WordId word, Matches& out) const {
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
      if (match[parts - 1] + pattern.parts.back() >= position) continue;
      out.starts.insert(out.starts.end(), match, match + parts);
      out.starts.push_back(position);
    }
  }
  sort_rows(out.starts, parts + 1);
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
