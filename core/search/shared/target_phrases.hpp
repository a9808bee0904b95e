// Target phrases: each has a number, under which the language models know it too
// (language_contexts.hpp). They are remembered from sentence to sentence.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/probing_table.hpp"
#include "search/shared/language_contexts.hpp"
#include "search/shared/model_parts.hpp"

namespace dragoman::search {

/// Target words: numbers of the table's target vocabulary, and further ones for
/// words that it lacks.
class TargetWords {
 public:
  explicit TargetWords(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}
  void clear() {
    extra_.clear();
    extra_ids_.clear();
    extra_bytes_ = 0;
  }
  /// The size of the words that the vocabulary lacks.
  std::size_t extra_bytes() const { return extra_bytes_; }
  WordId number(std::string_view word);
  std::string_view word(WordId id) const {
    return id < vocabulary_.size() ? vocabulary_.word(id)
                                   : std::string_view(extra_[id - vocabulary_.size()]);
  }

 private:
  const Vocabulary& vocabulary_;
  std::size_t extra_bytes_ = 0;
  std::vector<std::string> extra_;
  std::unordered_map<std::string, WordId> extra_ids_;
};

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

  std::span<const lm::Model* const> models_;
  LanguageContexts& contexts_;
  TargetWords words_;
  std::vector<std::vector<WordId>> to_language_model_;  ///< 0: not looked up yet, else number + 1
  std::uint32_t generation_ = 0;
  std::vector<std::size_t> first_;
  std::vector<WordId> phrases_;
  ProbingTable<TargetId> numbers_;
  std::vector<WordId> scratch_, scratch_lm_;
};

/// The symbols of a target side up to its first gap; `rest` is what follows the gap.
std::span<const Symbol> first_piece(std::span<const Symbol> symbols, std::span<const Symbol>& rest);

}  // namespace dragoman::search
