#include "tune/envelope.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "common/error.hpp"

namespace dragoman::tune {

void keep_upper_envelope(std::vector<Line>& lines) {
  std::sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
    return std::tuple(a.slope, -a.intercept, a.id) < std::tuple(b.slope, -b.intercept, b.id);
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    Line line = lines[i];
    if (kept > 0 && lines[kept - 1].slope == line.slope) continue;  // below its parallel
    line.start = -std::numeric_limits<double>::infinity();
    while (kept > 0) {
      const Line& top = lines[kept - 1];
      line.start = (top.intercept - line.intercept) / (line.slope - top.slope);
      if (line.start > top.start) break;
      --kept;
      line.start = -std::numeric_limits<double>::infinity();
    }
    lines[kept++] = line;
  }
  lines.resize(kept);
}

void check_candidates(const CandidateFeatures& lists) {
  const auto& offsets = lists.offsets;
  if (offsets.empty() || offsets.front() != 0 ||
      offsets.back() * lists.width != lists.features.size() ||
      !std::is_sorted(offsets.begin(), offsets.end())) {
    throw ConfigError("the offsets do not fit the candidates");
  }
}

Envelopes line_envelopes(const CandidateFeatures& lists, std::span<const double> weights,
                         std::span<const double> direction, std::size_t threads, Monitor& monitor) {
  const std::size_t width = lists.width;
  const auto& offsets = lists.offsets;
  if (weights.size() != width || direction.size() != width) {
    throw ConfigError("weights and direction must have one number per feature");
  }
  check_candidates(lists);
  const std::size_t sentences = offsets.size() - 1;
  std::vector<std::vector<Line>> found(sentences);
  constexpr std::size_t kSentences = 64;
  parallel_ranges(sentences, kSentences, threads, monitor,
                  [&](std::size_t begin, std::size_t end, std::size_t) {
                    for (std::size_t s = begin; s < end; ++s) {
                      auto& lines = found[s];
                      lines.reserve(offsets[s + 1] - offsets[s]);
                      for (auto c = offsets[s]; c < offsets[s + 1]; ++c) {
                        const double* row = lists.features.data() + c * width;
                        double slope = 0, intercept = 0;
                        for (std::size_t f = 0; f < width; ++f) {
                          slope += row[f] * direction[f];
                          intercept += row[f] * weights[f];
                        }
                        lines.push_back({slope, intercept, 0, c});
                      }
                      keep_upper_envelope(lines);
                    }
                  });
  Envelopes result;
  result.offsets.push_back(0);
  for (const auto& lines : found) {
    for (const Line& line : lines) {
      result.starts.push_back(line.start);
      result.candidates.push_back(line.id);
    }
    result.offsets.push_back(result.starts.size());
  }
  return result;
}

}  // namespace dragoman::tune
