#include "lm/score_text.hpp"

#include <algorithm>

#include "lm/words.hpp"

namespace dragoman::lm {
namespace {

struct Scratch {
  std::vector<WordId> ids;
  std::vector<float> scores;
};

LineScore score_line(const Model& model, std::string_view line, const ScoreOptions& options,
                     Scratch& scratch) {
  scratch.ids.clear();
  for_each_word(line, [&](std::string_view word) { scratch.ids.push_back(model.find(word)); });
  if (options.end) scratch.ids.push_back(model.end_sentence());
  scratch.scores.resize(scratch.ids.size());
  model.score_all(options.begin ? model.begin_sentence() : model.empty(), scratch.ids,
                  scratch.scores);
  LineScore result;
  for (std::size_t i = 0; i < scratch.ids.size(); ++i) {
    result.log10 += scratch.scores[i];
    ++result.words;
    if (scratch.ids[i] == model.unknown()) {
      result.log10_unknown += scratch.scores[i];
      ++result.unknown;
    }
  }
  return result;
}

}  // namespace

std::vector<LineScore> score_lines(const Model& model, std::span<const std::string_view> lines,
                                   const ScoreOptions& options, Monitor& monitor) {
  constexpr std::size_t kChunk = 256;
  std::vector<LineScore> results(lines.size());
  parallel_ranges(lines.size(), kChunk, options.threads, monitor,
                  [&](std::size_t begin, std::size_t end, std::size_t) {
                    Scratch scratch;
                    for (std::size_t i = begin; i < end; ++i) {
                      results[i] = score_line(model, lines[i], options, scratch);
                    }
                  });
  return results;
}

}  // namespace dragoman::lm
