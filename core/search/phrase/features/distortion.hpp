// Linear distortion (Koehn, Och & Marcu 2003): minus the source words jumped over from the end of
// one phrase to the beginning of the next.
#pragma once

#include <cstddef>
#include <cstdlib>

#include "search/options/translation_options.hpp"
#include "search/shared/model_parts.hpp"

namespace dragoman::search::phrase {

/// Words jumped over in a lattice, on the shortest path in either direction.
inline int lattice_jump(const WordLattice& lattice, const TranslationOption* last,
                        std::size_t begin) {
  return lattice.distance(last == nullptr ? 0 : last->end, begin);
}

class Distortion {
 public:
  explicit Distortion(const ModelParts& model)
      : place_(model.layout->first(Block::kDistortion)),
        weight_(static_cast<float>(model.weights[place_])) {}

  /// Words jumped over, in either direction; `last` is null at the sentence's beginning.
  static int jump(const TranslationOption* last, std::size_t begin) {
    return std::abs(static_cast<int>(last == nullptr ? 0 : last->end) - static_cast<int>(begin));
  }
  float score(const TranslationOption* last, std::size_t begin) const {
    return of(jump(last, begin));
  }
  /// The score of so many words jumped over.
  float of(int words) const { return -weight_ * static_cast<float>(words); }
  /// Adds so many words jumped over to a feature row.
  void explain(int words, float* row) const { row[place_] -= static_cast<float>(words); }

 private:
  std::size_t place_;
  float weight_;
};

}  // namespace dragoman::search::phrase
