#include "lm/arpa_reader.hpp"

#include <charconv>
#include <cmath>
#include <limits>

#include "common/error.hpp"
#include "common/utf8.hpp"
#include "lm/state.hpp"

namespace dragoman::lm {
namespace {

constexpr std::size_t kReserve = 1 << 22;  // no more memory is reserved for a count in the header
constexpr float kMissingUnknown = -100.0F;

bool parse_float(std::string_view text, float& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
}

bool parse_size(std::string_view text, std::size_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

/// Text from the file for a message: short and printable.
std::string quote(std::string_view text) {
  std::string shown(1, '\'');
  shown += printable(text);
  shown += text.size() > 40 ? "...'" : "'";
  return shown;
}

std::string_view trim(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \t\r");
  return end == std::string_view::npos ? std::string_view() : text.substr(0, end + 1);
}

}  // namespace

ArpaReader::ArpaReader(std::string path, std::size_t longest_line)
    : ngrams_(std::make_unique<Ngrams>()), lines_(path, longest_line) {
  ngrams_->path = std::move(path);
}

void ArpaReader::fail(const std::string& message) const {
  throw FormatError(ngrams_->path, line_, message);
}

void ArpaReader::feed(std::string_view bytes) {
  check_not_finished();
  lines_.feed(bytes, [&](std::string_view text) {
    line_ = lines_.number();
    line(trim(text));
  });
}

void ArpaReader::line(std::string_view text) {
  switch (section_) {
    case Section::kStart:
      if (line_ == 1 && text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
      if (text.empty() || text.front() == '#') return;
      if (text != "\\data\\") fail("expected '\\data\\', found " + quote(text));
      section_ = Section::kCounts;
      return;
    case Section::kCounts:
      return count_line(text);
    case Section::kBetween:
      return header_line(text);
    case Section::kGrams:
      return gram_line(text);
    case Section::kEnd:
      if (!text.empty()) fail("expected nothing after '\\end\\', found " + quote(text));
  }
}

void ArpaReader::count_line(std::string_view text) {
  if (text.empty() && counts_.empty()) return;
  if (text.empty() || text.front() == '\\') {
    if (counts_.empty()) fail("expected 'ngram 1=COUNT', found " + quote(text));
    ngrams_->orders.resize(counts_.size());
    section_ = Section::kBetween;
    if (!text.empty()) header_line(text);
    return;
  }
  const std::size_t equals = text.find('=');
  std::size_t order = 0, count = 0;
  if (!text.starts_with("ngram ") || equals == std::string_view::npos ||
      !parse_size(text.substr(6, equals - 6), order)) {
    fail("expected 'ngram N=COUNT', found " + quote(text));
  }
  std::string_view number = text.substr(equals + 1);
  number.remove_prefix(std::min(number.find_first_not_of(' '), number.size()));
  if (!parse_size(number, count)) fail("expected a count after '=', found " + quote(number));
  if (order != counts_.size() + 1) {
    fail("expected the count of " + std::to_string(counts_.size() + 1) + "-grams, found " +
         quote(text));
  }
  if (order > static_cast<std::size_t>(kMaxOrder)) {
    fail("models of an order above " + std::to_string(kMaxOrder) + " are not supported");
  }
  if (order == 1 && count >= kNoWord - 2) fail("more than 2^32 words are not supported");
  counts_.push_back(count);
}

void ArpaReader::header_line(std::string_view text) {
  if (text.empty()) return;
  if (order_ == counts_.size()) {
    if (text != "\\end\\") fail("expected '\\end\\', found " + quote(text));
    section_ = Section::kEnd;
    return;
  }
  std::string expected = std::to_string(order_ + 1);
  expected.insert(expected.begin(), '\\');
  expected += "-grams:";
  if (text != expected) fail("expected '" + expected + "', found " + quote(text));
  enter(order_ + 1);
}

void ArpaReader::enter(std::size_t order) {
  order_ = order;
  NgramList& list = ngrams_->orders[order - 1];
  const std::size_t count = std::min(counts_[order - 1], kReserve);
  list.words.reserve(count * order);
  list.probabilities.reserve(count);
  if (order < counts_.size()) list.backoffs.reserve(count);
  list.first_line = line_ + 1;
  section_ = counts_[order - 1] > 0 ? Section::kGrams : Section::kBetween;
}

void ArpaReader::gram_line(std::string_view text) {
  NgramList& list = ngrams_->orders[order_ - 1];
  if (text.empty() || text.front() == '\\') {
    fail("expected " + std::to_string(counts_[order_ - 1]) + " " + std::to_string(order_) +
         "-grams, found only " + std::to_string(list.size()));
  }
  fields_.clear();
  for_each_token(text, [&](std::string_view field) { fields_.push_back(field); });
  const bool longest = order_ == counts_.size();
  if (fields_.size() != order_ + 1 && fields_.size() != order_ + 2) {
    fail("expected a probability, " + std::to_string(order_) + " words and a back-off, found " +
         std::to_string(fields_.size()) + " fields");
  }
  float probability = 0;
  if (!parse_float(fields_[0], probability)) {
    fail("expected a log10 probability, found " + quote(fields_[0]));
  }
  if (probability > 0) {
    fail("expected a log10 probability of at most 0, found " + quote(fields_[0]));
  }
  float backoff = std::numeric_limits<float>::quiet_NaN();
  if (fields_.size() == order_ + 2 && !parse_float(fields_.back(), backoff)) {
    fail("expected a log10 back-off, found " + quote(fields_.back()));
  }
  if (longest && fields_.size() == order_ + 2 && backoff != 0) {
    fail("expected no back-off for an n-gram of the highest order, found " + quote(fields_.back()));
  }
  for (std::size_t i = 1; i <= order_; ++i) {
    WordId word = kNoWord;
    if (order_ == 1) {
      if (!is_utf8(fields_[i])) fail("expected a word in UTF-8, found " + quote(fields_[i]));
      word = ngrams_->vocabulary.insert(fields_[i] == "<UNK>" ? "<unk>" : fields_[i]);
      if (word != list.size()) fail("the word " + quote(fields_[i]) + " is listed twice");
    } else {
      word = ngrams_->vocabulary.find(fields_[i] == "<UNK>" ? "<unk>" : fields_[i]);
      if (word == kNoWord) fail("the word " + quote(fields_[i]) + " is not among the 1-grams");
    }
    list.words.push_back(word);
  }
  list.probabilities.push_back(probability);
  if (!longest) list.backoffs.push_back(backoff);
  if (list.size() == counts_[order_ - 1]) section_ = Section::kBetween;
}

void ArpaReader::check_not_finished() const {
  if (!ngrams_) throw Error("this reader has finished its file: use a new one");
}

std::unique_ptr<Ngrams> ArpaReader::finish() {
  check_not_finished();
  lines_.finish([&](std::string_view text) {
    line_ = lines_.number();
    line(trim(text));
  });
  ++line_;
  if (section_ == Section::kStart) fail("expected '\\data\\', found the end of the file");
  if (section_ != Section::kEnd) fail("expected '\\end\\', found the end of the file");
  Ngrams& ngrams = *ngrams_;
  ngrams.begin_sentence = ngrams.vocabulary.find("<s>");
  ngrams.end_sentence = ngrams.vocabulary.find("</s>");
  line_ = ngrams.orders[0].first_line;
  if (ngrams.begin_sentence == kNoWord) fail("expected the word <s> among the 1-grams");
  if (ngrams.end_sentence == kNoWord) fail("expected the word </s> among the 1-grams");
  ngrams.unknown = ngrams.vocabulary.find("<unk>");
  if (ngrams.unknown == kNoWord) {
    ngrams.unknown = ngrams.vocabulary.insert("<unk>");
    ngrams.orders[0].words.push_back(ngrams.unknown);
    ngrams.orders[0].probabilities.push_back(kMissingUnknown);
    if (ngrams.order() > 1) {
      ngrams.orders[0].backoffs.push_back(std::numeric_limits<float>::quiet_NaN());
    }
  }
  return std::move(ngrams_);
}

}  // namespace dragoman::lm
