#include "search/shared/rule_candidates.hpp"

#include <algorithm>

namespace dragoman::search {
namespace {

/// How many rules are remembered for the next sentences.
constexpr std::size_t kMaxKnown = 1 << 20;

bool better(const RuleCandidate& a, const RuleCandidate& b) {
  return a.estimate != b.estimate ? a.estimate > b.estimate : a.rule < b.rule;
}

}  // namespace

void RuleCandidates::allow_gaps(std::size_t most, double cost) {
  gap_cost_ = cost;
  if (most == max_gaps_) return;
  forget();
  max_gaps_ = most;
}

void RuleCandidates::begin_sentence() {
  if (of_sentence_ || features_.used()) forget();
  of_sentence_ = features_.used();
}

std::span<const RuleCandidate> RuleCandidates::best(RuleTable::Node node, std::size_t limit,
                                                    const Reference& reference) {
  if (reference.forced) {
    find(node, limit, reference);
    return found_;
  }
  auto entry = known_nodes_.find(node);
  if (entry == known_nodes_.end()) {
    find(node, limit, reference);
    if (known_.size() > kMaxKnown) forget();
    const auto first = static_cast<std::uint32_t>(known_.size());
    known_.insert(known_.end(), found_.begin(), found_.end());
    entry = known_nodes_.emplace(node, std::pair(first, static_cast<std::uint32_t>(known_.size())))
                .first;
  }
  const auto [first, last] = entry->second;
  return {known_.data() + first, known_.data() + last};
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

void RuleCandidates::find(RuleTable::Node node, std::size_t limit, const Reference& reference) {
  found_.clear();
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
    found_.push_back({static_cast<float>(score) + features, 0, rule, gaps});
  }
  const bool all = limit == 0 || found_.size() <= limit;
  if (!all && contexts_.bounded()) return keep_best_bounded(limit);
  for (RuleCandidate& candidate : found_) add_language(candidate);
  if (!all) keep_best(limit);
}

void RuleCandidates::keep_best(std::size_t limit) {
  std::nth_element(found_.begin(), found_.begin() + static_cast<long>(limit), found_.end(), better);
  found_.resize(limit);
}

void RuleCandidates::keep_best_bounded(std::size_t limit) {
  // Language models only lower a score. The rules are sorted by their other scores. Once there are
  // `limit` estimates that no later score can reach, the remaining rules need no estimate.
  std::ranges::sort(found_, [](const RuleCandidate& a, const RuleCandidate& b) {
    return a.score != b.score ? a.score > b.score : a.rule < b.rule;
  });
  std::size_t kept = 0;  // [0, kept) is a heap whose top is the worst
  for (std::size_t i = 0; i < found_.size(); ++i) {
    if (kept == limit && found_[i].score < found_.front().estimate) break;
    RuleCandidate candidate = found_[i];
    add_language(candidate);
    if (kept == limit) {
      if (!better(candidate, found_.front())) continue;
      std::pop_heap(found_.begin(), found_.begin() + static_cast<long>(kept), better);
      --kept;
    }
    found_[kept++] = candidate;
    std::push_heap(found_.begin(), found_.begin() + static_cast<long>(kept), better);
  }
  found_.resize(kept);
}

}  // namespace dragoman::search
