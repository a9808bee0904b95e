#include "grammar/gappy_scorer.hpp"

#include <algorithm>

#include "grammar/sample.hpp"

namespace dragoman::grammar {

GappyScorer::GappyScorer(const CorpusModels& models, const GappyOptions& options)
    : models_(models), options_(options), weights_(models.source.size()) {
  for (const Segment& segment : models.source) {
    sets_.emplace_back(segment.from, segment.to, options.target);
  }
}

void GappyScorer::score(const Pattern& pattern, const CorpusMatches& matches,
                        const CorpusMatcher& matcher, GappyRules& out) {
  instances_.clear();
  source_positions_.clear();
  target_positions_.clear();
  source_words_ = pattern.words();
  for (std::size_t s = 0; s < sets_.size(); ++s) {
    const Sample sample(matches.segments[s].size(pattern), options_.sample);
    weights_[s] = sample.weight() * matches.segments[s].weight;
    for (std::size_t i = 0; i < sample.size(); ++i) {
      matcher[s].positions(pattern, matches.segments[s], sample[i], match_);
      sets_[s].for_each(match_,
                        [&](std::span<const std::uint32_t> target) { collect(s, match_, target); });
    }
  }
  std::ranges::stable_sort(instances_, {}, &Instance::target_hash);
  translations_.clear();
  SampledCount all, contiguous;
  for (std::size_t i = 0, j = 0; i < instances_.size(); i = j) {
    while (j < instances_.size() && instances_[j].target_hash == instances_[i].target_hash) ++j;
    translations_.push_back({std::span(instances_).subspan(i, j - i), {}, {}, 0, {}, false});
    Translation& translation = translations_.back();
    weigh(pattern, translation);
    translation.contiguous = pattern.gaps() == 0 && !has_gap(translation.target);
    all.add(translation.joint);
    if (translation.contiguous) contiguous.add(translation.joint);
  }
  std::ranges::sort(translations_, [](const Translation& a, const Translation& b) {
    if (a.joint != b.joint) return a.joint > b.joint;
    if (a.lexical.direct != b.lexical.direct) return a.lexical.direct > b.lexical.direct;
    return a.target < b.target;
  });
  if (options_.top > 0 && translations_.size() > options_.top) translations_.resize(options_.top);
  for (const Translation& translation : translations_) {
    emit(pattern, translation, translation.contiguous ? contiguous : all, out);
  }
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
  if (options_.orientation != OrientationModel::kNone) orient(source, target, instance);
  source_positions_.insert(source_positions_.end(), source.begin(), source.end());
  target_positions_.insert(target_positions_.end(), target.begin(), target.end());
  instances_.push_back(instance);
}

/// Whether two words of a line are linked; what lies before both and after both counts as linked.
bool GappyScorer::corner(const Segment& segment, std::int64_t source, std::int64_t target,
                         std::uint32_t line) const {
  const std::int64_t source_begin = segment.from.begin[line], target_begin = segment.to.begin[line];
  const bool before_source = source < source_begin, before_target = target < target_begin;
  if (before_source || before_target) return before_source && before_target;
  const bool after_source = segment.from.text[static_cast<std::size_t>(source)] == kLineEnd;
  const bool after_target = segment.to.text[static_cast<std::size_t>(target)] == kLineEnd;
  if (after_source || after_target) return after_source && after_target;
  const auto links = segment.from.links_of(static_cast<std::uint32_t>(source));
  return std::ranges::find(links, target - target_begin) != links.end();
}

void GappyScorer::orient(std::span<const std::uint32_t> source,
                         std::span<const std::uint32_t> target, Instance& instance) const {
  const Segment& segment = models_.source[instance.segment];
  const std::uint32_t line = segment.from.line[source.front()];
  const std::int64_t source_before = std::int64_t{source.front()} - 1;
  const std::int64_t target_before = std::int64_t{target.front()} - 1;
  const std::int64_t source_after = source.back() + 1;
  std::size_t piece = 1;
  while (piece < target.size() && target[piece] == target[piece - 1] + 1) ++piece;
  const std::int64_t target_after = target[piece - 1] + 1;
  const auto decide = [&](std::int64_t in_order, std::int64_t reversed, std::int64_t beside) {
    const bool same = corner(segment, in_order, beside, line);
    const bool swapped = corner(segment, reversed, beside, line);
    return static_cast<std::uint8_t>(same == swapped ? 2 : same ? 0 : 1);
  };
  instance.backward = decide(source_before, source_after, target_before);
  instance.forward = decide(source_after, source_before, target_after);
}

AlignmentString GappyScorer::alignment_of(const Instance& instance) const {
  const Segment& segment = models_.source[instance.segment];
  const auto source = std::span(source_positions_).subspan(instance.source_begin, source_words_);
  const auto target =
      std::span(target_positions_).subspan(instance.target_begin, instance.target_words);
  const std::uint32_t begin = segment.from.begin[segment.from.line[source.front()]];
  AlignmentString out;
  for (std::size_t j = 0; j < target.size(); ++j) {
    if (j > 0 && target[j] != target[j - 1] + 1) out += '\0';
    for (const std::uint16_t link : segment.to.links_of(target[j])) {
      char symbol = 1;
      for (std::size_t i = 0; source[i] != begin + link; ++i) {
        symbol = static_cast<char>(symbol + (source[i + 1] == source[i] + 1 ? 1 : 2));
      }
      out += symbol;
    }
    out += '\0';
  }
  return out;
}

void GappyScorer::weigh(const Pattern& pattern, Translation& translation) {
  const Instance& first = translation.instances[0];
  to_symbols(models_.source[first.segment].to.text,
             std::span(target_positions_).subspan(first.target_begin, first.target_words),
             translation.target);
  alignments_.clear();
  for (const Instance& instance : translation.instances) {
    alignments_.push_back(alignment_of(instance));
    translation.joint += weights_[instance.segment];
  }
  translation.alignment = most_frequent(alignments_, pattern.symbols.size());
  translation.lexical =
      lexical_weights(pattern.symbols, translation.target, translation.alignment, models_.lexicon);
}

void GappyScorer::emit(const Pattern& pattern, const Translation& translation,
                       const SampledCount& of_source, GappyRules& out) {
  points_of(translation.alignment, points_);
  std::array<double, kReorderingColumns> orientations;
  orientations.fill(options_.reordering_smoothing);
  for (const Instance& instance : translation.instances) {
    orientations[instance.backward] += 1;
    orientations[3U + instance.forward] += 1;
  }
  GappyRules::Rule rule{};
  rule.source_hash = hash_symbols(pattern.symbols);
  rule.target_hash = translation.instances[0].target_hash;
  rule.lexical_inverse = floored_log(translation.lexical.inverse);
  rule.contiguous = translation.contiguous;
  rule.direct = floored_log(translation.joint / of_source.count);
  rule.lexical_direct = floored_log(translation.lexical.direct);
  rule.of_source = of_source.count;
  rule.joint = translation.joint;
  rule.times = static_cast<std::uint32_t>(translation.instances.size());
  rule.source_partners = of_source.partners;
  rule.reordering = orientation_scores(orientations);
  out.add(rule, pattern.symbols, translation.target, points_);
}

}  // namespace dragoman::grammar
