#include "search/chart/chart_rules.hpp"

#include <algorithm>

#include "search/chart/chart_items.hpp"

namespace dragoman::search::chart {
namespace {

constexpr double kLn10 = 2.302585092994045684;
/// Rules remembered for the next sentences.
constexpr std::size_t kMaxKnown = 1 << 20;

}  // namespace

ChartRules::ChartRules(const ModelParts& model, RuleFeatures& features)
    : model_(model),
      features_(features),
      scores_(model),
      arity_(model),
      glue_(model.layout->first(Block::kGlue)),
      words_(model.rules->target_vocabulary()),
      to_language_model_(model.language_models, model.rules->target_vocabulary()) {
  for (const double weight : model.layout->of(Block::kLanguageModels, model.weights)) {
    language_weights_.push_back(weight * kLn10);
  }
  forget();
}

void ChartRules::forget() {
  known_.clear();
  rules_.clear();
  language_.clear();
  own_.clear();
  states_.clear();
  const Symbol target[] = {kFirstNonTerminal, kFirstNonTerminal - 1};
  for (std::size_t tails = 1; tails <= kMaxTails; ++tails) {
    add_inserting_glue(tails, std::span(target).first(tails));
  }
}

void ChartRules::begin_sentence(std::size_t limit) {
  const bool of_sentence = features_.used() || text_ != nullptr || prefix_ != nullptr;
  if (limit != limit_ || of_sentence || rules_.size() > kMaxKnown) forget();
  limit_ = limit;
  text_ = nullptr;
  prefix_ = nullptr;
  words_.clear();
}

void ChartRules::restrict_to(const ReferenceText& text) {
  forget();
  limit_ = 0;
  text_ = &text;
}

void ChartRules::extend_to(const TypedPrefix& prefix) {
  forget();
  prefix_ = &prefix;
}

RuleRange ChartRules::of_node(RuleTable::Node node, std::size_t arity) {
  const auto known = known_.find(node);
  if (known != known_.end()) return known->second;
  const auto [first, last] = model_.rules->rules(node);
  const auto place = static_cast<std::uint32_t>(rules_.size());
  const auto features = features_.used() ? features_.scores(first, last) : std::span<const float>();
  for (RuleId rule = first; rule < last; ++rule) {
    const auto target = model_.rules->target(rule);
    if (!usable(target, arity) || !allowed(target)) continue;
    ChartRule made{};
    made.rule = rule;
    made.arity = static_cast<std::uint8_t>(arity);
    const double by_sentence = features.empty() ? 0 : features[rule - first];
    made.score = static_cast<float>(scores_.of_rule(rule, target.size() - arity) +
                                    arity_.score(arity) + by_sentence);
    add(made, target);
  }
  const auto begin = rules_.begin() + place;
  std::sort(begin, rules_.end(), [](const ChartRule& a, const ChartRule& b) {
    return a.estimate != b.estimate ? a.estimate > b.estimate : a.rule < b.rule;
  });
  if (limit_ > 0 && rules_.size() - place > limit_) cut(place + limit_);
  const RuleRange range{place, static_cast<std::uint32_t>(rules_.size())};
  known_.emplace(node, range);
  return range;
}

void ChartRules::cut(std::size_t first) {
  const auto needed = [&](const ChartRule& rule) {
    const auto side = target(rule);
    const auto tail = std::ranges::find_if(side, [](Symbol symbol) { return symbol < 0; });
    return prefix_->has(side.first(static_cast<std::size_t>(tail - side.begin())));
  };
  const auto begin = rules_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = prefix_ == nullptr ? begin
                                      : std::remove_if(begin, rules_.end(),
                                                       [&](const auto& r) { return !needed(r); });
  rules_.erase(end, rules_.end());
}

bool ChartRules::usable(std::span<const Symbol> target, std::size_t arity) {
  std::size_t seen = 0;
  for (const Symbol symbol : target) {
    if (symbol >= 0) continue;
    if (symbol > kFirstNonTerminal || symbol <= kFirstNonTerminal - static_cast<Symbol>(arity)) {
      return false;
    }
    const auto bit = std::size_t{1} << (kFirstNonTerminal - symbol);
    if ((seen & bit) != 0) return false;
    seen |= bit;
  }
  return seen == (std::size_t{1} << arity) - 1;
}

bool ChartRules::allowed(std::span<const Symbol> target) const {
  return text_ == nullptr || std::ranges::all_of(target, [&](Symbol symbol) {
           return symbol < 0 || text_->has(static_cast<WordId>(symbol));
         });
}

bool ChartRules::translates(RuleTable::Node node) const {
  const auto [first, last] = model_.rules->rules(node);
  for (RuleId rule = first; rule < last; ++rule) {
    if (usable(model_.rules->target(rule), 0)) return true;
  }
  return false;
}

std::uint32_t ChartRules::add_words(RuleId kind, std::span<const std::string> words) {
  std::vector<Symbol> target;
  for (const std::string& word : words) target.push_back(static_cast<Symbol>(words_.number(word)));
  ChartRule rule{};
  rule.rule = kind;
  rule.score = static_cast<float>(scores_.of_kind(kind, words.size()) + arity_.score(0));
  rule.target = static_cast<std::uint32_t>(own_.size());
  own_.insert(own_.end(), target.begin(), target.end());
  add(rule, target);
  return static_cast<std::uint32_t>(rules_.size() - 1);
}

std::uint32_t ChartRules::add_inserting_glue(std::size_t tails, std::span<const Symbol> target) {
  ChartRule rule{};
  rule.rule = target.size() == tails ? kGlueRule : kInsertedRule;
  rule.arity = static_cast<std::uint8_t>(tails);
  rule.score = static_cast<float>((tails == 1 ? 0 : model_.weights[glue_]) +
                                  scores_.of_kind(kInsertedRule, target.size() - tails));
  rule.target = static_cast<std::uint32_t>(own_.size());
  own_.insert(own_.end(), target.begin(), target.end());
  add(rule, target);
  return static_cast<std::uint32_t>(rules_.size() - 1);
}

void ChartRules::add(ChartRule rule, std::span<const Symbol> target) {
  rule.length = static_cast<std::uint16_t>(target.size());
  rule.first = static_cast<std::uint32_t>(language_.size());
  for (std::size_t m = 0; m < model_.language_models.size(); ++m) {
    for (const Symbol symbol : target) {
      language_.push_back(symbol < 0 ? symbol
                                     : static_cast<Symbol>(to_language_model_.find(
                                           m, static_cast<WordId>(symbol), words_)));
    }
  }
  rule.estimate = rule.score + estimate(rule);
  rules_.push_back(rule);
}

float ChartRules::estimate(ChartRule& rule) {
  const bool keep = rule.arity == 0;
  rule.state = keep ? static_cast<std::uint32_t>(states_.size()) : ChartRule::kNoState;
  double total = 0;
  for (std::size_t m = 0; m < model_.language_models.size(); ++m) {
    const lm::Model& model = *model_.language_models[m];
    lm::ChartState state;
    double score = 0;
    const auto symbols = in_language_model(rule, m);
    for (std::size_t i = 0, piece = 0; piece <= rule.arity; ++piece, ++i) {
      lm::RuleScore run(model, state);
      if (piece == 0 && rule.begins_sentence()) run.begin_sentence();
      while (i < symbols.size() && symbols[i] >= 0) run.terminal(static_cast<WordId>(symbols[i++]));
      score += run.finish();
      if (keep) states_.push_back(state);
    }
    total += language_weights_[m] * score;
  }
  return static_cast<float>(total);
}

void ChartRules::explain(const ChartRule& rule, float* row) const {
  if (rule.is_glue()) {
    if (rule.arity == 2) row[glue_] += 1;
    if (rule.words() > 0) scores_.explain_kind(kInsertedRule, rule.words(), row);
    return;
  }
  arity_.explain(rule.arity, row);
  if (rule.from_table()) {
    scores_.explain_rule(rule.rule, rule.words(), row);
    features_.explain(rule.rule, row);
  } else {
    scores_.explain_kind(rule.rule, rule.words(), row);
  }
}

}  // namespace dragoman::search::chart
