// The treelet decoder: translates with s-phrases, whose treelets are joined to a target tree
// (Carreras & Collins 2009).
//
//   TreeletDecoder decoder(model);
//   std::vector<Translation> out = decoder.decode(sentences, {.threads = 2, .forest = true},
//   monitor);
//
// Where it finds no tree for a sentence, or the sentence is too long, the phrase decoder translates
// it, and Outcome::fallback says so.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "common/parallel.hpp"
#include "search/api/decoding.hpp"
#include "search/api/sentence.hpp"
#include "search/treelet/treelet_model.hpp"

namespace dragoman::search {
template <typename Worker>
class SentencePool;
}  // namespace dragoman::search

namespace dragoman::search::treelet {

class TreeletWorker;

/// What the features of a treelet model depend on.
struct TreeletFeatures {
  std::size_t language_models;
  std::vector<std::string> columns;
  std::vector<CohesionFeature> cohesion = {};
  bool crossings = false;  ///< of source subtrees
  std::vector<std::string> rule_features = {}, custom = {};
};

FeatureLayout treelet_layout(const TreeletFeatures& features);

class TreeletDecoder {
 public:
  /// Throws ConfigError if weights or settings do not fit the model.
  explicit TreeletDecoder(TreeletModel model);
  ~TreeletDecoder();
  TreeletDecoder(const TreeletDecoder&) = delete;
  TreeletDecoder& operator=(const TreeletDecoder&) = delete;

  const FeatureLayout& layout() const { return layout_; }

  /// Translations in the order of the sentences, the same for any number of threads. Throws
  /// ConfigError if what is demanded of a sentence is impossible, or if features are missing.
  std::vector<Translation> decode(std::span<const Sentence> sentences, const DecodeRequest& request,
                                  Monitor& monitor) const;

 private:
  TreeletModel model_;
  FeatureLayout layout_;
  std::unique_ptr<SentencePool<TreeletWorker>> pool_;
};

}  // namespace dragoman::search::treelet
