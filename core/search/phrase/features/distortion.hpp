// Linear distortion (Koehn, Och & Marcu 2003): minus the source words jumped over from the end of
// one phrase to the beginning of the next.
#pragma once

#include <cstddef>
#include <cstdlib>

#include "search/options/translation_options.hpp"
#include "search/shared/model_parts.hpp"

namespace dragoman::search::phrase {

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
  void explain(const TranslationOption* last, std::size_t begin, float* row) const {
    row[place_] -= static_cast<float>(jump(last, begin));
  }

 private:
  std::size_t place_;
  float weight_;
};

}  // namespace dragoman::search::phrase
