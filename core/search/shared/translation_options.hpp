// The translation options of one sentence: every way to translate one of its spans in one step.
//
// collect_options() walks the rule table from every position, adds unknown words and the author's
// zones, and keeps the best `table_limit` rules of every span by their weighted scores, penalties
// and the language models' score of the target side by itself. All that a step scores without
// looking at its neighbours is folded into TranslationOption::score here, once.
//
// Rules with gaps (Galley & Manning 2010) are options too. One with source gaps is matched wherever
// its words occur in order with something between them, and belongs to a Place. One with target
// gaps places its first piece; an option of its own, which translates nothing, places the next.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "search/shared/rule_candidates.hpp"
#include "search/shared/sentence.hpp"
#include "search/shared/settings.hpp"
#include "search/shared/shape.hpp"

namespace dragoman::search {

/// What an option comes from if not from a rule.
inline constexpr RuleId kUnknownRule = 0xFFFFFFFF;
inline constexpr RuleId kZoneRule = 0xFFFFFFFE;
inline constexpr RuleId kPieceRule = 0xFFFFFFFD;  ///< a later piece of a target side

inline constexpr std::uint32_t kNoOption = 0xFFFFFFFF;
inline constexpr std::uint32_t kNoGaps = 0xFFFFFFFF;

enum Orientation : std::uint8_t { kMonotone = 0, kSwap = 1, kDiscontinuous = 2 };

struct TranslationOption {
  float score;               ///< weighted rule scores and penalties
  float estimate;            ///< score and the language models' score of the phrase by itself
  float bound;               ///< score and the most that language models and reordering can add
  std::uint32_t begin, end;  ///< the source words [begin, end)
  TargetId target;
  RuleId rule;
  /// TranslationOptions with equal numbers leave the same future: they end at the same word and,
  /// with lexicalised reordering, begin at the same word and have the same forward scores.
  std::uint32_t identity;
  float backward[FeatureLayout::kOrientations];  ///< weighted
  float forward[FeatureLayout::kOrientations];   ///< weighted
  float forward_bound;                           ///< the greatest of forward
  std::uint32_t gaps = kNoGaps;                  ///< for TranslationOptions::gaps(); kNoGaps: none

  /// Whether the option comes from a rule of the table.
  bool from_rule() const { return rule < kPieceRule; }
};

/// What is particular to an option with gaps, or to a later piece.
struct GapsOfOption {
  Shape shape;
  std::uint32_t next;    ///< the option that places the next piece, or kNoOption
  std::uint32_t pieces;  ///< how many follow
  float own;             ///< what a later piece is expected to score
  float ahead;           ///< the same of all that follow
};

/// Words with gaps between them, and the options [first, last) that translate them, by falling
/// estimate; `estimate` is that of the first.
struct Place {
  Shape shape;
  std::uint32_t first, last;
  float estimate;
};

class TranslationOptions {
 public:
  TranslationOptions(const ModelParts& model, LanguageContexts& contexts);

  /// Replaces everything by the options of words [begin, end) of a sentence; positions in options
  /// count from `begin`. Places have no options before add_places() gives them theirs. In forced
  /// decoding only options whose target side occurs in the reference are made, and there is no
  /// table limit.
  void collect(const Sentence& sentence, std::size_t begin, std::size_t end,
               const Settings& settings, const GapSettings& gaps = {});

  std::size_t sentence_length() const { return length_; }
  /// The longest span that has options.
  std::size_t max_length() const { return max_length_; }

