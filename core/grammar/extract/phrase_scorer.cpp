#include "grammar/extract/phrase_scorer.hpp"

#include <algorithm>
#include <array>

#include "grammar/extract/rule_scores.hpp"

namespace dragoman::grammar {
namespace {

/// Backward, then forward: three smoothed orientation probabilities each.
std::array<float, kReorderingColumns> orientations(std::span<const PhraseInstance> instances,
                                                   double smoothing) {
  std::array<double, kReorderingColumns> counts;
  counts.fill(smoothing);
  for (const PhraseInstance& instance : instances) {
    counts[instance.span.backward] += 1;
    counts[3 + instance.span.forward] += 1;
  }
  return orientation_scores(counts);
}

}  // namespace

PhraseScorer::PhraseScorer(const ScoringModels& models, const ExtractOptions& options)
    : models_(models), options_(options), aligner_(models.corpus) {}

std::span<const WordId> PhraseScorer::source_of(const PhraseInstance& instance) const {
  return models_.corpus.source[instance.line].subspan(instance.span.source_begin,
                                                      instance.span.source_length);
}

std::span<const WordId> PhraseScorer::target_of(const PhraseInstance& instance) const {
  return models_.corpus.target[instance.line].subspan(instance.span.target_begin,
                                                      instance.span.target_length);
}

void PhraseScorer::score(std::span<const PhraseInstance> instances, RuleBatch& out) {
  while (!instances.empty()) {
    std::size_t end = 1;
    while (end < instances.size() && instances[end].source_hash == instances[0].source_hash) ++end;
    score_source(instances.first(end), out);
    instances = instances.subspan(end);
  }
}

void PhraseScorer::score_source(std::span<const PhraseInstance> instances, RuleBatch& out) {
  const auto source = source_of(instances[0]);
  PhraseCount of_source{instances.size(), 0};
  translations_.clear();
  while (!instances.empty()) {
    std::size_t end = 1;
    while (end < instances.size() && instances[end].target_hash == instances[0].target_hash) ++end;
    ++of_source.partners;
    const auto target = target_of(instances[0]);
    if (models_.significance == nullptr || models_.significance->keep(source, target, scratch_)) {
      translations_.push_back({instances.first(end), target, {}, 0, 0});
    }
    instances = instances.subspan(end);
  }
  for (Translation& translation : translations_) weigh(source, translation);
  std::sort(translations_.begin(), translations_.end(),
            [](const Translation& a, const Translation& b) {
              if (a.instances.size() != b.instances.size())
                return a.instances.size() > b.instances.size();
              if (a.lexical_direct != b.lexical_direct) return a.lexical_direct > b.lexical_direct;
              return std::ranges::lexicographical_compare(a.target, b.target);
            });
  if (options_.top > 0 && translations_.size() > options_.top) translations_.resize(options_.top);
  for (const Translation& translation : translations_) emit(source, of_source, translation, out);
}

void PhraseScorer::weigh(std::span<const WordId> source, Translation& translation) {
  translation.alignment = aligner_(translation.instances);
  const auto target = translation.target;
  const Lexicon& lexicon = models_.lexicon;
  translation.lexical_direct =
      lexical_weight(translation.alignment.by_target, [&](std::size_t j, const char* link) {
        const WordId word = link == nullptr ? kEmptyWord : source[position_of(*link)];
        return static_cast<double>(lexicon.find(word, target[j]).direct);
      });
  translation.lexical_inverse =
      lexical_weight(translation.alignment.by_source, [&](std::size_t i, const char* link) {
        const WordId word = link == nullptr ? kEmptyWord : target[position_of(*link)];
        return static_cast<double>(lexicon.find(source[i], word).inverse);
      });
}

void PhraseScorer::emit(std::span<const WordId> source, PhraseCount of_source,
                        const Translation& translation, RuleBatch& out) {
  const auto instances = translation.instances;
  const PhraseCount of_target = models_.counts.target(instances[0].target_hash);
  const PhraseProbabilities p = models_.smoother(of_source, of_target, instances.size());
  const std::array scores{floored_log(p.inverse), floored_log(translation.lexical_inverse),
                          floored_log(p.direct), floored_log(translation.lexical_direct)};
  const std::array counts{static_cast<float>(of_target.count), static_cast<float>(of_source.count),
                          static_cast<float>(instances.size())};
  points_.clear();
  for_each_position(translation.alignment.by_target, [&](std::size_t j, std::string_view links) {
    for (const char link : links) {
      points_.push_back(
          {static_cast<std::uint8_t>(position_of(link)), static_cast<std::uint8_t>(j)});
    }
  });
  source_symbols_.assign(source.begin(), source.end());
  target_symbols_.assign(translation.target.begin(), translation.target.end());
  RuleEntry rule{source_symbols_, target_symbols_, points_, scores, {}, counts};
  std::array<float, kReorderingColumns> reordering;
  if (options_.orientation != OrientationModel::kNone) {
    reordering = orientations(instances, options_.reordering_smoothing);
    rule.reordering = reordering;
  }
  out.add(rule);
}

}  // namespace dragoman::grammar
