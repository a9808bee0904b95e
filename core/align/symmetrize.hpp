// Combines two alignments into one: the heuristics of Och & Ney (2003) and Koehn, Och & Marcu
// (2003).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dragoman::align {

struct Link {
  std::uint16_t source, target;
  friend auto operator<=>(const Link&, const Link&) = default;
};

enum class Heuristic {
  kForward,
  kReverse,
  kIntersection,
  kUnion,
  kGrow,
  kGrowDiag,
  kGrowDiagFinal,
  kGrowDiagFinalAnd,
};

/// The order in which links are tried. Koehn's definition and Moses' program symal go over the
/// chosen links by target word, then source word, and try the neighbours of each. atools (of
/// fast_align and cdec) goes over the candidates by source word, then target word.
enum class Order { kMoses, kAtools };

/// Symmetrises sentence by sentence; keeps its matrices between calls.
class Symmetrizer {
 public:
  /// Links come in any order, all positions below the lengths; the result is sorted.
  const std::vector<Link>& operator()(std::span<const Link> forward, std::span<const Link> reverse,
                                      Heuristic heuristic, Order order);

 private:
  void grow_from_chosen(std::size_t steps);
  void grow_from_candidates(std::size_t steps);
  void finalize(std::uint8_t direction, bool both, Order order);
  bool free_end(std::size_t target, std::size_t source) const {
    return !(source_[source] && target_[target]);
  }
  void put(std::size_t target, std::size_t source);

  std::size_t rows_ = 0, columns_ = 0;  // target and source length, as far as there are links
  std::vector<std::uint8_t> votes_;     // rows x columns: which directions have the link
  std::vector<std::uint8_t> chosen_;    // rows x columns
  std::vector<std::uint8_t> source_, target_;  // positions that have a chosen link
  std::vector<Link> candidates_, result_;
};

}  // namespace dragoman::align
