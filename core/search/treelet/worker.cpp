#include "search/treelet/worker.hpp"

#include "forest/pruning.hpp"
#include "grammar/treelet/source_clauses.hpp"
#include "search/treelet/treelet_writer.hpp"

namespace dragoman::search::treelet {

TreeletWorker::TreeletWorker(const TreeletModel& model, const FeatureLayout& layout)
    : whole_(model),
      model_{model.rules, &layout, model.weights, model.language_models},
      phrases_{model.rules,
               model.columns,
               model.language_models,
               model.weights,
               model.fallback,
               model.cohesion,
               {},
               model.rule_features,
               model.custom},
      fallback_(phrases_, layout),
      contexts_(model.language_models, layout.of(Block::kLanguageModels, model.weights)),
      rule_features_(model_),
      options_(model_, contexts_, rule_features_),
      shapes_(*model.syntax),
      sphrases_(model, shapes_),
      search_(model, model_, shapes_),
      in_order_model_(phrases_) {
  in_order_model_.settings.distortion_limit = 0;
}

Translation TreeletWorker::translate(const Sentence& sentence, std::size_t number,
                                     const DecodeRequest& request) {
  Translation result;
  if (sentence.words.empty()) {
    result.outcome.unreachable =
        (sentence.forced && !sentence.reference.empty()) || !sentence.prefix.words.empty();
    return result;
  }
  if (sentence.words.size() <= whole_.settings.max_words) {
    if (search(sentence, number, request, result)) return result;
    result.outcome.unreachable = sentence.forced;
    if (sentence.forced) {
      return whole_.settings.force_relaxed ? search_relaxed(sentence, number, request) : result;
    }
  }
  result = fallback_.translate(sentence, number, request);
  result.outcome.fallback = true;
  return result;
}

Translation TreeletWorker::search_relaxed(const Sentence& sentence, std::size_t number,
                                          const DecodeRequest& request) {
  Translation last;
  for (const bool in_order : {false, true}) {
    if (in_order && in_order_ == nullptr) {
      in_order_ = std::make_unique<phrase::PhraseWorker>(in_order_model_, *model_.layout);
    }
    last = (in_order ? *in_order_ : fallback_).translate(sentence, number, request);
    if (last.outcome.unreachable) return last;
    if (!last.outcome.relaxed) continue;  // no tree can be made of what the rules have
    const ChosenPhrases chosen(last.best);
    Translation result;
    if (search(sentence, number, request, result, &chosen)) {
      result.outcome.relaxed = true;
      return result;
    }
  }
  last.outcome.fallback = true;
  return last;
}

bool TreeletWorker::search(const Sentence& sentence, std::size_t number,
                           const DecodeRequest& request, Translation& result,
                           const ChosenPhrases* chosen) {
  const OpenRuleFeatures open_rules(rule_features_, request.rules, number);
  const AskedSteps steps(options_);
  const OpenEdgeFeatures open_edges(search_.custom(), request.features, number, steps);
  const TreeletSettings& settings = whole_.settings;
  const std::size_t size = sentence.words.size();
  std::vector<dragoman::treelet::Name> tags;
  for (const std::string& tag : sentence.tags) tags.push_back(dragoman::treelet::name_of(tag));
  std::vector<dragoman::treelet::Relation> relations;
  for (const std::string& label : sentence.labels) {
    relations.push_back(dragoman::treelet::relation_of(label));
  }
  dragoman::treelet::LabelledWords labelled;
  labelled.add(relations, sentence.heads);
  const dragoman::treelet::SourceSentence source{size, tags, sentence.heads, labelled.labels,
                                                 labelled.clauses};
  shapes_.clear();
  options_.collect(sentence, 0, size, {settings.table_limit, settings.unknown}, chosen != nullptr);
  sphrases_.collect(options_, sentence.tags, chosen);
  WorkBudget budget(settings.max_work, settings.max_seconds);
  const bool hard = whole_.cohesion.hard && !sentence.heads.empty();
  std::uint32_t goal = search_.run(sentence, options_, sphrases_, source, hard, budget);
  if (goal == kNoTreeletItem && hard && whole_.cohesion.fallback) {
    goal = search_.run(sentence, options_, sphrases_, source, false, budget);
    result.outcome.relaxed = goal != kNoTreeletItem;
  }
  result.outcome.degraded = budget.narrowed();
  result.outcome.work = budget.work();
  if (goal == kNoTreeletItem) {
    if (sentence.forced) result.outcome.reached = search_.reached();
    return false;
  }
  TreeletWriter writer(whole_, model_, search_, options_, sphrases_, shapes_, rule_features_);
  result.best = writer.write(goal, false);
  if (request.forest) result.forest = writer.write(goal, true);
  if (request.forest && request.size.nbest > 0) {
    result.forest = forest::prune_to_best(result.forest, request.size.nbest, request.size.distinct);
  } else if (request.forest && request.size.edges > 0) {
    result.forest = forest::prune(result.forest, request.size.edges * size);
  }
  return true;
}

}  // namespace dragoman::search::treelet
