// Reads ARPA text piece by piece. It is strict: any deviation from the format is a FormatError with
// the line.
//
//   ArpaReader reader("model.arpa");
//   while (...) reader.feed(bytes);
//   Ngrams ngrams = reader.finish();
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/line_splitter.hpp"
#include "lm/ngrams.hpp"

namespace dragoman::lm {

class ArpaReader {
 public:
  /// `path` is for messages only.
  explicit ArpaReader(std::string path, std::size_t longest_line = LineSplitter::kLongest);

  void feed(std::string_view bytes);

  /// Call once, after the last byte. If the file lacks <unk>, it gets the log10 probability -100,
  /// as in KenLM; a missing <s> or </s> is an error.
  std::unique_ptr<Ngrams> finish();

 private:
  enum class Section { kStart, kCounts, kBetween, kGrams, kEnd };

  void check_not_finished() const;
  void line(std::string_view text);
  void count_line(std::string_view text);
  void header_line(std::string_view text);
  void gram_line(std::string_view text);
  void enter(std::size_t order);
  [[noreturn]] void fail(const std::string& message) const;

  std::unique_ptr<Ngrams> ngrams_;
  LineSplitter lines_;
  std::vector<std::size_t> counts_;
  std::vector<std::string_view> fields_;
  Section section_ = Section::kStart;
  std::size_t order_ = 0;  // of the section being read
  std::size_t line_ = 0;
};

}  // namespace dragoman::lm
