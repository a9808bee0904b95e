// Translates one sentence after the other with the phrase-based search, and reuses its memory.
#pragma once

#include <memory>
#include <vector>

#include "search/options/future_costs.hpp"
#include "search/options/language_contexts.hpp"
#include "search/phrase/features/custom_features.hpp"
#include "search/phrase/features/operations.hpp"
#include "search/phrase/features/span_stacks.hpp"
#include "search/phrase/gaps/gapped_options.hpp"
#include "search/phrase/graph_writer.hpp"
#include "search/phrase/phrase_decoder.hpp"
#include "search/phrase/run_search.hpp"
#include "search/shared/rule_feature.hpp"
#include "search/shared/source_tree.hpp"
#include "search/shared/work_budget.hpp"

namespace dragoman::search::phrase {

class PhraseWorker {
 public:
  /// Both must outlive the worker.
  PhraseWorker(const PhraseModel& model, const FeatureLayout& layout);

  /// `number`: the index of the sentence among those that are decoded together.
  Translation translate(const Sentence& sentence, std::size_t number, const DecodeRequest& request);

 private:
  /// A sentence in work: its pieces are searched one after the other, each from the end of the best
  /// translation of the pieces before.
  struct Job {
    const Sentence& sentence;
    std::size_t number;
    const DecodeRequest& request;
    PhraseSettings settings;
    WorkBudget budget;
    GraphWriter best;
    std::unique_ptr<GraphWriter> forest = {};  ///< null if no forest is wanted
    float score = 0;                           ///< of the best translation of the last search
    bool searched = false;                     ///< whether the piece was searched without gaps
    std::size_t begin = 0, end = 0;            ///< the piece
    std::vector<lm::State> carried = {};       ///< of the language models, before the piece
    Translation result = {};
  };

  PhraseSettings settings_for(const Sentence& sentence) const;
  /// These return the language models' context after the best translation, or kNone.
  std::uint32_t translate_piece(Job& job);
  std::uint32_t translate_forced(Job& job);
  /// Searches without gaps, then with gaps, and takes the better translation.
  std::uint32_t translate_twice(Job& job);
  std::uint32_t search_piece(Job& job, const GapSettings& gaps, bool relaxed = false);
  std::uint32_t search(Job& job, const Problem& problem);
  Operations operations(const Job& job) {
    return {memory_, options_, model_, job.begin == 0, job.end == job.sentence.length()};
  }
  std::uint32_t search_with_tree(Job& job, const Problem& problem, FeaturesTogether& features);
  std::uint32_t run(Job& job, const Problem& problem, const FeaturesTogether& features);

  /// The distortion limit for a piece, lowered where coverages would not fit otherwise.
  int distortion_limit(const Job& job, Translation& result) const;
  /// Whether orientations depend on the pieces of the options at hand.
  bool knows_pieces() const {
    return whole_.orientation == OrientationOf::kPieces && model_.layout->has(Block::kReordering) &&
           options_.has_gaps();
  }
  /// Estimates the future scores of the piece's options; drops the worst options with gaps.
  void estimate_future(const Job& job, const GapSettings& gaps, int distortion_limit);

  const PhraseModel& whole_;
  ModelParts model_;
  LanguageContexts contexts_;
  GapModel gaps_;
  RuleFeatures rule_features_;
  GappedOptions options_;
  StepFeatures step_features_, unordered_features_;  ///< with phrase reordering, and without
  FutureCosts future_;
  SourceTree tree_;
  SpanStacks stacks_;
  OperationMemory memory_;
};

}  // namespace dragoman::search::phrase
