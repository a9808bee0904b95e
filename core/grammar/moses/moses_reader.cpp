#include "grammar/moses/moses_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "common/error.hpp"
#include "common/hash.hpp"
#include "common/utf8.hpp"
#include "grammar/moses/text.hpp"

namespace dragoman::grammar {
namespace {

constexpr std::string_view kSeparator = "|||";

template <typename T>
bool parse(std::string_view text, T& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

}  // namespace

void MosesReader::open(std::string name) {
  lines_ = LineSplitter(std::move(name), options_.longest_line);
  reordering_ = false;
}

void MosesReader::open_reordering(std::string name) {
  open(std::move(name));
  reordering_ = true;
  widths_.reordering = kReorderingColumns;
  reordering_scores_.assign(keys_.size() * kReorderingColumns, 0.0F);
}

void MosesReader::feed(std::string_view block) {
  lines_.feed(block, [&](std::string_view line) { take_line(line); });
}

void MosesReader::close() {
  lines_.finish([&](std::string_view line) { take_line(line); });
}

void MosesReader::fail(const std::string& message) const {
  throw FormatError(lines_.path(), lines_.number(), message);
}

MosesReader::Fields MosesReader::split(std::string_view line) const {
  Fields fields;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= line.size();) {
    std::size_t end = i;
    while (end < line.size() && line[end] != ' ' && line[end] != '\t') ++end;
    const bool last = end == line.size();
    const bool separator = line.substr(i, end - i) == kSeparator;
    if (separator || last) {
      if (fields.count == 7) fail("more than seven fields; is a ||| in the text not escaped?");
      fields.text[fields.count++] = line.substr(start, (separator ? i : end) - start);
      start = end;
      if (separator && last && fields.count < 7) fields.text[fields.count++] = {};
    }
    i = end + 1;
  }
  return fields;
}

void MosesReader::take_line(std::string_view line) {
  if (lines_.number() == 1 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (options_.hierarchical && line.find_first_not_of(" \t") == std::string_view::npos) return;
  const Fields fields = split(line);
  if (fields.count < 3)
    fail(options_.hierarchical ? "expected 'source [X] ||| target [X] ||| scores'"
                               : "expected 'source ||| target ||| scores'");
  if (reordering_) {
    take_reordering(fields);
  } else {
    take_rule(fields);
  }
}

std::string_view MosesReader::plain(std::string_view token) {
  if (!options_.unescape || token.find("&#") == std::string_view::npos) return token;
  token_ = unescape_moses(token);
  return token_;
}

void MosesReader::read_side(std::string_view text, Vocabulary& vocabulary,
                            std::vector<Symbol>& symbols) {
  symbols.clear();
  for_each_token(text, [&](std::string_view token) {
    if (options_.hierarchical && is_non_terminal(token)) {
      symbols.push_back(kFirstNonTerminal);
      return;
    }
    token = plain(token);
    const std::size_t before = vocabulary.size();
    symbols.push_back(static_cast<Symbol>(vocabulary.insert(token)));
    if (vocabulary.size() > before && !is_utf8(token)) fail("expected UTF-8 text");
  });
  if (symbols.size() > kMaxSideLength) fail("a side of the rule has more than 255 words");
}

bool MosesReader::known_side(std::string_view text, const Vocabulary& vocabulary,
                             std::vector<Symbol>& symbols) {
  symbols.clear();
  bool known = true;
  for_each_token(text, [&](std::string_view token) {
    const WordId word = vocabulary.find(plain(token));
    known = known && word != kNoWord;
    symbols.push_back(static_cast<Symbol>(word));
  });
  return known;
}

std::string_view MosesReader::without_label(std::string_view side) const {
  const std::size_t last = side.find_last_not_of(" \t") + 1;  // 0: there is nothing
  const std::size_t first = side.substr(0, last).find_last_of(" \t") + 1;
  const std::string_view label = side.substr(first, last - first);
  const bool sound = label.size() > 2 && label.front() == '[' && label.back() == ']' &&
                     label.find_first_of("[],", 1) == label.size() - 1;
  if (!sound) fail("expected a label such as [X] at the end of each side");
  if (label != "[X]") fail_label(label.substr(1, label.size() - 2));
  return side.substr(0, first);
}

bool MosesReader::is_non_terminal(std::string_view token) const {
  if (token == "[X][X]") return true;
  const std::size_t middle = token.find("][");
  const bool other = middle != std::string_view::npos && token.front() == '[' &&
                     token.back() == ']' && middle > 1 && middle + 3 < token.size() &&
                     token.find_first_of("[]", 1) == middle &&
                     token.find_first_of("[]", middle + 2) == token.size() - 1;
  if (other) fail_label(token.substr(middle + 2, token.size() - middle - 3));
  return false;
}

void MosesReader::fail_label(std::string_view label) const {
  fail("expected no other label than X in a hierarchical grammar, found '" + printable(label) +
       "'");
}

void MosesReader::link_non_terminals() {
  Symbol next = kFirstNonTerminal;
  for (Symbol& symbol : source_side_) {
    if (symbol < 0) symbol = next--;
  }
  std::ranges::replace_if(target_side_, [](Symbol symbol) { return symbol < 0; }, kGap);  // so far
  std::erase_if(points_, [&](const AlignmentPoint& point) {
    const Symbol source = source_side_[point.source];
    if (source >= 0) return false;
    Symbol& target = target_side_[point.target];
    if (target < 0) target = source;
    return true;
  });
  if (std::ranges::count(target_side_, kGap) > 0) {
    fail("the non-terminal [X][X] of the target side has no link");
  }
  if (next < kFirstNonTerminal - 2) fail("expected at most two non-terminals, each once");
  for (Symbol symbol = kFirstNonTerminal; symbol > next; --symbol) {
    if (std::ranges::count(target_side_, symbol) != 1) {
      fail("expected the same non-terminals on both sides");
    }
  }
  std::ranges::sort(points_, {}, [](const AlignmentPoint& point) {
    return std::pair(point.source, point.target);
  });
}

void MosesReader::read_logarithms(std::string_view text, std::vector<float>& values) const {
  values.clear();
  for_each_token(text, [&](std::string_view token) {
    double value = 0;
    if (!parse(token, value) || !(value >= 0) || std::isinf(value)) {
      fail("expected a probability, found '" + printable(token) + "'");
    }
    const auto log = static_cast<float>(std::log(value));
    values.push_back(log >= kLowestScore ? log : kLowestScore);
  });
}

void MosesReader::read_alignment(std::string_view text) {
  points_.clear();
  for_each_token(text, [&](std::string_view token) {
    const std::size_t dash = token.find('-');
    std::size_t source = 0, target = 0;
    if (dash == std::string_view::npos || !parse(token.substr(0, dash), source) ||
        !parse(token.substr(dash + 1), target)) {
      fail("expected a link such as 0-1, found '" + printable(token) + "'");
    }
    if (source >= source_side_.size() || target >= target_side_.size()) {
      fail("the link " + printable(token) + " points outside of the rule");
    }
    points_.push_back({static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target)});
  });
}

void MosesReader::read_counts(std::string_view text) {
  numbers_.clear();
  for_each_token(text, [&](std::string_view token) {
    float value = 0;
    if (!parse(token, value) || !std::isfinite(value)) {
      fail("expected a count, found '" + printable(token) + "'");
    }
    numbers_.push_back(value);
  });
}

void MosesReader::take_rule(const Fields& fields) {
  const auto side = [&](std::string_view text) {
    return options_.hierarchical ? without_label(text) : text;
  };
  read_side(side(fields.text[0]), source_, source_side_);
  read_side(side(fields.text[1]), target_, target_side_);
  read_logarithms(fields.text[2], numbers_);
  if (keys_.empty()) widths_.scores = numbers_.size();
  if (numbers_.size() != widths_.scores) {
    fail("expected " + std::to_string(widths_.scores) + " scores as in the first line, found " +
         std::to_string(numbers_.size()));
  }
  scores_.insert(scores_.end(), numbers_.begin(), numbers_.end());
  read_alignment(fields.count > 3 ? fields.text[3] : std::string_view());
  if (options_.hierarchical) link_non_terminals();
  read_counts(fields.count > 4 ? fields.text[4] : std::string_view());
  if (keys_.empty() && numbers_.size() == kCountColumns) widths_.counts = kCountColumns;
  numbers_.resize(widths_.counts, 0.0F);

  counts_.insert(counts_.end(), numbers_.begin(), numbers_.end());
  keys_.push_back(key());
  symbols_.insert(symbols_.end(), source_side_.begin(), source_side_.end());
  symbols_.insert(symbols_.end(), target_side_.begin(), target_side_.end());
  lengths_.push_back(static_cast<std::uint8_t>(source_side_.size()));
  lengths_.push_back(static_cast<std::uint8_t>(target_side_.size()));
  alignment_.insert(alignment_.end(), points_.begin(), points_.end());
  links_.push_back(static_cast<std::uint32_t>(points_.size()));
}

std::uint64_t MosesReader::key() const {
  std::uint64_t hash = source_side_.size();
  for (const Symbol symbol : source_side_) hash = hash_combine(hash, symbol);
  for (const Symbol symbol : target_side_) hash = hash_combine(hash, symbol);
  return hash;
}

std::size_t MosesReader::find_row(std::uint64_t key) {
  if (cursor_ < keys_.size() && keys_[cursor_] == key) return cursor_++;
  if (rows_.empty()) {
    rows_.reserve(keys_.size());
    for (std::size_t row = 0; row < keys_.size(); ++row) rows_.emplace(keys_[row], row);
  }
  const auto found = rows_.find(key);
  if (found == rows_.end()) return keys_.size();
  cursor_ = found->second + 1;
  return found->second;
}

void MosesReader::take_reordering(const Fields& fields) {
  read_logarithms(fields.text[2], numbers_);
  if (numbers_.size() != kReorderingColumns) {
    fail("expected six orientation probabilities (msd-bidirectional-fe), found " +
         std::to_string(numbers_.size()));
  }
  const bool known = known_side(fields.text[0], source_, source_side_) &&
                     known_side(fields.text[1], target_, target_side_);
  if (!known) return;
  const std::size_t row = find_row(key());
  if (row == keys_.size()) return;
  std::copy(numbers_.begin(), numbers_.end(),
            reordering_scores_.begin() + static_cast<std::ptrdiff_t>(row * kReorderingColumns));
}

RuleTableArrays MosesReader::finish() {
  RuleTableBuilder builder(widths_);
  std::span<const Symbol> symbols(symbols_);
  std::span<const AlignmentPoint> points(alignment_);
  const auto row_of = [](const std::vector<float>& values, std::size_t row, std::size_t columns) {
    return std::span<const float>(values).subspan(row * columns, columns);
  };
  for (std::size_t row = 0; row < keys_.size(); ++row) {
    const std::size_t source = lengths_[2 * row], target = lengths_[2 * row + 1];
    builder.add({.source = symbols.first(source),
                 .target = symbols.subspan(source, target),
                 .alignment = points.first(links_[row]),
                 .scores = row_of(scores_, row, widths_.scores),
                 .reordering = row_of(reordering_scores_, row, widths_.reordering),
                 .counts = row_of(counts_, row, widths_.counts)});
    symbols = symbols.subspan(source + target);
    points = points.subspan(links_[row]);
  }
  return builder.finish();
}

}  // namespace dragoman::grammar
