// Translates one sentence after the other with treelets.
#pragma once

#include <memory>

#include "search/phrase/worker.hpp"
#include "search/treelet/treelet_decoder.hpp"
#include "search/treelet/treelet_search.hpp"

namespace dragoman::search::treelet {

class TreeletWorker {
 public:
  /// Both must outlive the worker.
  TreeletWorker(const TreeletModel& model, const FeatureLayout& layout);
  TreeletWorker(const TreeletWorker&) = delete;
  TreeletWorker& operator=(const TreeletWorker&) = delete;

  /// `number`: of the sentence among those that are decoded together.
  Translation translate(const Sentence& sentence, std::size_t number, const DecodeRequest& request);

 private:
  /// Whether there is a tree; of these phrases alone, if some were chosen.
  bool search(const Sentence& sentence, std::size_t number, const DecodeRequest& request,
              Translation& result, const ChosenPhrases* chosen = nullptr);
  /// Relaxed forced decoding: the phrase decoder adds what the rules lack, and the tree is made of
  /// its phrases. If they do not make one, they are put in the order of the source; if that does
  /// not help, the translation has no tree.
  Translation search_relaxed(const Sentence& sentence, std::size_t number,
                             const DecodeRequest& request);

  const TreeletModel& whole_;
  ModelParts model_;
  phrase::PhraseModel phrases_;
  phrase::PhraseWorker fallback_;
  LanguageContexts contexts_;
  RuleFeatures rule_features_;
  TranslationOptions options_;
  TreeShapes shapes_;
  SPhraseOptions sphrases_;
  TreeletSearch search_;
  phrase::PhraseModel in_order_model_;  ///< the same phrases without reordering
  std::unique_ptr<phrase::PhraseWorker> in_order_;
};

}  // namespace dragoman::search::treelet
