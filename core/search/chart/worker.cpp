#include "search/chart/worker.hpp"

#include <algorithm>

#include "search/chart/cell_search.hpp"
#include "search/chart/cube_pruning.hpp"
#include "search/chart/grouped_search.hpp"
#include "search/shared/pieces.hpp"
#include "search/shared/unknown_words.hpp"

namespace dragoman::search {

ChartWorker::ChartWorker(const ChartModel& model, const FeatureLayout& layout)
    : whole_(model),
      model_{model.rules, &layout, model.weights, model.language_models},
      rule_features_(model_),
      rules_(model_, rule_features_),
      items_(model.language_models.size()),
      custom_(layout.of(Block::kCustom, model.weights), layout.first(Block::kCustom)),
      scores_(model_, rules_, items_, custom_),
      forced_(text_, rules_, scores_, items_, model.language_models.size()),
      matcher_(*model.rules, rules_, model.settings.max_span) {
  const std::size_t models = model.language_models.size();
  if (model.settings.algorithm == ChartAlgorithm::kGrouped) {
    spans_ = std::make_unique<GroupedSearch>(models, rules_, scores_, items_);
  } else {
    spans_ = std::make_unique<CubePruning>(models, scores_, items_);
  }
}

Translation ChartWorker::translate(const Sentence& sentence, std::size_t number,
                                   const DecodeRequest& request) {
  Translation result;
  if (sentence.words.empty()) {
    result.unreachable = sentence.forced && !sentence.reference.empty();
    return result;
  }
  const OpenRuleFeatures open_rules(rule_features_, request.rules, number);
  const OpenEdgeFeatures open_edges(custom_, request.edges, number, rules_);
  rules_.begin_sentence(whole_.settings.table_limit);
  items_.clear();
  const ItemId goal = sentence.forced ? search_forced(sentence, request.forests, result)
                                      : search(sentence, request.forests, result);
  result.unreachable = goal == kNoItem;
  if (result.unreachable) return result;
  ChartWriter writer(model_, rules_, items_, scores_);
  result.best = writer.write(goal, sentence.words.size(), false);
  if (request.forests) result.forest = writer.write(goal, sentence.words.size(), true);
  return result;
}

ItemId ChartWorker::search(const Sentence& sentence, bool keep_all, Translation& result) {
  const ChartSettings& settings = whole_.settings;
  Effort effort(settings.max_work, settings.max_seconds);
  CellSearch search(
      *spans_, matcher_.unary_rules(),
      {settings.pop_limit, settings.max_unary, keep_all, sentence.words.size(), settings.max_span},
      effort);
  spans_->begin_sentence();
  matcher_.run(read(sentence), search);
  const ItemId goal = search.glue(matcher_);
  result.degraded = effort.narrowed();
  result.work = effort.work();
  return goal;
}

ItemId ChartWorker::search_forced(const Sentence& sentence, bool keep_all, Translation& result) {
  std::vector<WordId> reference;
  for (const std::string& word : sentence.reference) {
    reference.push_back(rules_.words().number(word));
  }
  text_.assign(std::move(reference));
  rules_.restrict_to(text_);
  forced_.begin_sentence({matcher_.unary_rules(), whole_.settings.max_unary, keep_all});
  matcher_.run(read(sentence), forced_);
  ItemId goal = forced_.glue(matcher_, sentence.words.size(), result.reached);
  if (goal == kNoItem && whole_.settings.force_relaxed) {
    goal = forced_.glue_relaxed(matcher_, sentence.words.size());
    result.relaxed = true;
  }
  result.work = forced_.work();
  return goal;
}

ChartSource ChartWorker::read(const Sentence& sentence) {
  ChartSource source;
  const std::size_t size = sentence.words.size();
  for (const std::string& word : sentence.words) {
    source.words.push_back(model_.rules->source_vocabulary().find(word));
  }
  source.next_walls = next_walls(sentence, 0, size, whole_.settings.punctuation_walls);
  std::vector<bool> closed(size, false);
  for (const Zone& zone : sentence.zones) {
    for (std::size_t i = zone.begin; zone.exclusive && i < zone.end; ++i) {
      source.words[i] = kNoWord;
      closed[i] = !zone.translations.empty();
    }
    for (const auto& translation : zone.translations) {
      source.given.push_back({static_cast<std::uint32_t>(zone.begin),
                              static_cast<std::uint32_t>(zone.end),
                              rules_.add_words(kZoneRule, translation)});
    }
  }
  for (std::uint32_t i = 0; i < size; ++i) {
    if (closed[i] || translates(source.words[i])) continue;
    const auto target = unknown_word(sentence.words[i], whole_.settings.unknown);
    source.given.push_back({i, i + 1, rules_.add_words(kUnknownRule, target)});
  }
  return source;
}

bool ChartWorker::translates(WordId word) const {
  if (word == kNoWord) return false;
  const auto node = model_.rules->child(model_.rules->root(), static_cast<Symbol>(word));
  return node != RuleTable::kNoNode && rules_.translates(node);
}

}  // namespace dragoman::search
