// The language models in the treelet decoder: scores of phrases, and of texts that meet.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/shared/translation_options.hpp"
#include "search/treelet/sphrase_options.hpp"
#include "search/treelet/treelet_items.hpp"

namespace dragoman::search {

class TreeletLanguage {
 public:
  using States = std::vector<lm::ChartState>;

  /// `weights` are those of the language models, in their order.
  TreeletLanguage(const std::vector<const lm::Model*>& models, std::span<const double> weights);

  /// Begins with another sentence, whose options must stay until the next one.
  void begin(const TranslationOptions& options, const SPhraseOptions& sphrases);

  std::size_t size() const { return models_.size(); }
  /// The weighted score of a phrase; `states` become its own.
  float phrase(const TranslationOption& option, States& states) const;
  /// What is added, weighted, where two texts meet; `states` become those of the whole.
  float seam(const lm::ChartState* left, const lm::ChartState* right, States& states) const;
  /// What is added, weighted, where the sentence begins and ends.
  float ends(std::span<const lm::ChartState> states) const;
  /// Adds what each model says of an edge to `scores`, as natural logarithms.
  void explain(const TreeletItems& items, const TreeletEdge& edge, float* scores) const;

 private:
  const std::vector<const lm::Model*>& models_;
  std::vector<float> weights_;  ///< for natural logarithms
  const TranslationOptions* options_ = nullptr;
  const SPhraseOptions* sphrases_ = nullptr;
};

}  // namespace dragoman::search
