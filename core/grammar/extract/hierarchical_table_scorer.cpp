#include "grammar/extract/hierarchical_table_scorer.hpp"

#include <algorithm>
#include <tuple>

#include "grammar/extract/scored_extract.hpp"

namespace dragoman::grammar {

HierarchicalInstance::HierarchicalInstance(std::uint64_t source, std::uint64_t target,
                                           std::uint32_t in_line, std::uint32_t line_begin,
                                           const RuleInstance& instance)
    : source_hash(source),
      target_hash(target),
      line(in_line),
      begin(static_cast<std::uint16_t>(instance.whole.from.begin - line_begin)),
      length(static_cast<std::uint8_t>(instance.whole.from.size())),
      hole_begin{},
      hole_length{},
      unused{} {
  for (std::size_t h = 0; h < instance.arity; ++h) {
    const WordSpan hole = instance.holes[h].from;
    hole_begin[h] = static_cast<std::uint8_t>(hole.begin - instance.whole.from.begin);
    hole_length[h] = static_cast<std::uint8_t>(hole.size());
  }
}

RuleInstance HierarchicalInstance::restored(const Segment& text) const {
  const auto pair = [&](std::uint32_t first, std::uint32_t size) {
    const std::uint32_t start = text.from.begin[line] + begin + first;
    const WordSpan from{start, start + size};
    return SpanPair{from, *tight_translation(text, from)};
  };
  RuleInstance instance{pair(0, length), {}, 0};
  for (std::size_t h = 0; h < 2 && hole_length[h] > 0; ++h) {
    instance.holes[instance.arity++] = pair(hole_begin[h], hole_length[h]);
  }
  return instance;
}

bool operator<(const HierarchicalInstance& a, const HierarchicalInstance& b) {
  const auto order = [](const HierarchicalInstance& i) {
    return std::tuple(i.source_hash, i.target_hash, i.line, i.begin, i.length, i.hole_begin[0],
                      i.hole_length[0], i.hole_begin[1], i.hole_length[1]);
  };
  return order(a) < order(b);
}

void HierarchicalTableScorer::score(std::span<const HierarchicalInstance> instances,
                                    RuleBatch& out) {
  for_each_group(
      instances, [](const HierarchicalInstance& i) { return i.source_hash; },
      [&](std::span<const HierarchicalInstance> same) { score_source(same, out); });
}

void HierarchicalTableScorer::score_source(std::span<const HierarchicalInstance> instances,
                                           RuleBatch& out) {
  PhraseCount of_source{instances.size(), 0};
  candidates_.clear();
  for_each_group(
      instances, [](const HierarchicalInstance& i) { return i.target_hash; },
      [&](std::span<const HierarchicalInstance> same) {
        ++of_source.partners;
        candidates_.push_back(weigh(same));
      });
  std::ranges::sort(candidates_, [](const Candidate& a, const Candidate& b) {
    if (a.instances.size() != b.instances.size()) return a.instances.size() > b.instances.size();
    if (a.lexical.direct != b.lexical.direct) return a.lexical.direct > b.lexical.direct;
    return a.sides.target < b.sides.target;
  });
  if (top_ > 0 && candidates_.size() > top_) candidates_.resize(top_);
  for (const Candidate& candidate : candidates_) emit(candidate, of_source, out);
}

HierarchicalTableScorer::Candidate HierarchicalTableScorer::weigh(
    std::span<const HierarchicalInstance> instances) {
  Candidate candidate{.instances = instances, .sides = {}, .alignment = {}};
  alignments_.clear();
  for (const HierarchicalInstance& instance : instances) {
    const RuleInstance restored = instance.restored(models_.text);
    if (alignments_.empty()) sides_of(models_.text, restored, candidate.sides);
    alignments_.push_back(alignment_of(models_.text, restored));
  }
  candidate.alignment = most_frequent(alignments_, candidate.sides.source.size());
  candidate.lexical = lexical_weights(candidate.sides.source, candidate.sides.target,
                                      candidate.alignment, models_.lexicon);
  return candidate;
}

void HierarchicalTableScorer::emit(const Candidate& candidate, PhraseCount of_source,
                                   RuleBatch& out) {
  const PhraseCount of_target = models_.counts.target(candidate.instances[0].target_hash);
  const PhraseProbabilities p = models_.smoother(of_source, of_target, candidate.instances.size());
  const std::array scores{floored_log(p.inverse), floored_log(candidate.lexical.inverse),
                          floored_log(p.direct), floored_log(candidate.lexical.direct)};
  const std::array counts{static_cast<float>(of_target.count), static_cast<float>(of_source.count),
                          static_cast<float>(candidate.instances.size())};
  points_of(candidate.alignment, points_);
  out.add({candidate.sides.source, candidate.sides.target, points_, scores, {}, counts});
}

}  // namespace dragoman::grammar
