// The language models in the treelet decoder: scores of phrases, and of texts that meet.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/options/translation_options.hpp"
#include "search/treelet/sphrase_options.hpp"
#include "search/treelet/treelet_items.hpp"

namespace dragoman::search::treelet {

class TreeletLanguage {
 public:
  /// `weights` are those of the language models, in their order.
  TreeletLanguage(const std::vector<const lm::Model*>& models, std::span<const double> weights);

  /// Begins with another sentence, whose options must stay until the next one.
  void begin(const TranslationOptions& options, const SPhraseOptions& sphrases);

  /// The weighted score of a phrase; `ends` become its own.
  float phrase(const TranslationOption& option, TextEnds& ends);
  /// What is added, weighted, where two texts meet: the right end of one, the left end of the
  /// other.
  float seam(std::uint32_t before, std::uint32_t after);
  /// The ends of two texts that have become one.
  TextEnds join(const TextEnds& left, const TextEnds& right);
  /// What is added, weighted, where the sentence begins and ends.
  float ends(const TextEnds& ends) const;
  /// Adds what each model says of an edge to `scores`, as natural logarithms.
  void explain(const TreeletItems& items, const TreeletEdge& edge, float* scores) const;

 private:
  struct Seam {
    std::uint64_t key = kNoKey;
    float score = 0;
    bool free() const { return key == kNoKey; }
  };
  static constexpr std::uint64_t kNoKey = ~std::uint64_t{0};
  lm::ChartState state(const TextEnds& ends, std::size_t model) const {
    return {lefts_.of(ends.left, model), rights_.of(ends.right, model)};
  }
  /// The numbers of the ends in `states_`.
  TextEnds number();
  bool full(std::uint32_t left) const;

  const std::vector<const lm::Model*>& models_;
  std::vector<float> weights_;  ///< for log10
  const TranslationOptions* options_ = nullptr;
  const SPhraseOptions* sphrases_ = nullptr;
  NumberedEnds<lm::LeftState> lefts_;
  NumberedEnds<lm::State> rights_;
  ProbingTable<Seam> seams_;
  std::vector<lm::ChartState> states_;  ///< of each model
};

}  // namespace dragoman::search::treelet
