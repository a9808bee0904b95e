// Estimates of what the untranslated words of a sentence will score: for every span the best sum
// of Option::estimate over the ways to cut it into options (Koehn 2004). Distortion and
// lexicalised reordering are left out, as in Moses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "search/coverage.hpp"
#include "search/options.hpp"

namespace dragoman::search {

class FutureCosts {
 public:
  /// `window`: the longest span, other than the rest of the sentence, that will be asked for.
  void compute(const Options& options, std::size_t window) {
    length_ = options.sentence_length();
    band_ = std::min(window, length_) + 1;
    spans_.assign(length_ * band_ + band_, kImpossible);
    rest_.assign(length_ + 1, kImpossible);
    rest_[length_] = 0;
    for (std::size_t begin = length_; begin-- > 0;) {
      spans_[begin * band_] = 0;
      for (std::size_t n = 1; n <= options.max_length() && begin + n <= length_; ++n) {
        const auto choices = options.of(begin, n);
        if (choices.empty()) continue;
        const float best = choices.front().estimate;
        rest_[begin] = std::max(rest_[begin], best + rest_[begin + n]);
        float* row = &spans_[begin * band_];
        const float* after = &spans_[(begin + n) * band_];
        const bool at_end = begin + n == length_;
        const std::size_t reach = std::min(band_ - 1, length_ - begin);
        for (std::size_t size = n; size <= reach; ++size) {
          const float tail = at_end ? 0 : after[size - n];
          row[size] = std::max(row[size], best + tail);
        }
      }
    }
  }

  /// The estimate for [begin, end).
  float span(std::size_t begin, std::size_t end) const {
    return end == length_ ? rest_[begin] : spans_[begin * band_ + (end - begin)];
  }

  /// The estimate for everything that is not covered.
  template <std::size_t Words>
  float of(const Coverage<Words>& coverage) const {
    float sum = 0;
    std::size_t gap = coverage.first_gap;
    while (gap < length_) {
      const std::size_t end = std::min(coverage.next_covered(gap, length_), length_);
      sum += span(gap, end);
      if (end == length_) break;
      gap = coverage.next_gap(end);
    }
    return sum;
  }

 private:
  static constexpr float kImpossible = -std::numeric_limits<float>::infinity();
  std::size_t length_ = 0, band_ = 1;
  std::vector<float> spans_;
  std::vector<float> rest_;
};

}  // namespace dragoman::search
