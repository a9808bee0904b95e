// The upper envelope of lines: the choices of a model as its weights move along a direction (Och
// 2003). Candidate e scores f(e)·w + x f(e)·d, a line in x, and the model chooses at x the
// candidate whose line is on top.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "common/parallel.hpp"

namespace dragoman::tune {

/// Where no line begins: beyond all of them.
inline constexpr double kForever = std::numeric_limits<double>::infinity();

/// y = slope * x + intercept. The line is on top from `start` (-infinity for the first line of an
/// envelope) to the start of the next line. `id` is a number of the caller.
struct Line {
  double slope;
  double intercept;
  double start;
  std::uint64_t id;
};

/// Reduces `lines` to their upper envelope, by increasing slope. Of lines that coincide the one
/// with the smallest id stays; the result does not depend on the order given.
void keep_upper_envelope(std::vector<Line>& lines);

/// Candidates grouped by sentence: candidate c has the features [c * width, (c + 1) * width),
/// sentence s owns the candidates [offsets[s], offsets[s + 1]).
struct CandidateFeatures {
  std::span<const double> features;
  std::size_t width = 0;
  std::span<const std::uint64_t> offsets;
};

/// Throws ConfigError unless offsets and features have matching sizes.
void check_candidates(const CandidateFeatures& lists);

/// The envelopes of all sentences, one after the other: where each begins; from starts[i] on, the
/// candidate candidates[i] is chosen.
struct Envelopes {
  std::vector<double> starts;
  std::vector<std::uint64_t> candidates;
  std::vector<std::uint64_t> offsets;
};

/// Throws ConfigError if sizes do not match.
Envelopes line_envelopes(const CandidateFeatures& lists, std::span<const double> weights,
                         std::span<const double> direction, std::size_t threads, Monitor& monitor);

}  // namespace dragoman::tune
