// Target phrases: each has a number, under which the language models know it too
// (language_contexts.hpp). They are remembered from sentence to sentence.
#pragma once

#include <span>
#include <vector>

#include "common/probing_table.hpp"
#include "search/options/language_contexts.hpp"
#include "search/shared/model_parts.hpp"
#include "search/shared/target_words.hpp"

namespace dragoman::search {

class TargetPhrases {
 public:
  TargetPhrases(const ModelParts& model, LanguageContexts& contexts);

  /// Forgets all contexts, and all phrases too if there are many, or if their numbers must not
  /// depend on earlier sentences (`fresh`).
  void begin(bool fresh);
  /// Grows whenever phrases are forgotten; never 0.
  std::uint32_t generation() const { return generation_; }

  TargetWords& words() { return words_; }
  const TargetWords& words() const { return words_; }

  /// The number of a phrase, the same for the same words.
  TargetId intern(std::span<const WordId> phrase);
  std::span<const WordId> operator[](TargetId id) const {
    return {phrases_.data() + first_[id], phrases_.data() + first_[id + 1]};
  }
  /// The language models' score of a phrase by itself; `least` as in LanguageContexts::estimate.
  float estimate(std::span<const WordId> phrase, float least = kLowest) {
    return contexts_.estimate(in_language_models(phrase), least);
  }
  /// The same for a target side with gaps, piece by piece.
  float estimate_pieces(std::span<const Symbol> symbols, float least = kLowest);

 private:
  void clear();
  const std::vector<WordId>& in_language_models(std::span<const WordId> phrase);

  LanguageContexts& contexts_;
  TargetWords words_;
  LanguageModelWords to_language_model_;
  std::uint32_t generation_ = 0;
  std::vector<std::size_t> first_;
  std::vector<WordId> phrases_;
  ProbingTable<TargetId> numbers_;
  std::vector<WordId> scratch_, scratch_lm_;
};

/// The symbols of a target side up to its first gap; `rest` is what follows the gap.
std::span<const Symbol> first_piece(std::span<const Symbol> symbols, std::span<const Symbol>& rest);

}  // namespace dragoman::search
