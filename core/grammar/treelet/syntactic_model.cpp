#include "grammar/treelet/syntactic_model.hpp"

#include <algorithm>
#include <limits>

#include "common/error.hpp"
#include "common/hash.hpp"

namespace dragoman::treelet {
namespace {

constexpr double kOutcomeWeight = 5;
/// Of a probability: counts that were tampered with would make it 0, and its logarithm infinite.
constexpr double kLeast = std::numeric_limits<double>::min();

std::uint64_t with_outcome(std::uint64_t context, std::uint64_t outcome) {
  return hash_combine(context, outcome) | 1;
}

}  // namespace

void SyntacticCounts::add(const AnalysedSentence& sentence) {
  visit_events(sentence, [&](const Event& event) {
    for (const std::uint64_t context : event.contexts) {
      const bool fresh = table[with_outcome(context, event.outcome)].seen++ == 0;
      Counts& counts = table[context];
      ++counts.seen;
      if (fresh) ++counts.other;
    }
    const auto decision = static_cast<std::size_t>(event.decision);
    std::uint8_t& known = seen_[hash_combine(decision, event.outcome) | 1];
    if (known == 0) ++outcomes_[decision];
    known = 1;
  });
}

Outcomes SyntacticCounts::outcomes() const {
  Outcomes result = outcomes_;
  for (std::uint32_t& count : result) ++count;
  return result;
}

SyntacticModel::SyntacticModel(HashedTable<Counts> table, const Outcomes& outcomes)
    : table_(table) {
  for (std::size_t i = 0; i < kDecisions; ++i) {
    if (outcomes[i] == 0) throw ModelError("the syntactic model has a decision without outcomes");
    base_[i] = 1.0 / outcomes[i];
  }
}

double SyntacticModel::score(const Event& event) const {
  double probability = base_[static_cast<std::size_t>(event.decision)];
  for (std::size_t level = kLevels; level-- > 0;) {
    const Counts context = table_[event.contexts[level]];
    if (context.seen == 0) continue;
    const std::uint32_t seen = table_[with_outcome(event.contexts[level], event.outcome)].seen;
    const double others = kOutcomeWeight * context.other;
    probability = (seen + others * probability) / (context.seen + others);
  }
  return std::log(std::max(probability, kLeast));
}

double SyntacticModel::score(const AnalysedSentence& sentence) const {
  double total = 0;
  visit_events(sentence, [&](const Event& event) { total += score(event); });
  return total;
}

}  // namespace dragoman::treelet
