#include "search/chart/worker.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "search/chart/cell_search.hpp"
#include "search/chart/guided_search.hpp"
#include "search/chart/prefix_search.hpp"
#include "search/shared/given_words.hpp"
#include "search/shared/pieces.hpp"
#include "search/shared/unknown_words.hpp"

namespace dragoman::search::chart {
namespace {

/// Edges taken for a span, and for a pair of states of the typed words, if the beginning is given:
/// somebody waits for it.
constexpr std::size_t kPrefixPops = 30;

}  // namespace

ChartWorker::ChartWorker(const ChartModel& model, const FeatureLayout& layout)
    : whole_(model),
      model_{model.rules, &layout, model.weights, model.language_models},
      rule_features_(model_),
      rules_(model_, rule_features_),
      items_(model.language_models.size()),
      custom_(layout.of(Block::kCustom, model.weights), layout.first(Block::kCustom)),
      crossings_(model_),
      cohesion_(model_, model.cohesion, rules_, items_),
      scores_(model_, rules_, items_, custom_, crossings_, cohesion_),
      cubes_(model.language_models.size(), scores_, items_),
      forced_(text_, rules_, scores_, items_, model.language_models.size()),
      paths_(model_),
      matcher_(*model.rules, rules_, paths_, model.settings.max_span) {}

Translation ChartWorker::translate(const Sentence& sentence, std::size_t number,
                                   const DecodeRequest& request) {
  Translation result;
  if (sentence.words.empty()) {
    result.outcome.unreachable =
        (sentence.forced && !sentence.reference.empty()) || !sentence.prefix.words.empty();
    return result;
  }
  const OpenRuleFeatures open_rules(rule_features_, request.rules, number);
  const OpenEdgeFeatures open_edges(custom_, request.features, number, rules_);
  crossings_.reset(sentence.heads);
  const ItemId goal = find(sentence, request.forest, result);
  result.outcome.unreachable = goal == kNoItem;
  if (result.outcome.unreachable) return result;
  ChartWriter writer(model_, rules_, items_, scores_, paths_);
  result.best = writer.write(goal, source_.size(), false);
  if (request.forest) {
    ForestSize size = request.size;
    size.edges *= source_.size();
    result.forest = writer.write(goal, source_.size(), true, size);
  }
  return result;
}

ItemId ChartWorker::find(const Sentence& sentence, bool keep_all, Translation& result) {
  const bool may_relax = sentence.forced && whole_.settings.force_relaxed;
  if (!whole_.cohesion.hard || sentence.heads.empty()) {
    return attempt(sentence, keep_all, false, may_relax, result);
  }
  ItemId goal = kNoItem;
  for (const bool relaxed : {false, true}) {
    if (goal != kNoItem || (relaxed && !may_relax)) break;
    goal = attempt(sentence, keep_all, true, relaxed, result);
    if (goal != kNoItem || !whole_.cohesion.fallback) continue;
    goal = attempt(sentence, keep_all, false, relaxed, result);
    result.outcome.relaxed = goal != kNoItem;
  }
  return goal;
}

ItemId ChartWorker::attempt(const Sentence& sentence, bool keep_all, bool hard, bool relaxed,
                            Translation& result) {
  // Nothing that the reference may need is cut in forced decoding.
  rules_.begin_sentence(sentence.forced ? 0 : whole_.settings.table_limit);
  items_.clear();
  cohesion_.begin_sentence(sentence.heads, sentence.kinds, hard);
  paths_.begin_sentence(sentence);
  if (sentence.forced) return search_forced(sentence, keep_all, relaxed, result);
  if (!sentence.prefix.words.empty()) return search_begun(sentence, keep_all, result);
  return search(sentence, keep_all, result);
}

ItemId ChartWorker::search(const Sentence& sentence, bool keep_all, Translation& result) {
  const ChartSettings& settings = whole_.settings;
  read(sentence);
  const bool guided = settings.algorithm == ChartAlgorithm::kGuided;
  WorkBudget budget(settings.max_work, settings.max_seconds);
  CellSearch search(cubes_, scores_, matcher_.unary_rules(),
                    {settings.pop_limit, settings.max_unary, keep_all, source_.size(),
                     settings.max_span, guided ? 2U : 1U},
                    budget);
  ItemId goal = kNoItem;
  if (guided) {
    GuidedSearch guide(search, cubes_, scores_, items_,
                       {settings.pop_limit, source_.size(), tolerance()});
    matcher_.run(source_, guide);
    goal = guide.refine(matcher_);
  } else {
    matcher_.run(source_, search);
    goal = search.glue(matcher_);
  }
  result.outcome.degraded = budget.narrowed();
  result.outcome.work = budget.work();
  return goal;
}

float ChartWorker::tolerance() const {
  double scale = 0;
  for (const double weight : model_.layout->of(Block::kLanguageModels, model_.weights)) {
    scale += std::abs(weight);
  }
  return scale > 0 ? static_cast<float>(whole_.settings.guide * scale)
                   : std::numeric_limits<float>::infinity();
}

ItemId ChartWorker::search_forced(const Sentence& sentence, bool keep_all, bool relaxed,
                                  Translation& result) {
  std::vector<WordId> reference;
  for (const std::string& word : sentence.reference) {
    reference.push_back(rules_.words().number(word));
  }
  text_.assign(std::move(reference));
  rules_.restrict_to(text_);
  forced_.begin_sentence({matcher_.unary_rules(), whole_.settings.max_unary, keep_all});
  read(sentence);
  matcher_.run(source_, forced_);
  ItemId goal = forced_.glue(matcher_, source_.size(), result.outcome.reached);
  if (goal == kNoItem && relaxed) {
    goal = forced_.glue_relaxed(matcher_, source_, paths_);
    result.outcome.relaxed = goal != kNoItem;
  }
  result.outcome.work = forced_.work();
  return goal;
}

ItemId ChartWorker::search_begun(const Sentence& sentence, bool keep_all, Translation& result) {
  const ChartSettings& settings = whole_.settings;
  typed_.assign(sentence.prefix, rules_.words());
  rules_.extend_to(typed_);
  read(sentence);
  const RuleRange unary = matcher_.unary_rules();
  const std::size_t pops = std::min(settings.pop_limit, kPrefixPops);
  WorkBudget budget(settings.max_work, settings.max_seconds);
  CellSearch usual(cubes_, scores_, {},
                   {pops, settings.max_unary, keep_all, source_.size(), settings.max_span}, budget);
  PrefixSearch search(
      {usual, typed_, rules_, scores_, items_, model_.language_models.size(), budget},
      {unary, settings.max_unary, pops, keep_all});
  matcher_.run(source_, search);
  const ItemId goal = search.glue(matcher_, source_.size());
  result.outcome.degraded = budget.narrowed();
  result.outcome.work = budget.work();
  return goal;
}

void ChartWorker::read(const Sentence& sentence) {
  source_ = {};
  if (sentence.lattice.empty()) {
    read_words(sentence);
  } else {
    read_lattice(sentence);
  }
  for (std::uint32_t begin = 0; begin < source_.size(); ++begin) {
    for (const ChartSource::Arc& arc : source_.arcs[begin]) {
      if (arc.closed || translates(arc.word)) continue;
      if (has_given_translations(sentence, arc.number)) continue;
      const auto target = unknown_word(sentence.words[arc.number], whole_.settings.unknown);
      const std::uint32_t rule = rules_.add_words(kUnknownRule, target);
      source_.given.push_back({begin, arc.end, rule, arc.number});
    }
  }
}

void ChartWorker::read_words(const Sentence& sentence) {
  const std::size_t size = sentence.words.size();
  source_.next_walls = next_walls(sentence, 0, size, whole_.settings.punctuation_walls);
  for (std::uint32_t i = 0; i < size; ++i) {
    const WordId word = model_.rules->source_vocabulary().find(sentence.words[i]);
    source_.arcs.push_back({{word, i + 1, i}});
  }
  for (const Zone& zone : sentence.zones) {
    for (std::size_t i = zone.begin; zone.exclusive && i < zone.end; ++i) {
      source_.arcs[i].front().word = kNoWord;
      source_.arcs[i].front().closed = !zone.translations.empty();
    }
    for (const auto& translation : zone.translations) {
      const auto begin = static_cast<std::uint32_t>(zone.begin);
      source_.given.push_back({begin, static_cast<std::uint32_t>(zone.end),
                               rules_.add_words(kZoneRule, translation), begin});
    }
  }
}

void ChartWorker::read_lattice(const Sentence& sentence) {
  for (std::uint32_t i = 0; i < sentence.words.size(); ++i) {
    const LatticeArc& arc = sentence.lattice[i];
    if (source_.size() < arc.end) source_.arcs.resize(arc.end);
    const WordId word = model_.rules->source_vocabulary().find(sentence.words[i]);
    source_.arcs[arc.begin].push_back({word, arc.end, i});
  }
  source_.next_walls.assign(source_.size(), source_.size());
}

bool ChartWorker::translates(WordId word) const {
  if (word == kNoWord) return false;
  const auto node = model_.rules->child(model_.rules->root(), static_cast<Symbol>(word));
  return node != RuleTable::kNoNode && rules_.translates(node);
}

}  // namespace dragoman::search::chart
