#include "align/symmetrize.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "common/error.hpp"

namespace dragoman::align {
namespace {

constexpr std::uint8_t kForwardVote = 1, kReverseVote = 2;

}  // namespace

Heuristic heuristic_of(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, Heuristic>, 8> kNames{{
      {"forward", Heuristic::kForward},
      {"reverse", Heuristic::kReverse},
      {"intersection", Heuristic::kIntersection},
      {"union", Heuristic::kUnion},
      {"grow", Heuristic::kGrow},
      {"grow-diag", Heuristic::kGrowDiag},
      {"grow-diag-final", Heuristic::kGrowDiagFinal},
      {"grow-diag-final-and", Heuristic::kGrowDiagFinalAnd},
  }};
  for (const auto& [known, heuristic] : kNames) {
    if (known == name) return heuristic;
  }
  throw ConfigError("there is no symmetrisation heuristic '" + std::string(name) + "'");
}

void Symmetrizer::put(std::size_t j, std::size_t i) {
  chosen_[j * columns_ + i] = 1;
  source_[i] = target_[j] = 1;
}

/// Adds neighbours of chosen links that are in the union and have a free end, until there are none;
/// in the order of Moses: target words, source words, then steps as listed (target, source).
void Symmetrizer::grow(bool diagonal) {
  static constexpr int kSteps[8][2] = {{-1, 0},  {0, -1}, {1, 0},  {0, 1},
                                       {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
  for (bool added = true; added;) {
    added = false;
    for (std::size_t j = 0; j < rows_; ++j) {
      for (std::size_t i = 0; i < columns_; ++i) {
        if (!chosen_[j * columns_ + i]) continue;
        for (int k = 0; k < (diagonal ? 8 : 4); ++k) {
          const std::size_t y = j + static_cast<std::size_t>(kSteps[k][0]);
          const std::size_t x = i + static_cast<std::size_t>(kSteps[k][1]);
          if (y >= rows_ || x >= columns_ || !votes_[y * columns_ + x]) continue;
          if (source_[x] && target_[y]) continue;
          put(y, x);
          added = true;
        }
      }
    }
  }
}

/// Adds links of one direction (a bit of the votes) whose ends are free: one of them, or both.
void Symmetrizer::finalize(std::uint8_t direction, bool both) {
  for (std::size_t j = 0; j < rows_; ++j) {
    for (std::size_t i = 0; i < columns_; ++i) {
      if (!(votes_[j * columns_ + i] & direction)) continue;
      if (both ? !source_[i] && !target_[j] : !(source_[i] && target_[j])) put(j, i);
    }
  }
}

const std::vector<Link>& Symmetrizer::operator()(std::span<const Link> forward,
                                                 std::span<const Link> reverse,
                                                 Heuristic heuristic) {
  rows_ = columns_ = 0;
  for (const auto& links : {forward, reverse}) {
    for (const Link link : links) {
      rows_ = std::max<std::size_t>(rows_, link.target + 1u);
      columns_ = std::max<std::size_t>(columns_, link.source + 1u);
    }
  }
  votes_.assign(rows_ * columns_, 0);
  chosen_.assign(rows_ * columns_, 0);
  source_.assign(columns_, 0);
  target_.assign(rows_, 0);
  for (const Link link : forward) votes_[link.target * columns_ + link.source] |= kForwardVote;
  for (const Link link : reverse) votes_[link.target * columns_ + link.source] |= kReverseVote;

  std::uint8_t needed = kForwardVote | kReverseVote;
  if (heuristic == Heuristic::kForward) needed = kForwardVote;
  if (heuristic == Heuristic::kReverse) needed = kReverseVote;
  for (std::size_t j = 0; j < rows_; ++j) {
    for (std::size_t i = 0; i < columns_; ++i) {
      const std::uint8_t vote = votes_[j * columns_ + i];
      if (heuristic == Heuristic::kUnion ? vote != 0 : (vote & needed) == needed) put(j, i);
    }
  }
  if (heuristic >= Heuristic::kGrow) grow(heuristic != Heuristic::kGrow);
  if (heuristic >= Heuristic::kGrowDiagFinal) {
    finalize(kForwardVote, heuristic == Heuristic::kGrowDiagFinalAnd);
    finalize(kReverseVote, heuristic == Heuristic::kGrowDiagFinalAnd);
  }
  result_.clear();
  for (std::size_t i = 0; i < columns_; ++i) {
    for (std::size_t j = 0; j < rows_; ++j) {
      if (chosen_[j * columns_ + i]) {
        result_.push_back({static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j)});
      }
    }
  }
  return result_;
}

}  // namespace dragoman::align
