#include "grammar/hierarchical_scorer.hpp"

#include <algorithm>

#include "grammar/sample.hpp"

namespace dragoman::grammar {
namespace {

/// Occurrences that are on their way from memory while one is looked at.
constexpr std::size_t kAhead = 8;

}  // namespace

HierarchicalScorer::HierarchicalScorer(const CorpusModels& models,
                                       const HierarchicalOptions& options)
    : models_(models), options_(options), weights_(models.source.size()) {
  for (const Segment& segment : models.source) finders_.emplace_back(segment, true, options.limits);
}

void HierarchicalScorer::score(const Pattern& pattern, const CorpusMatches& matches,
                               const CorpusMatcher& matcher, GappyRules& out) {
  found_.clear();
  places_.clear();
  for (std::size_t s = 0; s < finders_.size(); ++s) {
    const Sample sample(matches.segments[s].size(pattern), options_.sample);
    weights_[s] = sample.weight() * matches.segments[s].weight;
    matches_.clear();
    for (std::size_t i = 0; i < sample.size(); ++i) {
      matcher[s].positions(pattern, matches.segments[s], sample[i], match_);
      matches_.insert(matches_.end(), match_.begin(), match_.end());
    }
    const std::size_t words = pattern.words();
    for (std::size_t i = 0; i < sample.size(); ++i) {
      if (i + kAhead < sample.size()) {
        models_.source[s].tight->prefetch(matches_[(i + kAhead) * words]);
      }
      finders_[s].for_each(std::span(matches_).subspan(i * words, words),
                           [&](const RuleInstance& instance) {
                             const Segment& segment = models_.source[s];
                             places_.push_back({source_hash_of(segment, instance),
                                                target_hash_of(segment, instance), found_.size()});
                             found_.push_back({s, instance});
                           });
    }
  }
  std::ranges::sort(places_);
  for (std::size_t i = 0, j = 0; i < places_.size(); i = j) {
    while (j < places_.size() && places_[j].source_hash == places_[i].source_hash) ++j;
    score_source(std::span(places_).subspan(i, j - i), out);
  }
}

void HierarchicalScorer::score_source(std::span<const Place> places, GappyRules& out) {
  candidates_.clear();
  double of_source = 0;
  for (std::size_t i = 0, j = 0; i < places.size(); i = j) {
    while (j < places.size() && places[j].target_hash == places[i].target_hash) ++j;
    candidates_.push_back({.places = places.subspan(i, j - i), .sides = {}, .alignment = {}});
    weigh(candidates_.back());
    of_source += candidates_.back().joint;
  }
  std::ranges::sort(candidates_, [](const Candidate& a, const Candidate& b) {
    if (a.joint != b.joint) return a.joint > b.joint;
    if (a.lexical.direct != b.lexical.direct) return a.lexical.direct > b.lexical.direct;
    return a.sides.target < b.sides.target;
  });
  if (options_.top > 0 && candidates_.size() > options_.top) candidates_.resize(options_.top);
  for (const Candidate& candidate : candidates_) emit(candidate, of_source, out);
}

void HierarchicalScorer::weigh(Candidate& candidate) {
  alignments_.clear();
  for (const Place& place : candidate.places) {
    const Found& found = found_[place.found];
    alignments_.push_back(alignment_of(models_.source[found.segment], found.instance));
    candidate.joint += weights_[found.segment];
  }
  const Found& first = found_[candidate.places[0].found];
  sides_of(models_.source[first.segment], first.instance, candidate.sides);
  candidate.alignment = most_frequent(alignments_, candidate.sides.source.size());
  candidate.lexical = lexical_weights(candidate.sides.source, candidate.sides.target,
                                      candidate.alignment, models_.lexicon);
}

void HierarchicalScorer::emit(const Candidate& candidate, double of_source, GappyRules& out) {
  points_of(candidate.alignment, points_);
  GappyRules::Rule rule{};
  rule.source_hash = candidate.places[0].source_hash;
  rule.target_hash = candidate.places[0].target_hash;
  rule.lexical_inverse = floored_log(candidate.lexical.inverse);
  rule.direct = floored_log(candidate.joint / of_source);
  rule.lexical_direct = floored_log(candidate.lexical.direct);
  rule.of_source = of_source;
  rule.joint = candidate.joint;
  out.add(rule, candidate.sides.source, candidate.sides.target, points_);
}

}  // namespace dragoman::grammar
