#include "grammar/gappy_extract.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "common/error.hpp"
#include "grammar/gapped_pattern.hpp"
#include "grammar/inverse_scores.hpp"
#include "grammar/rule_scores.hpp"

namespace dragoman::grammar {
namespace {

/// Where a pattern occurs in the sentences: its first and its last word.
struct Place {
  std::uint32_t first, last;
  friend auto operator<=>(const Place&, const Place&) = default;
};

/// A word that continues a pattern, and where.
struct Continuation {
  WordId word;
  Place place;
  friend auto operator<=>(const Continuation&, const Continuation&) = default;
};

/// Visits the patterns of the sentences that occur in the corpus; one a thread.
class PatternWalk {
 public:
  PatternWalk(const GappyModels& models, std::span<const WordId> text, const GappyOptions& options)
      : text_(text),
        limits_(options.source),
        words_(models.source.vocabulary()),
        matcher_(models.source, options.source.max_span, models.source_pairs),
        scorer_(models, options) {}

  /// All patterns that start with this word, which stands at these places.
  void walk(WordId word, std::span<const std::uint32_t> positions, GappyRules& out) {
    std::vector<Place> places;
    for (const std::uint32_t position : positions) places.push_back({position, position});
    visit(Pattern(word), matcher_.word(word), places, out);
  }

 private:
  void visit(const Pattern& pattern, const Matches& matches, std::span<const Place> places,
             GappyRules& out) {
    if (matches.size(pattern) == 0) return;
    const std::size_t words = pattern.words();
    if (pattern.gaps() > 0 || words <= limits_.max_length) {
      scorer_.score(pattern, matches, matcher_, out);
    }
    if (words < (pattern.gaps() > 0 ? limits_.max_words : longest_part())) {
      extend(pattern, matches, next_words(pattern, places), false, out);
    }
    if (pattern.gaps() < limits_.max_gaps && words < limits_.max_words) {
      extend(pattern, matches, later_words(places), true, out);
    }
  }

  /// Words before the first gap, or without any.
  std::size_t longest_part() const {
    return limits_.max_gaps == 0 ? limits_.max_length
                                 : std::max(limits_.max_length, limits_.max_words - 1);
  }

  void extend(const Pattern& pattern, const Matches& matches, std::vector<Continuation> found,
              bool gap, GappyRules& out) {
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::vector<WordId> words;
    for (const Continuation& next : found) {
      if (words.empty() || words.back() != next.word) words.push_back(next.word);
    }
    if (words.empty()) return;
    std::vector<Matches> longer;
    if (gap) {
      matcher_.gapped(pattern, matches, words, longer);
    } else {
      matcher_.adjacent(pattern, matches, words, longer);
    }
    std::vector<Place> places;
    for (std::size_t i = 0, j = 0; i < words.size(); ++i) {
      places.clear();
      for (; j < found.size() && found[j].word == words[i]; ++j) places.push_back(found[j].place);
      visit(gap ? pattern.gapped(words[i]) : pattern.adjacent(words[i]), longer[i], places, out);
      longer[i] = {};
    }
  }

  std::vector<Continuation> next_words(const Pattern& pattern, std::span<const Place> places) {
    std::vector<Continuation> found;
    for (const Place place : places) {
      const std::uint32_t next = place.last + 1;
      if (text_[next] >= words_) continue;
      if (pattern.gaps() > 0 && next - place.first >= limits_.max_span) continue;
      found.push_back({text_[next], {place.first, next}});
    }
    return found;
  }

  std::vector<Continuation> later_words(std::span<const Place> places) {
    std::vector<Continuation> found;
    for (const Place place : places) {
      if (text_[place.last + 1] == kLineEnd) continue;
      for (std::uint32_t next = place.last + 2;
           next - place.first < limits_.max_span && text_[next] != kLineEnd; ++next) {
        if (text_[next] < words_) found.push_back({text_[next], {place.first, next}});
      }
    }
    return found;
  }

