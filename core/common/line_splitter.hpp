// Splits a text that arrives in arbitrary pieces into lines.
//
//   LineSplitter lines(path, longest);
//   while (...) lines.feed(bytes, [&](std::string_view line) { ... lines.number() ... });
//   lines.finish([&](std::string_view line) { ... });          // a last line without a line feed
//
// A line that is longer than a limit is a FormatError: a text without line feeds, such as a
// compressed file of zeros, must not fill the memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "common/error.hpp"

namespace dragoman {

class LineSplitter {
 public:
  static constexpr std::size_t kLongest = std::size_t{1} << 20;

  /// `path` is for messages.
  explicit LineSplitter(std::string path = {}, std::size_t longest = kLongest)
      : path_(std::move(path)), longest_(longest) {}

  /// Calls the function for every complete line, without its line feed.
  template <typename F>
  void feed(std::string_view bytes, F&& line) {
    for (std::size_t end; (end = bytes.find('\n')) != std::string_view::npos;) {
      ++number_;
      const std::string_view piece = bytes.substr(0, end);
      if (rest_.empty()) {
        check(piece.size());
        line(piece);
      } else {
        keep(piece);
        line(std::string_view(rest_));
        rest_.clear();
      }
      bytes.remove_prefix(end + 1);
    }
    ++number_;
    keep(bytes);
    --number_;
  }

  template <typename F>
  void finish(F&& line) {
    if (rest_.empty()) return;
    ++number_;
    line(std::string_view(rest_));
    rest_.clear();
  }

  /// The number of the current line, from 1; after finish(), the number of lines.
  std::size_t number() const { return number_; }
  const std::string& path() const { return path_; }

 private:
  void check(std::size_t size) const {
    if (size <= longest_) return;
    throw FormatError(path_, number_,
                      "the line is longer than " + std::to_string(longest_) +
                          " bytes (DRAGOMAN_MAX_LINE sets the limit)");
  }
  void keep(std::string_view piece) {
    check(rest_.size() + piece.size());
    rest_ += piece;
  }

  std::string path_;
  std::size_t longest_;
  std::size_t number_ = 0;
  std::string rest_;  ///< the unfinished line at the end of the last piece
};

}  // namespace dragoman
