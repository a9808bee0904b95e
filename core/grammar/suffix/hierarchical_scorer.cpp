#include "grammar/suffix/hierarchical_scorer.hpp"

#include <algorithm>
#include <numeric>

#include "common/hash.hpp"
#include "grammar/index/sample.hpp"

namespace dragoman::grammar {
namespace {

/// Entries of the suffix array that are on their way from memory while one is looked at.
constexpr std::size_t kAhead = 16;
/// Of the table of candidates, at first.
constexpr std::size_t kSlots = 256;

}  // namespace

HierarchicalScorer::HierarchicalScorer(const CorpusModels& models,
                                       const HierarchicalOptions& options)
    : models_(models), options_(options), weights_(models.source.size()) {
  for (const Segment& segment : models.source) finders_.emplace_back(segment, true, options.limits);
}

void HierarchicalScorer::score(const Pattern& pattern, const CorpusMatches& matches,
                               const CorpusMatcher& matcher, GappyRules& out) {
  found_.clear();
  candidates_.clear();
  numbers_.clear(kSlots);
  sources_.clear();
  for (std::size_t s = 0; s < finders_.size(); ++s) {
    const Sample sample(matches.segments[s].size(pattern), options_.sample);
    weights_[s] = sample.weight() * matches.segments[s].weight;
    matches_.clear();
    for (std::size_t i = 0; i < sample.size(); ++i) {
      if (i + kAhead < sample.size()) matcher[s].prefetch(matches.segments[s], sample[i + kAhead]);
      matches_.push_back(matcher[s].start(pattern, matches.segments[s], sample[i]));
    }
    for (std::size_t i = 0; i < sample.size(); ++i) {
      models_.source[s].tight->prefetch(std::span(matches_).subspan(i));
      matcher[s].positions(pattern, matches.segments[s], sample[i], match_);
      finders_[s].for_each(match_, [&](const RuleInstance& instance) { add(s, instance); });
    }
  }
  of_source_.assign(sources_.size(), 0);
  for (Candidate& candidate : candidates_) {
    weigh(candidate);
    of_source_[candidate.source] += candidate.joint;
  }
  order_.resize(candidates_.size());
  std::iota(order_.begin(), order_.end(), 0U);
  std::ranges::sort(order_, [&](std::uint32_t a, std::uint32_t b) {
    return comes_before(candidates_[a], candidates_[b]);
  });
  std::size_t source = kNone, kept = 0;
  for (const std::uint32_t number : order_) {
    const Candidate& candidate = candidates_[number];
    if (candidate.source != source) kept = 0;
    source = candidate.source;
    if (options_.top == 0 || kept++ < options_.top) emit(candidate, out);
  }
}

void HierarchicalScorer::add(std::size_t segment, const RuleInstance& instance) {
  const auto place = static_cast<std::uint32_t>(found_.size());
  found_.push_back({segment, instance});
  const std::uint64_t source = source_hash_of(models_.source[segment], instance);
  const std::uint64_t target = target_hash_of(models_.source[segment], instance);
  std::uint32_t& number = numbers_.insert(
      hash_combine(source, target),
      [&](std::uint32_t known) {
        const Candidate& candidate = candidates_[known];
        return candidate.source_hash == source && candidate.target_hash == target;
      },
      [&](std::uint32_t known) {
        return hash_combine(candidates_[known].source_hash, candidates_[known].target_hash);
      });
  if (is_free(number)) {
    number = static_cast<std::uint32_t>(candidates_.size());
    candidates_.push_back({source, target, place, place, number_of_source(source)});
    return;
  }
  Candidate& known = candidates_[number];
  found_[known.last].next = place;
  known.last = place;
}

/// A pattern has few source sides: with a hole before it or after it, or without.
std::size_t HierarchicalScorer::number_of_source(std::uint64_t hash) {
  const auto found = std::ranges::find(sources_, hash);
  const auto number = static_cast<std::size_t>(found - sources_.begin());
  if (found == sources_.end()) sources_.push_back(hash);
  return number;
}

void HierarchicalScorer::weigh(Candidate& candidate) {
  alignments_.clear();
  for (std::uint32_t place = candidate.first; place != kNone; place = found_[place].next) {
    const Found& found = found_[place];
    alignments_.add(models_.source[found.segment], found.instance);
    candidate.joint += weights_[found.segment];
    ++candidate.times;
  }
  const Found& first = found_[candidate.first];
  sides_of(models_.source[first.segment], first.instance, candidate.sides);
  candidate.alignment = alignments_.most_frequent(candidate.sides.source.size());
  candidate.lexical = lexical_weights(candidate.sides.source, candidate.sides.target,
                                      candidate.alignment, models_.lexicon);
}

/// Source sides one after the other, and rules by falling count, then lexical weight.
bool HierarchicalScorer::comes_before(const Candidate& a, const Candidate& b) const {
  if (a.source != b.source) return a.source < b.source;
  if (a.joint != b.joint) return a.joint > b.joint;
  if (a.lexical.direct != b.lexical.direct) return a.lexical.direct > b.lexical.direct;
  return a.sides.target < b.sides.target;
}

void HierarchicalScorer::emit(const Candidate& candidate, GappyRules& out) {
  const double of_source = of_source_[candidate.source];
  points_of(candidate.alignment, points_);
  GappyRules::Rule rule{};
  rule.source_hash = candidate.source_hash;
  rule.target_hash = candidate.target_hash;
  rule.lexical_inverse = floored_log(candidate.lexical.inverse);
  rule.direct = floored_log(candidate.joint / of_source);
  rule.lexical_direct = floored_log(candidate.lexical.direct);
  rule.of_source = of_source;
  rule.joint = candidate.joint;
  rule.times = candidate.times;
  out.add(rule, candidate.sides.source, candidate.sides.target, points_);
}

}  // namespace dragoman::grammar
