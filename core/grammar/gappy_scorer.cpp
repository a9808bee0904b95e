#include "grammar/gappy_scorer.hpp"

#include <algorithm>

#include "grammar/rule_scores.hpp"

namespace dragoman::grammar {

GappyScorer::GappyScorer(const GappyModels& models, const GappyOptions& options)
    : models_(models), options_(options), sets_(models.source, models.target, options.target) {}

void GappyScorer::score(const Pattern& pattern, const Matches& matches,
                        const PatternMatcher& matcher, GappyRules& out) {
  instances_.clear();
  source_positions_.clear();
  target_positions_.clear();
  source_words_ = pattern.words();
  const Sample sample(matches.size(pattern), options_.sample);
  for (std::size_t i = 0; i < sample.size(); ++i) {
    matcher.positions(pattern, matches, sample[i], match_);
    sets_.for_each(match_, [&](std::span<const std::uint32_t> target) { collect(match_, target); });
  }
  std::ranges::stable_sort(instances_, {}, &Instance::target_hash);
  translations_.clear();
  for (std::size_t i = 0, j = 0; i < instances_.size(); i = j) {
    while (j < instances_.size() && instances_[j].target_hash == instances_[i].target_hash) ++j;
    translations_.push_back({std::span(instances_).subspan(i, j - i), {}, {}, 0, 0});
    weigh(pattern, translations_.back());
  }
  std::ranges::sort(translations_, [](const Translation& a, const Translation& b) {
    if (a.instances.size() != b.instances.size()) return a.instances.size() > b.instances.size();
    if (a.lexical_direct != b.lexical_direct) return a.lexical_direct > b.lexical_direct;
    return a.target < b.target;
  });
  if (options_.top > 0 && translations_.size() > options_.top) translations_.resize(options_.top);
  for (const Translation& translation : translations_) {
    emit(pattern, translation, sample.weight(), out);
  }
}

void GappyScorer::collect(std::span<const std::uint32_t> source,
                          std::span<const std::uint32_t> target) {
  to_symbols(models_.target.text, target, symbols_);
  Instance instance{hash_symbols(symbols_),
                    static_cast<std::uint32_t>(source_positions_.size()),
                    static_cast<std::uint32_t>(target_positions_.size()),
                    static_cast<std::uint8_t>(target.size()),
                    0,
                    0};
  if (options_.orientation != OrientationModel::kNone) orient(source, target, instance);
  source_positions_.insert(source_positions_.end(), source.begin(), source.end());
  target_positions_.insert(target_positions_.end(), target.begin(), target.end());
  instances_.push_back(instance);
}

/// Whether two words of a line are linked; what lies before both and after both counts as linked.
bool GappyScorer::corner(std::int64_t source, std::int64_t target, std::uint32_t line) const {
  const std::int64_t source_begin = models_.source.begin[line];
  const std::int64_t target_begin = models_.target.begin[line];
  const bool before_source = source < source_begin, before_target = target < target_begin;
  if (before_source || before_target) return before_source && before_target;
  const bool after_source = models_.source.text[static_cast<std::size_t>(source)] == kLineEnd;
  const bool after_target = models_.target.text[static_cast<std::size_t>(target)] == kLineEnd;
  if (after_source || after_target) return after_source && after_target;
  const auto links = models_.source.links_of(static_cast<std::uint32_t>(source));
  return std::ranges::find(links, target - target_begin) != links.end();
}

void GappyScorer::orient(std::span<const std::uint32_t> source,
                         std::span<const std::uint32_t> target, Instance& instance) const {
  const std::uint32_t line = models_.source.line[source.front()];
  const std::int64_t source_before = std::int64_t{source.front()} - 1;
  const std::int64_t target_before = std::int64_t{target.front()} - 1;
  const std::int64_t source_after = source.back() + 1, target_after = target.back() + 1;
  const auto decide = [](bool in_order, bool reversed) {
    return static_cast<std::uint8_t>(in_order == reversed ? 2 : in_order ? 0 : 1);
  };
  instance.backward =
      decide(corner(source_before, target_before, line), corner(source_after, target_before, line));
  instance.forward =
      decide(corner(source_after, target_after, line), corner(source_before, target_after, line));
}

AlignmentString GappyScorer::alignment_of(const Instance& instance) const {
  const auto source = std::span(source_positions_).subspan(instance.source_begin, source_words_);
  const auto target =
      std::span(target_positions_).subspan(instance.target_begin, instance.target_words);
  const std::uint32_t begin = models_.source.begin[models_.source.line[source.front()]];
  AlignmentString out;
  for (std::size_t j = 0; j < target.size(); ++j) {
    if (j > 0 && target[j] != target[j - 1] + 1) out += '\0';
    for (const std::uint16_t link : models_.target.links_of(target[j])) {
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
  to_symbols(models_.target.text,
             std::span(target_positions_).subspan(first.target_begin, first.target_words),
             translation.target);
  alignments_.clear();
  for (const Instance& instance : translation.instances) {
    alignments_.push_back(alignment_of(instance));
  }
  translation.alignment = most_frequent(alignments_, pattern.symbols.size());
  const auto& source = pattern.symbols;
  const auto& target = translation.target;
  const Lexicon& lexicon = models_.lexicon;
  translation.lexical_direct =
      lexical_weight(translation.alignment.by_target, [&](std::size_t j, const char* link) {
        if (target[j] == kGap) return 1.0;
        const WordId word =
            link == nullptr ? kEmptyWord : static_cast<WordId>(source[position_of(*link)]);
        return static_cast<double>(lexicon.find(word, static_cast<WordId>(target[j])).direct);
      });
  translation.lexical_inverse =
      lexical_weight(translation.alignment.by_source, [&](std::size_t i, const char* link) {
        if (source[i] == kGap) return 1.0;
        const WordId word =
            link == nullptr ? kEmptyWord : static_cast<WordId>(target[position_of(*link)]);
        return static_cast<double>(lexicon.find(static_cast<WordId>(source[i]), word).inverse);
      });
}

void GappyScorer::emit(const Pattern& pattern, const Translation& translation, double weight,
                       GappyRules& out) {
  const auto joint = static_cast<double>(translation.instances.size());
  const auto of_source = static_cast<double>(instances_.size());
  points_.clear();
  for_each_position(translation.alignment.by_target, [&](std::size_t j, std::string_view links) {
    for (const char link : links) {
      points_.push_back(
          {static_cast<std::uint8_t>(position_of(link)), static_cast<std::uint8_t>(j)});
    }
  });
  std::array<double, kReorderingColumns> orientations;
  orientations.fill(options_.reordering_smoothing);
  for (const Instance& instance : translation.instances) {
    orientations[instance.backward] += 1;
    orientations[3U + instance.forward] += 1;
  }
  GappyRules::Rule rule{};
  rule.source_hash = hash_symbols(pattern.symbols);
  rule.target_hash = translation.instances[0].target_hash;
  rule.lexical_inverse = floored_log(translation.lexical_inverse);
  rule.direct = floored_log(joint / of_source);
  rule.lexical_direct = floored_log(translation.lexical_direct);
  rule.of_source = of_source * weight;
  rule.joint = joint * weight;
  rule.reordering = orientation_scores(orientations);
  out.add(rule, pattern.symbols, translation.target, points_);
}

}  // namespace dragoman::grammar
