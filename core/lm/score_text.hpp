// Scores lines of text, many at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "common/parallel.hpp"
#include "lm/model.hpp"

namespace dragoman::lm {

struct LineScore {
  double log10 = 0;          // of all words, and </s> if asked for
  double log10_unknown = 0;  // the part of it that comes from unknown words
  std::uint32_t words = 0;   // number of scored words, with </s>
  std::uint32_t unknown = 0;
};

struct ScoreOptions {
  bool begin = true;  // <s> is the context of the first word
  bool end = true;    // </s> is scored
  std::size_t threads = 1;
};

std::vector<LineScore> score_lines(const Model& model, std::span<const std::string_view> lines,
                                   const ScoreOptions& options, Monitor& monitor);

}  // namespace dragoman::lm
