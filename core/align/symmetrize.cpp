#include "align/symmetrize.hpp"

#include <algorithm>

namespace dragoman::align {
namespace {

constexpr std::uint8_t kForwardVote = 1, kReverseVote = 2;

/// Steps to the neighbours of a link (target, source), in Moses' order; the last four are diagonal.
constexpr int kSteps[8][2] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};

}  // namespace

void Symmetrizer::put(std::size_t j, std::size_t i) {
  chosen_[j * columns_ + i] = 1;
  source_[i] = target_[j] = 1;
}

/// Adds neighbours of chosen links that are in the union and have a free end, until no more can be
/// added.
void Symmetrizer::grow_from_chosen(std::size_t steps) {
  for (bool added = true; added;) {
    added = false;
    for (std::size_t j = 0; j < rows_; ++j) {
      for (std::size_t i = 0; i < columns_; ++i) {
        if (!chosen_[j * columns_ + i]) continue;
        for (std::size_t k = 0; k < steps; ++k) {
          const std::size_t y = j + static_cast<std::size_t>(kSteps[k][0]);
          const std::size_t x = i + static_cast<std::size_t>(kSteps[k][1]);
          if (y >= rows_ || x >= columns_ || !votes_[y * columns_ + x] || !free_end(y, x)) continue;
          put(y, x);
          added = true;
        }
      }
    }
  }
}

/// The same, but goes through the links of the union and checks whether they have a chosen
/// neighbour.
void Symmetrizer::grow_from_candidates(std::size_t steps) {
  const auto near = [&](std::size_t j, std::size_t i) {
    for (std::size_t k = 0; k < steps; ++k) {
      const std::size_t y = j + static_cast<std::size_t>(kSteps[k][0]);
      const std::size_t x = i + static_cast<std::size_t>(kSteps[k][1]);
      if (y < rows_ && x < columns_ && chosen_[y * columns_ + x]) return true;
    }
    return false;
  };
  candidates_.clear();
  for (std::size_t i = 0; i < columns_; ++i) {
    for (std::size_t j = 0; j < rows_; ++j) {
      const std::size_t cell = j * columns_ + i;
      if (!votes_[cell] || chosen_[cell]) continue;
      candidates_.push_back({static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j)});
    }
  }
  for (bool added = true; added;) {
    std::size_t kept = 0;
    for (const Link link : candidates_) {
      if (free_end(link.target, link.source) && near(link.target, link.source)) {
        put(link.target, link.source);
      } else {
        candidates_[kept++] = link;
      }
    }
    added = kept < candidates_.size();
    candidates_.resize(kept);
  }
}

/// Adds links of one direction (a bit of the votes) that have a free end or, with `both`, two free
/// ends.
void Symmetrizer::finalize(std::uint8_t direction, bool both, Order order) {
  const bool by_target = order == Order::kMoses;
  for (std::size_t a = 0; a < (by_target ? rows_ : columns_); ++a) {
    for (std::size_t b = 0; b < (by_target ? columns_ : rows_); ++b) {
      const std::size_t j = by_target ? a : b, i = by_target ? b : a;
      if (!(votes_[j * columns_ + i] & direction)) continue;
      if (both ? !source_[i] && !target_[j] : free_end(j, i)) put(j, i);
    }
  }
}

const std::vector<Link>& Symmetrizer::operator()(std::span<const Link> forward,
                                                 std::span<const Link> reverse, Heuristic heuristic,
                                                 Order order) {
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
  if (heuristic >= Heuristic::kGrow) {
    const std::size_t steps = heuristic == Heuristic::kGrow ? 4 : 8;
    order == Order::kMoses ? grow_from_chosen(steps) : grow_from_candidates(steps);
  }
  if (heuristic >= Heuristic::kGrowDiagFinal) {
    finalize(kForwardVote, heuristic == Heuristic::kGrowDiagFinalAnd, order);
    finalize(kReverseVote, heuristic == Heuristic::kGrowDiagFinalAnd, order);
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
