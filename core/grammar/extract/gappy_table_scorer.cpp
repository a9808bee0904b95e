#include "grammar/extract/gappy_table_scorer.hpp"

#include <algorithm>

#include "grammar/extract/gappy_rules.hpp"
#include "grammar/extract/rule_scores.hpp"
#include "grammar/extract/scored_extract.hpp"

namespace dragoman::grammar {
namespace {

void positions_of(std::uint32_t begin, std::uint32_t words, std::vector<std::uint32_t>& out) {
  out.clear();
  for (; words != 0; words >>= 1, ++begin) {
    if ((words & 1) != 0) out.push_back(begin);
  }
}

PhraseCount sum(PhraseCount a, PhraseCount b, std::uint32_t once) {
  return {a.count + b.count + once, a.partners + b.partners + once};
}

}  // namespace

GappyPlace GappyTableScorer::place_of(const GappyInstance& instance) {
  positions_of(models_.text.from.begin[instance.line] + instance.source_begin,
               instance.source_words, source_positions_);
  positions_of(models_.text.to.begin[instance.line] + instance.target_begin, instance.target_words,
               target_positions_);
  return {source_positions_, target_positions_};
}

void GappyTableScorer::score(std::span<const GappyInstance> instances, RuleBatch& out) {
  for_each_group(
      instances, [](const GappyInstance& i) { return i.source_hash; },
      [&](std::span<const GappyInstance> same) { score_source(same, out); });
}

void GappyTableScorer::score_source(std::span<const GappyInstance> instances, RuleBatch& out) {
  PhraseCount contiguous, gapped;
  candidates_.clear();
  to_symbols(models_.text.from.text, place_of(instances[0]).source, source_);
  for_each_group(
      instances, [](const GappyInstance& i) { return i.target_hash; },
      [&](std::span<const GappyInstance> same) {
        PhraseCount& count = same[0].contiguous() ? contiguous : gapped;
        count.count += same.size();
        ++count.partners;
        // Those without gaps may be among the most frequent, even if they are left out then.
        const bool wanted = options_.contiguous || options_.top > 0;
        if (same[0].contiguous() ? wanted : same.size() >= options_.least) weigh(same);
      });
  std::ranges::sort(candidates_, [](const Candidate& a, const Candidate& b) {
    if (a.instances.size() != b.instances.size()) return a.instances.size() > b.instances.size();
    if (a.lexical.direct != b.lexical.direct) return a.lexical.direct > b.lexical.direct;
    return a.target < b.target;
  });
  if (options_.top > 0 && candidates_.size() > options_.top) candidates_.resize(options_.top);
  const PhraseCount all =
      sum(contiguous, gapped, models_.once_source.find(instances[0].source_hash));
  for (const Candidate& candidate : candidates_) {
    const bool plain = candidate.instances[0].contiguous();
    if (!plain || options_.contiguous) emit(candidate, plain ? contiguous : all, out);
  }
}

void GappyTableScorer::weigh(std::span<const GappyInstance> instances) {
  Candidate candidate{
      .instances = instances, .target = {}, .alignment = {}, .lexical = {}, .orientations = {}};
  candidate.orientations.fill(options_.reordering_smoothing);
  alignments_.clear();
  for (const GappyInstance& instance : instances) {
    const GappyPlace place = place_of(instance);
    if (alignments_.empty()) to_symbols(models_.text.to.text, place.target, candidate.target);
    alignments_.push_back(alignment_of(models_.text, place));
    if (options_.orientation == OrientationModel::kNone) continue;
    const Orientations found = orientations_.of(models_.text, place);
    candidate.orientations[found.backward] += 1;
    candidate.orientations[3U + found.forward] += 1;
  }
  candidate.alignment = most_frequent(alignments_, source_.size());
  candidate.lexical =
      lexical_weights(source_, candidate.target, candidate.alignment, models_.lexicon);
  candidates_.push_back(std::move(candidate));
}

void GappyTableScorer::emit(const Candidate& candidate, PhraseCount of_source, RuleBatch& out) {
  const GappyInstance& first = candidate.instances[0];
  const bool contiguous = first.contiguous();
  PhraseCount of_target = models_.contiguous.target(first.target_hash);
  if (!contiguous) {
    of_target = sum(of_target, models_.gapped.target(first.target_hash),
                    models_.once_target.find(first.target_hash));
  }
  const Smoother& smoother = contiguous ? models_.smooth_contiguous : models_.smooth_gapped;
  const PhraseProbabilities p = smoother(of_source, of_target, candidate.instances.size());
  const std::array scores{floored_log(p.inverse), floored_log(candidate.lexical.inverse),
                          floored_log(p.direct), floored_log(candidate.lexical.direct)};
  const std::array counts{static_cast<float>(of_target.count), static_cast<float>(of_source.count),
                          static_cast<float>(candidate.instances.size())};
  points_of(candidate.alignment, points_);
  RuleEntry rule{source_, candidate.target, points_, scores, {}, counts};
  std::array<float, kReorderingColumns> reordering;
  if (options_.orientation != OrientationModel::kNone) {
    reordering = orientation_scores(candidate.orientations);
    rule.reordering = reordering;
  }
  out.add(rule);
}

}  // namespace dragoman::grammar
