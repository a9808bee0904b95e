#include "grammar/suffix/gappy_scorer.hpp"

#include <algorithm>

#include "grammar/extract/gap_orientations.hpp"
#include "grammar/extract/gappy_place.hpp"

namespace dragoman::grammar {

GappyScorer::GappyScorer(const CorpusModels& models, const GappyOptions& options)
    : models_(models),
      options_(options),
      weights_(models.source.size()),
      orientations_(options.orientation, options.gap_orientation, options.source.max_length) {
  for (const Segment& segment : models.source) {
    sets_.emplace_back(segment.from, segment.to, options.target);
  }
  if (options.phrases != nullptr) frequent_.emplace(*options.phrases, models, options);
}

void GappyScorer::score(const Pattern& pattern, const CorpusMatches& matches,
                        const CorpusMatcher& matcher, GappyRules& out) {
  if (frequent_ && pattern.gaps() == 0 && frequent_->score(pattern, matches, out)) return;
  find(pattern, matches, matcher);
  if (options_.top > 0 && translations_.size() > options_.top) translations_.resize(options_.top);
  for (const Translation& translation : translations_) emit(pattern, translation, out);
}

void GappyScorer::keep(const Pattern& pattern, const CorpusMatches& matches,
                       const CorpusMatcher& matcher, RuleBatch& out) {
  find(pattern, matches, matcher);
  for (const Translation& translation : translations_) {
    add_frequent({pattern.symbols, translation.target, translation.alignment, translation.lexical,
                  reordering_of(translation), instances_.size(), translation.instances.size()},
                 options_, out);
  }
}

void GappyScorer::find(const Pattern& pattern, const CorpusMatches& matches,
                       const CorpusMatcher& matcher) {
  instances_.clear();
  source_positions_.clear();
  target_positions_.clear();
  source_words_ = pattern.words();
  for (std::size_t s = 0; s < sets_.size(); ++s) {
    const Sample sample(matches.segments[s].size(pattern), options_.sample);
    weights_[s] = sample.weight() * matches.segments[s].weight;
    places_.for_each(models_.source[s], matcher[s], pattern, matches.segments[s], sample,
                     [&](std::span<const std::uint32_t> source) {
                       sets_[s].for_each(source, [&](std::span<const std::uint32_t> target) {
                         collect(s, source, target);
                       });
                     });
  }
  std::ranges::stable_sort(instances_, {}, &Instance::target_hash);
  translations_.clear();
  for (Tally* each : {&all_, &contiguous_}) *each = {std::vector<std::size_t>(sets_.size())};
  for (std::size_t i = 0, j = 0; i < instances_.size(); i = j) {
    while (j < instances_.size() && instances_[j].target_hash == instances_[i].target_hash) ++j;
    translations_.push_back({std::span(instances_).subspan(i, j - i), {}, {}, 0, {}, false});
    Translation& translation = translations_.back();
    weigh(pattern, translation);
    translation.contiguous = pattern.gaps() == 0 && !has_gap(translation.target);
    all_.add(times_);
    if (translation.contiguous) contiguous_.add(times_);
  }
  std::ranges::sort(translations_, [](const Translation& a, const Translation& b) {
    if (a.joint != b.joint) return a.joint > b.joint;
    if (a.lexical.direct != b.lexical.direct) return a.lexical.direct > b.lexical.direct;
    return a.target < b.target;
  });
}

void GappyScorer::Tally::add(std::span<const std::size_t> pair) {
  for (std::size_t s = 0; s < pair.size(); ++s) times[s] += pair[s];
  ++partners;
}

double GappyScorer::weighted(std::span<const std::size_t> times) const {
  double sum = 0;
  for (std::size_t s = 0; s < times.size(); ++s) {
    sum += weights_[s] * static_cast<double>(times[s]);
  }
  return sum;
}

void GappyScorer::collect(std::size_t segment, std::span<const std::uint32_t> source,
                          std::span<const std::uint32_t> target) {
  to_symbols(models_.source[segment].to.text, target, symbols_);
  Instance instance{hash_symbols(symbols_),
                    static_cast<std::uint32_t>(source_positions_.size()),
                    static_cast<std::uint32_t>(target_positions_.size()),
                    static_cast<std::uint16_t>(segment),
                    static_cast<std::uint8_t>(target.size()),
                    0,
                    0};
  if (options_.orientation != OrientationModel::kNone) {
    const Orientations found = orientations_.of(models_.source[segment], {source, target});
    instance.backward = found.backward;
    instance.forward = found.forward;
  }
  source_positions_.insert(source_positions_.end(), source.begin(), source.end());
  target_positions_.insert(target_positions_.end(), target.begin(), target.end());
  instances_.push_back(instance);
}

void GappyScorer::weigh(const Pattern& pattern, Translation& translation) {
  const Instance& first = translation.instances[0];
  to_symbols(models_.source[first.segment].to.text,
             std::span(target_positions_).subspan(first.target_begin, first.target_words),
             translation.target);
  alignments_.clear();
  times_.assign(sets_.size(), 0);
  for (const Instance& instance : translation.instances) {
    const auto source = std::span(source_positions_).subspan(instance.source_begin, source_words_);
    const auto target =
        std::span(target_positions_).subspan(instance.target_begin, instance.target_words);
    alignments_.push_back(alignment_of(models_.source[instance.segment], {source, target}));
    ++times_[instance.segment];
  }
  translation.joint = weighted(times_);
  translation.alignment = most_frequent(alignments_, pattern.symbols.size());
  translation.lexical =
      lexical_weights(pattern.symbols, translation.target, translation.alignment, models_.lexicon);
}

std::array<float, kReorderingColumns> GappyScorer::reordering_of(
    const Translation& translation) const {
  std::array<double, kReorderingColumns> orientations;
  orientations.fill(options_.reordering_smoothing);
  for (const Instance& instance : translation.instances) {
    orientations[instance.backward] += 1;
    orientations[3U + instance.forward] += 1;
  }
  return orientation_scores(orientations);
}

void GappyScorer::emit(const Pattern& pattern, const Translation& translation, GappyRules& out) {
  points_of(translation.alignment, points_);
  const Tally& of_source = translation.contiguous ? contiguous_ : all_;
  GappyRules::Rule rule{};
  rule.source_hash = hash_symbols(pattern.symbols);
  rule.target_hash = translation.instances[0].target_hash;
  rule.lexical_inverse = floored_log(translation.lexical.inverse);
  rule.contiguous = translation.contiguous;
  rule.of_source = weighted(of_source.times);
  rule.direct = floored_log(translation.joint / rule.of_source);
  rule.lexical_direct = floored_log(translation.lexical.direct);
  rule.joint = translation.joint;
  rule.times = static_cast<std::uint32_t>(translation.instances.size());
  rule.source_partners = of_source.partners;
  rule.reordering = reordering_of(translation);
  out.add(rule, pattern.symbols, translation.target, points_);
}

}  // namespace dragoman::grammar
