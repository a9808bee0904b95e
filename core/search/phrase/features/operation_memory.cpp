#include "search/phrase/features/operation_memory.hpp"

#include <string_view>

#include "osm/names.hpp"

namespace dragoman::search::phrase {
namespace {

/// How many rules' plans are remembered, and the slots of contexts at the begin of a sentence.
constexpr std::size_t kMostPlans = 1 << 17;
constexpr std::size_t kLeastContexts = 1 << 10, kMostContexts = 1 << 15;

}  // namespace

OperationMemory::OperationMemory(const ModelParts& model, const lm::Model* operations)
    : model_(model), operations_(operations) {
  if (!used()) return;
  more_ = operations_->find(osm::kMoreName);
  gap_ = operations_->find(osm::name_of(osm::Move::kGap, 0));
  forward_ = operations_->find(osm::name_of(osm::Move::kForward, 0));
}

void OperationMemory::begin_piece(const Sentence& sentence, std::size_t begin) {
  sentence_ = &sentence;
  begin_ = begin;
  of_options_.clear();
  others_.clear();
  if (of_rules_.size() > kMostPlans) of_rules_.clear();
  contexts_.assign(1, operations_->empty());
  numbers_.clear_for_as_many(kLeastContexts, kMostContexts);
  begin_sentence_ = intern(operations_->begin_sentence());
  empty_ = intern(operations_->empty());
}

WordId OperationMemory::move(osm::Move move, std::uint32_t gap) {
  if (move == osm::Move::kGap) return gap_;
  if (move == osm::Move::kForward) return forward_;
  while (back_.size() <= gap) {
    back_.push_back(
        operations_->find(osm::name_of(move, static_cast<std::uint32_t>(back_.size()))));
  }
  return back_[gap];
}

OperationMemory::Context OperationMemory::intern(const lm::State& state) {
  Context& number = numbers_.insert(
      state.hash(), [&](Context known) { return contexts_[known] == state; },
      [&](Context known) { return contexts_[known].hash(); });
  if (is_free(number)) {
    number = static_cast<Context>(contexts_.size());
    contexts_.push_back(state);
  }
  return number;
}

const OperationPlan& OperationMemory::plan(const GappedOptions& options, RuleId rule,
                                           TargetId target, const Shape& shape) {
  if (from_table(rule)) {
    const auto [entry, added] = of_rules_.try_emplace(rule);
    if (added) entry->second = make_of_rule(rule, shape);
    return entry->second;
  }
  std::vector<std::string_view> words;
  for (const WordId word : options.target(target)) words.push_back(options.words().word(word));
  return others_.emplace_back(make(shape, words, {}));
}

OperationPlan OperationMemory::make_of_rule(RuleId rule, const Shape& shape) {
  // Positions in a rule count its gaps as symbols; here only words are counted.
  std::vector<std::uint32_t> source, places;
  std::uint32_t words = 0;
  shape.for_each_piece([&](std::uint32_t begin, std::uint32_t end) {
    if (!source.empty()) source.push_back(words);
    for (std::uint32_t word = begin; word < end; ++word) source.push_back(words++);
  });
  std::vector<std::string_view> target;
  for (const Symbol symbol : model_.rules->target(rule)) {
    places.push_back(static_cast<std::uint32_t>(target.size()));
    if (symbol >= 0) {
      target.push_back(model_.rules->target_vocabulary().word(static_cast<WordId>(symbol)));
    }
  }
  std::vector<osm::Link> links;
  for (const AlignmentPoint& point : model_.rules->alignment(rule)) {
    links.push_back({source[point.source], places[point.target]});
  }
  return make(shape, target, links);
}

OperationPlan OperationMemory::make(const Shape& shape, std::span<const std::string_view> target,
                                    std::span<const osm::Link> links) {
  std::vector<std::uint32_t> lengths, words;
  shape.for_each_piece([&](std::uint32_t begin, std::uint32_t end) {
    lengths.push_back(end - begin);
    for (std::uint32_t word = begin; word < end; ++word) words.push_back(word);
  });
  OperationPlan made{osm::make_plan(lengths, static_cast<std::uint32_t>(target.size()), links), {}};
  std::string name;
  for (const osm::PlanStep& step : made.plan.steps) {
    if (!step.first) {
      made.names.push_back(more_);
      continue;
    }
    osm::name_unit(
        made.plan.units[step.unit],
        [&](std::uint32_t word) -> const std::string& {
          return sentence_->words[begin_ + words[word]];
        },
        [&](std::uint32_t word) { return target[word]; }, name);
    made.names.push_back(operations_->find(name));
  }
  made.plan.units.clear();
  return made;
}

float OperationMemory::alone(const GappedOptions& options, RuleId rule, TargetId target,
                             const Shape& shape) {
  const OperationPlan& of_step = plan(options, rule, target, shape);
  Sequence sequence(*this, empty());
  osm::Place place{shape.begin, shape.begin};
  // All before the step counts as generated.
  std::vector<bool> done(shape.end - shape.begin, false);
  osm::walk(
      of_step.plan, PieceBegins(shape).begins(), place,
      [&](std::uint32_t word) { return word < shape.begin || done[word - shape.begin]; },
      [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t word = begin; word < end; ++word) done[word - shape.begin] = true;
      },
      [&](osm::Move move, std::uint32_t gap) { sequence.move(move, gap); },
      [&](const osm::PlanStep& step) {
        sequence.add(of_step.names[static_cast<std::size_t>(&step - of_step.plan.steps.data())]);
      });
  return sequence.log10();
}

}  // namespace dragoman::search::phrase
