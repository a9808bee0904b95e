// Which features of cohesion a model has, and whether cohesion is a constraint (Cherry 2008; Bach,
// Vogel & Cherry 2009). What they mean is said in plain Python in
// src/dragoman/cohesion/definition.py.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace dragoman::search {

/// In the order of the catalogue (catalogue.hpp).
enum class CohesionFeature : std::uint8_t {
  kCoh1,
  kCoh2,
  kCoh3,
  kCoh4,
  kCoh5Interruption,
  kCoh5Count,
  kCoh5Verbs,
  kCoh5Nouns,
};

struct CohesionSettings {
  std::vector<CohesionFeature> features;
  bool hard;      ///< no interruptions at all
  bool fallback;  ///< search again without the constraint if no translation satisfies it

  bool used() const { return hard || !features.empty(); }
};

/// Words that a step interrupts: the uncovered words of subtrees that it leaves.
struct CohesionCounts {
  std::uint32_t words = 0, verbs = 0, nouns = 0;
  friend auto operator<=>(const CohesionCounts&, const CohesionCounts&) = default;
};

}  // namespace dragoman::search
