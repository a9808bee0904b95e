// Estimates of the future score of the untranslated words: for every span the best sum of
// TranslationOption::estimate over all ways to cut the span into options (Koehn 2004). Distortion
// and lexicalised reordering are left out, as in Moses, unless holes are counted
// (phrase/jump_costs.hpp). An option with source gaps counts with the
// best estimates of its gaps. This leaves out phrases whose words interleave. Some words may be
// translated by such phrases only; so that they get an estimate too, each piece of such a phrase
// also counts alone, with its share of the phrase's estimate.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ranges>
#include <utility>
#include <vector>

#include "search/options/coverage.hpp"
#include "search/options/shape.hpp"
#include "search/options/translation_options.hpp"

namespace dragoman::search {

/// What it costs to come back for words that were jumped over, and to go on behind what is
/// translated after them. Such words are a hole in a coverage.
struct JumpCosts {
  float hole = 0;  ///< for every hole
  float word = 0;  ///< for every translated word between a hole and the next untranslated word

  /// For a hole that so many translated words follow.
  float of(std::size_t words) const { return hole + word * static_cast<float>(words); }
};

class FutureCosts {
 public:
  /// `window`: the longest span, other than the rest of the sentence, that will be asked for. The
  /// gaps of options are not longer than this.
  template <typename Options>
  void compute(const Options& options, std::size_t window) {
    length_ = options.sentence_length();
    band_ = std::min(window, length_) + 1;
    spans_.assign(length_ * band_ + band_, kImpossible);
    rest_.assign(length_ + 1, kImpossible);
    rest_[length_] = 0;
    for (auto& pieces : pieces_) pieces.clear();
    pieces_.resize(std::max(pieces_.size(), length_));
    if constexpr (kHasPlaces<Options>) share_pieces(options);
    for (std::size_t begin = length_; begin-- > 0;) {
      spans_[begin * band_] = 0;
      for (std::size_t n = 1; n <= options.max_length() && begin + n <= length_; ++n) {
        const auto choices = options.of(begin, n);
        if (!choices.empty()) take(begin, n, choices.front().estimate);
      }
      // Forced decoding tells how far it came also if a word has no option.
      if (options.reference().forced && options.of(begin, 1).empty()) take(begin, 1, kHopeless);
      for (const auto& [end, estimate] : pieces_[begin]) take(begin, end - begin, estimate);
      if constexpr (kHasPlaces<Options>) {
        for (const auto& place : options.places(begin)) {
          take(begin, place.shape.end - begin, place.estimate + gaps(place.shape));
        }
      }
    }
  }

  /// The estimate for [begin, end).
  float span(std::size_t begin, std::size_t end) const {
    return end == length_ ? rest_[begin] : spans_[begin * band_ + (end - begin)];
  }

  /// Whether some word has no option, in forced decoding.
  bool hopeless() const { return rest_[0] <= kHopeless / 2; }

  /// The estimate for the gaps of a phrase.
  float gaps(const Shape& shape) const {
    float sum = 0;
    shape.for_each_gap(
        [&](std::size_t from, std::size_t to) { sum += spans_[from * band_ + (to - from)]; });
    return sum;
  }

  /// The estimate for all words of a sentence of at most 64 words that are not in a set.
  float outside(std::uint64_t bits) const {
    float sum = 0;
    for (std::size_t i = 0; i < length_;) {
      std::size_t end = i;
      while (end < length_ && (bits >> end & 1) == 0) ++end;
      if (end > i) sum += span(i, end);
      i = end + 1;
    }
    return sum;
  }

  /// The estimate for all words that are not covered.
  template <std::size_t Words>
  float of(const Coverage<Words>& coverage) const {
    float sum = 0;
    std::size_t gap = coverage.first_gap;
    while (gap < length_) {
      const std::size_t end = std::min(coverage.next_covered(gap, length_), length_);
      sum += span(gap, end);
      if (end == length_) break;
      gap = coverage.next_gap(end);
      sum -= jumps_.of(gap - end);
    }
    return sum;
  }

  /// The most that holes can cost less after a step that begins at the word `begin`: a hole that
  /// begins before this word stays one.
  template <std::size_t Words>
  float holes_from(const Coverage<Words>& coverage, std::size_t begin) const {
    float sum = 0;
    const bool inside = begin > coverage.first_gap && !coverage.covers(begin - 1);
    for (std::size_t gap = begin; gap < length_;) {
      const std::size_t end = std::min(coverage.next_covered(gap, length_), length_);
      if (end == length_) break;
      const std::size_t next = coverage.next_gap(end);
      if (gap != begin || !inside) sum += jumps_.of(next - end);
      gap = next;
    }
    return sum;
  }

  /// From now on estimates of coverages have the costs of their holes too.
  void count_holes(const JumpCosts& jumps) { jumps_ = jumps; }

 private:
  /// Whether options may have source gaps.
  template <typename Options>
  static constexpr bool kHasPlaces = requires(const Options& options) { options.places(0); };

  /// Finds the pieces that count alone.
  template <typename Options>
  void share_pieces(const Options& options) {
    if (options.max_span() == 0) return;
    std::vector<bool> served(length_, false);
    for (std::size_t begin = 0; begin < length_ && !options.reference().forced; ++begin) {
      for (std::size_t n = 1; n <= options.max_length() && begin + n <= length_; ++n) {
        const auto choices = options.of(begin, n);
        const auto known = [](const TranslationOption& option) {
          return option.rule != kUnknownRule;
        };
        if (!std::ranges::any_of(choices, known)) continue;
        std::fill_n(served.begin() + static_cast<long>(begin), n, true);
      }
    }
    for (std::size_t begin = 0; begin < length_; ++begin) {
      for (const auto& place : options.places(begin)) {
        const float each = place.estimate / static_cast<float>(place.shape.words());
        place.shape.for_each_piece([&](std::uint32_t from, std::uint32_t to) {
          const auto words = std::ranges::subrange(served.begin() + from, served.begin() + to);
          if (std::ranges::find(words, false) == words.end()) return;
          pieces_[from].push_back({to, each * static_cast<float>(to - from)});
        });
      }
    }
  }

  /// Spans that begin at `begin` may start with `n` words that score `best`.
  void take(std::size_t begin, std::size_t n, float best) {
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

  static constexpr float kImpossible = -std::numeric_limits<float>::infinity();
  static constexpr float kHopeless = -1e6F;
  std::size_t length_ = 0, band_ = 1;
  JumpCosts jumps_;
  std::vector<float> spans_;
  std::vector<float> rest_;
  std::vector<std::vector<std::pair<std::uint32_t, float>>> pieces_;  ///< by begin: end, estimate
};

}  // namespace dragoman::search
