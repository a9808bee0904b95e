#include "search/treelet/worker.hpp"

#include "forest/pruning.hpp"
#include "search/treelet/treelet_writer.hpp"

namespace dragoman::search::treelet {

TreeletWorker::TreeletWorker(const TreeletModel& model, const FeatureLayout& layout)
    : whole_(model),
      model_{model.rules, &layout, model.weights, model.language_models},
      phrases_{model.rules, model.columns, model.language_models, model.weights, model.fallback, {},
               {}},
      fallback_(phrases_, layout),
      contexts_(model.language_models, layout.of(Block::kLanguageModels, model.weights)),
      rule_features_(model_),
      options_(model_, contexts_, rule_features_),
      shapes_(*model.syntax),
      sphrases_(model, shapes_),
      search_(model, model_, shapes_) {}

Translation TreeletWorker::translate(const Sentence& sentence, std::size_t number,
                                     const DecodeRequest& request) {
  Translation result;
  if (sentence.words.empty()) return result;
  if (sentence.words.size() <= whole_.settings.max_words) {
    const OpenRuleFeatures open(rule_features_, request.rules, number);
    if (search(sentence, request, result)) return result;
  }
  result = fallback_.translate(sentence, number, request);
  result.outcome.fallback = true;
  return result;
}

bool TreeletWorker::search(const Sentence& sentence, const DecodeRequest& request,
                           Translation& result) {
  const TreeletSettings& settings = whole_.settings;
  const std::size_t size = sentence.words.size();
  std::vector<dragoman::treelet::Name> tags;
  for (const std::string& tag : sentence.tags) tags.push_back(dragoman::treelet::name_of(tag));
  const dragoman::treelet::SourceSentence source{size, tags, sentence.heads};
  shapes_.clear();
  options_.collect(sentence, 0, size, {settings.table_limit, settings.unknown});
  sphrases_.collect(options_, sentence.tags);
  WorkBudget budget(settings.max_work, settings.max_seconds);
  const std::uint32_t goal = search_.run(options_, sphrases_, source, budget);
  if (goal == kNoTreeletItem) return false;
  result.outcome.degraded = budget.narrowed();
  result.outcome.work = budget.work();
  TreeletWriter writer(whole_, model_, search_, options_, sphrases_, shapes_, rule_features_);
  result.best = writer.write(goal, false);
  result.analysis = writer.analysis(goal);
  if (request.forest) result.forest = writer.write(goal, true);
  if (request.forest && request.size.nbest > 0) {
    result.forest = forest::prune_to_best(result.forest, request.size.nbest, request.size.distinct);
  } else if (request.forest && request.size.edges > 0) {
    result.forest = forest::prune(result.forest, request.size.edges * size);
  }
  return true;
}

}  // namespace dragoman::search::treelet
