// Translates one sentence after the other with treelets.
#pragma once

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
  /// Whether there is a tree.
  bool search(const Sentence& sentence, const DecodeRequest& request, Translation& result);

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
};

}  // namespace dragoman::search::treelet
