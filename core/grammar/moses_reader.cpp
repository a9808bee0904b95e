#include "grammar/moses_reader.hpp"

#include <charconv>
#include <cmath>

#include "common/error.hpp"
#include "common/hash.hpp"
#include "common/utf8.hpp"
#include "grammar/text.hpp"

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
  const Fields fields = split(line);
  if (fields.count < 3) fail("expected 'source ||| target ||| scores'");
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
  read_side(fields.text[0], source_, source_side_);
  read_side(fields.text[1], target_, target_side_);
  read_logarithms(fields.text[2], numbers_);
  if (lines_.number() == 1) widths_.scores = numbers_.size();
  if (numbers_.size() != widths_.scores) {
    fail("expected " + std::to_string(widths_.scores) + " scores as in the first line, found " +
         std::to_string(numbers_.size()));
  }
  scores_.insert(scores_.end(), numbers_.begin(), numbers_.end());
  read_alignment(fields.count > 3 ? fields.text[3] : std::string_view());
  read_counts(fields.count > 4 ? fields.text[4] : std::string_view());
  if (lines_.number() == 1 && numbers_.size() == kCountColumns) widths_.counts = kCountColumns;
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