  std::span<const WordId> text_;
  SideLimits limits_;
  WordId words_;
  PatternMatcher matcher_;
  GappyScorer scorer_;
};

/// The distinct known words of the sentences and their places.
struct FirstWords {
  explicit FirstWords(std::span<const WordId> text, std::size_t vocabulary) {
    for (std::uint32_t i = 0; i < text.size(); ++i) {
      if (text[i] < vocabulary) positions.push_back(i);
    }
    std::ranges::stable_sort(positions, {}, [&](std::uint32_t i) { return text[i]; });
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (i == 0 || text[positions[i]] != text[positions[i - 1]]) begin.push_back(i);
    }
  }
  std::size_t size() const { return begin.size(); }
  std::span<const std::uint32_t> operator[](std::size_t k) const {
    const std::size_t end = k + 1 < begin.size() ? begin[k + 1] : positions.size();
    return std::span(positions).subspan(begin[k], end - begin[k]);
  }

  std::vector<std::uint32_t> positions;
  std::vector<std::size_t> begin;
};

RuleTableArrays to_table(std::span<GappyRules> batches, const GappyOptions& options) {
  RuleTableBuilder builder(widths_of(options));
  for (GappyRules& batch : batches) {
    for (const GappyRules::Rule& rule : batch.rules()) {
      const std::array scores{floored_log(rule.inverse), rule.lexical_inverse, rule.direct,
                              rule.lexical_direct};
      const std::array counts{static_cast<float>(rule.of_target),
                              static_cast<float>(rule.of_source), static_cast<float>(rule.joint)};
      RuleEntry entry{
          batch.source(rule), batch.target(rule), batch.alignment(rule), scores, {}, counts};
      if (options.orientation != OrientationModel::kNone) entry.reordering = rule.reordering;
      builder.add(entry);
    }
    batch = {};
  }
  return builder.finish();
}

void check(const SideLimits& limits) {
  constexpr std::size_t kMost = kMaxSideLength / 2;  // symbols: a gap may follow every word
  if (limits.max_length < 1 || limits.max_length > kMost || limits.max_words < 1 ||
      limits.max_words > kMost || limits.max_span < 1 || limits.max_span > 65535) {
    throw ConfigError(
        "the limits of a phrase must lie between 1 and 127 words, its span between 1 "
        "and 65535");
  }
}

}  // namespace

void check(const GappyOptions& options) {
  check(options.source);
  check(options.target);
  if (options.orientation > OrientationModel::kWord) {
    throw ConfigError("a suffix grammar knows the word-based reordering model only");
  }
  if (options.threads < 1 || !(options.reordering_smoothing > 0)) {
    throw ConfigError("a number among the extraction options is out of range");
  }
}

RuleTableArrays extract_gappy(const GappyModels& models, std::span<const WordId> text,
                              const GappyOptions& options, Monitor& monitor) {
  check(options);
  if (!text.empty() && text.back() != kLineEnd) {
    throw ConfigError("the last sentence is not closed");
  }
  const FirstWords words(text, models.source.vocabulary());
  std::vector<GappyRules> batches(words.size());
  {
    std::vector<std::unique_ptr<PatternWalk>> walks;
    for (std::size_t worker = 0; worker < options.threads; ++worker) {
      walks.push_back(std::make_unique<PatternWalk>(models, text, options));
    }
    parallel_chunks(words.size(), options.threads, monitor, [&](std::size_t k, std::size_t worker) {
      const auto places = words[k];
      walks[worker]->walk(text[places[0]], places, batches[k]);
    });
  }
  if (options.inverse == InverseScores::kLookup) {
    score_inverse_by_lookup(models, batches, options, monitor);
  } else {
    score_inverse_by_sum(batches);
  }
  return to_table(batches, options);
}

}  // namespace dragoman::grammar
