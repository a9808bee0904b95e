// How lines of text are split into words for language models: as lmplz does it.
#pragma once

#include <cstddef>
#include <string_view>

namespace dragoman::lm {

inline bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
}

/// Calls f(word) for every maximal run of bytes that are not spaces.
template <typename F>
void for_each_word(std::string_view line, F&& f) {
  for (std::size_t i = 0; i < line.size();) {
    while (i < line.size() && is_space(line[i])) ++i;
    const std::size_t start = i;
    while (i < line.size() && !is_space(line[i])) ++i;
    if (i > start) f(line.substr(start, i - start));
  }
}

}  // namespace dragoman::lm