  /// TranslationOptions of [begin, begin + length), length <= max_length(), by falling estimate.
  std::span<const TranslationOption> of(std::size_t begin, std::size_t length) const {
    const auto [first, last] = spans_[begin * max_length_ + length - 1];
    return {options_.data() + first, options_.data() + last};
  }
  /// Places whose first word is at `begin`.
  std::span<const Place> places(std::size_t begin) const {
    return {places_.data() + place_first_[begin], places_.data() + place_first_[begin + 1]};
  }
  /// Keeps, of the options with source gaps whose first word is the same, those `limit` that lose
  /// least: by their estimates with `of_gaps(shape)` against `of_span(begin, end)`.
  template <typename F, typename G>
  void limit_places(std::size_t limit, F&& of_gaps, G&& of_span) {
    std::vector<float> gains;
    for (std::size_t begin = 0; begin < length_; ++begin) {
      const std::span<Place> places(places_.data() + place_first_[begin],
                                    places_.data() + place_first_[begin + 1]);
      const auto base = [&](const Place& place) {
        return of_gaps(place.shape) - of_span(place.shape.begin, place.shape.end);
      };
      gains.clear();
      for (const Place& place : places) {
        for (std::uint32_t i = place.first; i < place.last; ++i) {
          gains.push_back(gapped_[i].estimate + base(place));
        }
      }
      if (gains.size() <= limit) continue;
      const auto worst = gains.begin() + static_cast<long>(limit) - 1;
      std::ranges::nth_element(gains, worst, std::ranges::greater());
      for (Place& place : places) {
        const float least = *worst - base(place);
        while (place.last > place.first && !(gapped_[place.last - 1].estimate >= least)) {
          --place.last;
        }
      }
    }
    drop_empty_places();
  }
  /// Makes the options of the places; to be called once.
  void add_places();
  std::span<const TranslationOption> of(const Place& place) const {
    return {options_.data() + place.first, options_.data() + place.last};
  }
  /// Whether any option has gaps, and the longest extent of one with source gaps.
  bool has_gaps() const { return !gaps_.empty(); }
  std::size_t max_span() const { return max_span_; }
  const GapsOfOption& gaps(const TranslationOption& option) const { return gaps_[option.gaps]; }
  Shape shape(const TranslationOption& option) const {
    return option.gaps == kNoGaps ? Shape{option.begin, option.end} : gaps_[option.gaps].shape;
  }

  std::uint32_t number(const TranslationOption& option) const {
    return static_cast<std::uint32_t>(&option - options_.data());
  }
  const TranslationOption& operator[](std::size_t number) const { return options_[number]; }
  std::size_t size() const { return options_.size(); }

  std::span<const WordId> target(TargetId id) const { return phrases_[id]; }
  const TargetWords& words() const { return phrases_.words(); }
  const Reference& reference() const { return reference_; }

 private:
  /// A node of the trie and words of the sentence that lead to it.
  struct Match {
    RuleTable::Node node;
    std::uint32_t begin, end;
    std::uint64_t mask;  ///< as in Shape, also if there is no gap yet
  };
  struct MatchLimits {
    std::size_t table_limit, max_span;
  };
  std::size_t table_limit(const Settings& settings) const {
    return reference_.forced ? 0 : settings.table_limit;
  }
  void collect_rules(std::size_t begin, std::size_t end, std::span<const WordId> source,
                     const Settings& settings);
  /// Follows the trie from a match to all longer ones with gaps.
  void extend_match(const Match& match, std::span<const WordId> source, const MatchLimits& limits);
  void add_rule(const Shape& shape, const RuleCandidate& candidate);
  /// What gaps in the source cost by themselves, and what an option is expected to score with it.
  float gap_cost(const Shape& shape) const;
  float estimate(const Shape& shape, const RuleCandidate& candidate) const {
    return candidate.estimate - piece_cost_ * static_cast<float>(candidate.gaps) - gap_cost(shape);
  }
  /// Adds the pieces of a target side after the first; returns the first of them, or kNoOption.
  std::uint32_t add_pieces(std::span<const Symbol> symbols);
  std::uint32_t add_piece(std::span<const WordId> words, std::uint32_t next);
  void add_words(std::size_t begin, std::size_t end, RuleId kind, std::span<const WordId> words);
  void add(TranslationOption option, std::span<const WordId> target,
           std::span<const float> reordering);
  std::uint32_t identify(const TranslationOption& option);
  void unknown_word(std::size_t position, std::string_view word, UnknownWords treatment);
  void sort_spans();
  void sort_places();
  void drop_empty_places();

  ModelParts model_;
  LanguageContexts& contexts_;
  TargetPhrases phrases_;
  RuleCandidates candidates_;
  Reference reference_;

  std::size_t length_ = 0, max_length_ = 0, max_span_ = 0;
  std::vector<TranslationOption> options_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> spans_;
  std::vector<GapsOfOption> gaps_;
  std::vector<Place> places_;
  /// A rule with source gaps that is no option yet.
  struct Gapped {
    Shape shape;
    RuleCandidate rule;
    float estimate;
  };
  std::vector<Gapped> gapped_;
  std::vector<std::uint32_t> place_first_;  ///< by first word
  float piece_cost_ = 0;                    ///< GapSettings::pending_cost, weighted
  std::vector<TranslationOption> pieces_;   ///< until they are put behind the others
  std::unordered_map<std::uint64_t, std::uint32_t> known_pieces_;
  std::unordered_map<std::uint64_t, std::uint32_t> identities_;
  std::vector<WordId> scratch_;
};

}  // namespace dragoman::search
