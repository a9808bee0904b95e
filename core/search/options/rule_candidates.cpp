#include "search/options/rule_candidates.hpp"

#include <algorithm>
#include <functional>

namespace dragoman::search {
namespace {

/// How many rules are remembered for the next sentences.
constexpr std::size_t kMaxKnown = 1 << 19;
constexpr float kRounding = 1e-3F;

bool better(const RuleCandidate& a, const RuleCandidate& b) {
  return a.estimate != b.estimate ? a.estimate > b.estimate : a.rule < b.rule;
}

}  // namespace

void RuleCandidates::allow_gaps(std::size_t most, double cost) {
  gap_cost_ = cost;
  use_gaps_ = most > 0;
  if (most == 0 || most == max_gaps_) return;
  forget();
  max_gaps_ = most;
}

void RuleCandidates::begin_sentence() {
  if (of_sentence_ || features_.used()) forget();
  of_sentence_ = features_.used();
}

BestRules RuleCandidates::best(RuleTable::Node node, std::size_t limit,
                               const Reference& reference) {
  if (reference.forced) {
    const std::size_t without = find(node, limit, reference);
    return {std::span(found_).first(use_gaps_ ? found_.size() : without)};
  }
  auto entry = known_nodes_.find(node);
  if (entry == known_nodes_.end()) {
    const std::size_t without = find(node, limit, {});
    if (known_.size() + known_nodes_.size() > kMaxKnown) forget();
    const auto first = static_cast<std::uint32_t>(known_.size());
    known_.insert(known_.end(), found_.begin(), found_.end());
    options_.resize(known_.size());
    const Place place{first, static_cast<std::uint32_t>(first + without),
                      static_cast<std::uint32_t>(known_.size())};
    entry = known_nodes_.emplace(node, place).first;
  }
  const Place& place = entry->second;
  const std::span best(known_.data() + place.first,
                       known_.data() + (use_gaps_ ? place.last : place.gapped));
  if (!reference.prefix.used()) return {best, options_.data() + place.first};
  // What was typed may need rules that are not among the best.
  const std::size_t without = find(node, 0, reference);
  if (!use_gaps_) found_.resize(without);
  for (const RuleCandidate& one : best) {
    if (!reference.allows_pieces(model_.rules->target(one.rule))) found_.push_back(one);
  }
  return {found_};
}

bool RuleCandidates::usable(std::span<const Symbol> target) const {
  std::size_t gaps = 0;
  Symbol before = kGap;
  for (const Symbol symbol : target) {
    if (symbol < kGap || (symbol == kGap && (before == kGap || ++gaps > max_gaps_))) return false;
    before = symbol;
  }
  return gaps == 0 || before != kGap;
}

std::size_t RuleCandidates::find(RuleTable::Node node, std::size_t limit,
                                 const Reference& reference) {
  found_.clear();
  gapped_.clear();
  const auto [first, last] = model_.rules->rules(node);
  const auto of_sentence =
      features_.used() ? features_.scores(first, last) : std::span<const float>();
  for (RuleId rule = first; rule < last; ++rule) {
    const std::span<const Symbol> target = model_.rules->target(rule);
    if (!usable(target) || !reference.allows_pieces(target)) continue;
    const auto gaps = static_cast<std::uint32_t>(std::ranges::count(target, kGap));
    const double score =
        scores_.of_rule(rule, target.size() - gaps) - gap_cost_ * static_cast<double>(gaps);
    const float features = of_sentence.empty() ? 0 : of_sentence[rule - first];
    (gaps > 0 ? gapped_ : found_).push_back({static_cast<float>(score) + features, 0, rule, gaps});
  }
  keep_best(found_, limit);
  keep_best(gapped_, limit);
  const std::size_t without = found_.size();
  drop_worse_gapped(limit);
  std::ranges::sort(found_, better);
  std::ranges::sort(gapped_, better);
  found_.insert(found_.end(), gapped_.begin(), gapped_.end());
  return without;
}

void RuleCandidates::keep_best(Found& found, std::size_t limit) {
  const bool all = limit == 0 || found.size() <= limit;
  if (!all && contexts_.bounded()) return keep_best_bounded(found, limit);
  for (RuleCandidate& candidate : found) add_language(candidate);
  if (all) return;
  std::nth_element(found.begin(), found.begin() + static_cast<long>(limit), found.end(), better);
  found.resize(limit);
}

void RuleCandidates::drop_worse_gapped(std::size_t limit) {
  if (limit == 0 || gapped_.empty() || found_.size() + gapped_.size() <= limit) return;
  estimates_.clear();
  for (const RuleCandidate& candidate : found_) estimates_.push_back(candidate.estimate);
  for (const RuleCandidate& candidate : gapped_) estimates_.push_back(candidate.estimate);
  const auto last = estimates_.begin() + static_cast<long>(limit) - 1;
  std::nth_element(estimates_.begin(), last, estimates_.end(), std::greater<>());
  std::erase_if(gapped_, [&](const RuleCandidate& rule) { return rule.estimate < *last; });
}

void RuleCandidates::keep_best_bounded(Found& found, std::size_t limit) {
  // Language models only lower a score. The rules are sorted by their other scores. Once there are
  // `limit` estimates that no later score can reach, the remaining rules need no estimate.
  std::ranges::sort(found, [](const RuleCandidate& a, const RuleCandidate& b) {
    return a.score != b.score ? a.score > b.score : a.rule < b.rule;
  });
  std::size_t kept = 0;  // [0, kept) is a heap whose top is the worst
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (kept == limit && found[i].score < found.front().estimate) break;
    RuleCandidate candidate = found[i];
    // A little less than the worst that is kept, because sums are rounded.
    add_language(candidate, kept == limit ? found.front().estimate - kRounding : kLowest);
    if (kept == limit) {
      if (!better(candidate, found.front())) continue;
      std::pop_heap(found.begin(), found.begin() + static_cast<long>(kept), better);
      --kept;
    }
    found[kept++] = candidate;
    std::push_heap(found.begin(), found.begin() + static_cast<long>(kept), better);
  }
  found.resize(kept);
}

}  // namespace dragoman::search
