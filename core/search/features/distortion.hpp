// Linear distortion (Koehn, Och & Marcu 2003): minus the source words jumped over from the end of
// one phrase to the beginning of the next.
#pragma once

#include <cstddef>
#include <cstdlib>

#include "search/shared/model_parts.hpp"
#include "search/shared/translation_options.hpp"

namespace dragoman::search {

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
    return -weight_ * static_cast<float>(jump(last, begin));
  }
  void explain(const TranslationOption* last, std::size_t begin, float* row) const {
    row[place_] -= static_cast<float>(jump(last, begin));
  }

 private:
  std::size_t place_;
  float weight_;
};

}  // namespace dragoman::search
