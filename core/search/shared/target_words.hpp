// Target words: their numbers in the rule table, and in the language models.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/vocabulary.hpp"
#include "lm/model.hpp"

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

/// The numbers of target words in language models, each looked up once.
class LanguageModelWords {
 public:
  LanguageModelWords(std::span<const lm::Model* const> models, const Vocabulary& vocabulary)
      : models_(models), known_(models.size(), std::vector<WordId>(vocabulary.size(), 0)) {}

  std::size_t models() const { return models_.size(); }
  WordId find(std::size_t model, WordId word, const TargetWords& words) {
    if (word >= known_[model].size()) return models_[model]->find(words.word(word));
    WordId& known = known_[model][word];
    if (known == 0) known = models_[model]->find(words.word(word)) + 1;
    return known - 1;
  }

 private:
  std::span<const lm::Model* const> models_;
  std::vector<std::vector<WordId>> known_;  ///< 0: not looked up yet, else number + 1
};

}  // namespace dragoman::search
