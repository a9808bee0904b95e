#include "grammar/index/indexed_text.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "common/error.hpp"
#include "grammar/index/suffix_array.hpp"

namespace dragoman::grammar {
namespace {

void join_lines(const CorpusSide& side, IndexedTextArrays& out) {
  const std::size_t size = side.words.size() + side.size();
  if (size >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw Error("the text is too long for a suffix array: it must have fewer than 2^31 words");
  }
  out.text.reserve(size);
  out.line.reserve(size);
  for (std::size_t line = 0; line < side.size(); ++line) {
    out.begin.push_back(static_cast<std::uint32_t>(out.text.size()));
    const auto words = side[line];
    out.text.insert(out.text.end(), words.begin(), words.end());
    out.text.push_back(kLineEnd);
    out.line.resize(out.text.size(), static_cast<std::uint32_t>(line));
  }
}

void sort_suffixes(const CorpusSide& side, IndexedTextArrays& out) {
  const auto separator = static_cast<std::int32_t>(side.vocabulary);
  std::vector<std::int32_t> numbers(out.text.size());
  std::ranges::transform(out.text, numbers.begin(), [&](WordId word) {
    return word == kLineEnd ? separator : static_cast<std::int32_t>(word);
  });
  const std::vector<std::int32_t> sorted = suffix_array(numbers, separator);
  out.suffixes.assign(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(
                                                           side.words.size()));  // separators last
}

void list_positions(const CorpusSide& side, IndexedTextArrays& out) {
  out.first.assign(side.vocabulary + 1, 0);
  for (const WordId word : side.words) ++out.first[word + 1];
  for (std::size_t word = 0; word < side.vocabulary; ++word) out.first[word + 1] += out.first[word];
  std::vector<std::uint32_t> next(out.first.begin(), out.first.end() - 1);
  out.positions.resize(side.words.size());
  for (std::uint32_t position = 0; position < out.text.size(); ++position) {
    if (out.text[position] != kLineEnd) out.positions[next[out.text[position]]++] = position;
  }
}

void index_links(const AlignedCorpus& corpus, bool source, IndexedTextArrays& out) {
  out.link_first.assign(out.text.size() + 1, 0);
  const auto own = [&](WordLink link) { return source ? link.source : link.target; };
  for (std::size_t line = 0; line < corpus.size(); ++line) {
    for (const WordLink link : corpus.links_of(line)) {
      ++out.link_first[out.begin[line] + own(link) + 1];
    }
  }
  for (std::size_t i = 0; i < out.text.size(); ++i) out.link_first[i + 1] += out.link_first[i];
  std::vector<std::uint32_t> next(out.link_first.begin(), out.link_first.end() - 1);
  out.links.resize(corpus.links.size());
  for (std::size_t line = 0; line < corpus.size(); ++line) {
    for (const WordLink link : corpus.links_of(line)) {
      out.links[next[out.begin[line] + own(link)]++] = source ? link.target : link.source;
    }
  }
}

void require(bool condition, const char* what) {
  if (!condition) throw ModelError(std::string("the suffix grammar's ") + what + " is not sound");
}

/// Everything but the order of the suffixes, which would take as long to check as to sort: it is
/// checked where suffixes are used (IndexedText::narrow, PatternMatcher).
void check_side(const IndexedText& side, const IndexedText& other) {
  const std::size_t size = side.text.size(), words = side.first.size() - 1;
  require(size < static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()), "text");
  require(!side.first.empty() && side.first[0] == 0 && side.first.back() == side.suffixes.size() &&
              std::ranges::is_sorted(side.first),
          "word index");
  require(side.positions.size() == side.suffixes.size() &&
              size == side.suffixes.size() + side.begin.size() && side.line.size() == size,
          "text");
  std::uint32_t line = 0, start = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    require(line < side.begin.size() && side.begin[line] == start && side.line[i] == line, "text");
    require(side.text[i] < words || side.text[i] == kLineEnd, "text");
    if (side.text[i] != kLineEnd) continue;
    require(i - start <= std::numeric_limits<std::uint16_t>::max(), "text");
    ++line;
    start = i + 1;
  }
  require(line == side.begin.size() && line == other.begin.size(), "text");
  for (std::size_t word = 0; word < words; ++word) {
    for (std::uint32_t i = side.first[word]; i < side.first[word + 1]; ++i) {
      require(side.suffixes[i] < size && side.text[side.suffixes[i]] == word, "suffix array");
      require(side.positions[i] < size && side.text[side.positions[i]] == word &&
                  (i == side.first[word] || side.positions[i - 1] < side.positions[i]),
              "word index");
    }
  }
  require(side.link_first.size() == size + 1 && side.link_first[0] == 0 &&
              side.link_first.back() == side.links.size() &&
              std::ranges::is_sorted(side.link_first),
          "alignment");
  for (std::uint32_t i = 0; i < size; ++i) {
    const std::uint32_t here = side.line[i];
    const std::size_t begin = other.begin[here];
    const std::size_t end =
        (here + 1 < other.begin.size() ? other.begin[here + 1] : other.text.size()) - 1;
    const auto links = side.links_of(i);
    require(links.empty() || (side.text[i] != kLineEnd && begin + links.back() < end), "alignment");
    require(std::ranges::adjacent_find(links, std::ranges::greater_equal{}) == links.end(),
            "alignment");
  }
}

/// Each link is known to both of its words: else a phrase could be linked to words outside of it.
/// Links of a word are in order without repetition, so that equal numbers make it a bijection.
void check_links(const IndexedText& source, const IndexedText& target) {
  require(source.links.size() == target.links.size(), "alignment");
  for (std::uint32_t i = 0; i < source.text.size(); ++i) {
    const std::uint32_t line = source.line[i];
    for (const std::uint16_t link : source.links_of(i)) {
      const auto back = target.links_of(target.begin[line] + link);
      require(std::ranges::binary_search(back, i - source.begin[line]), "alignment");
    }
  }
}

}  // namespace

SuffixRange IndexedText::narrow(SuffixRange range, std::size_t length, WordId word) const {
  const auto next = [&](std::uint32_t position) {
    return position + length < text.size() ? text[position + length] : kLineEnd;
  };
  const auto begin = suffixes.begin() + range.begin, end = suffixes.begin() + range.end;
  const auto low = std::ranges::lower_bound(begin, end, word, std::ranges::less{}, next);
  const auto high = std::ranges::upper_bound(low, end, word, std::ranges::less{}, next);
  return {static_cast<std::uint32_t>(low - suffixes.begin()),
          static_cast<std::uint32_t>(high - suffixes.begin())};
}

IndexedText IndexedTextArrays::view() const {
  return {text, suffixes, positions, first, line, begin, link_first, links};
}

IndexedTextArrays linked_text(const AlignedCorpus& corpus, bool source) {
  IndexedTextArrays out;
  join_lines(source ? corpus.source : corpus.target, out);
  index_links(corpus, source, out);
  return out;
}

IndexedTextArrays index_text(const AlignedCorpus& corpus, bool source) {
  const CorpusSide& side = source ? corpus.source : corpus.target;
  IndexedTextArrays out = linked_text(corpus, source);
  sort_suffixes(side, out);
  list_positions(side, out);
  return out;
}

void check(const IndexedText& source, const IndexedText& target) {
  check_side(source, target);
  check_side(target, source);
  check_links(source, target);
}

}  // namespace dragoman::grammar
