// Translation options with gaps (Galley & Manning 2010), beside those without.
//
// A rule with source gaps matches wherever its words occur in order with at least one word in every
// gap; it belongs to a Place. A rule with target gaps places its first piece. The next piece is
// placed by an option of its own, which translates no source word.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "search/options/shape.hpp"
#include "search/options/translation_options.hpp"
#include "search/phrase/gaps/gap_scores.hpp"
#include "search/phrase/gaps/gap_subtrees.hpp"

namespace dragoman::search::phrase {

inline constexpr std::uint32_t kNoOption = 0xFFFFFFFF;

/// The additional data of an option with gaps, or of a later piece.
struct GapsOfOption {
  Shape shape;
  std::uint32_t next;    ///< the option that places the next piece, or kNoOption
  std::uint32_t pieces;  ///< number of pieces that follow
  float own;             ///< the expected score of a later piece
  float ahead;           ///< the expected score of all pieces that follow
  /// In target order: the source pieces that stand in this target piece.
  SubphraseRun run{};
  SourceGaps source = {};  ///< known before the phrase is applied
};

/// Words with gaps between them, and the options [first, last) that translate them, in the order of
/// falling estimates; `estimate` is that of the first option.
struct Place {
  Shape shape;
  std::uint32_t first, last;
  float estimate;
};

class GappedOptions final : public TranslationOptions {
 public:
  GappedOptions(const ModelParts& model, LanguageContexts& contexts, RuleFeatures& features,
                const GapScores& scores)
      : TranslationOptions(model, contexts, features), gap_scores_(scores) {}

  /// As TranslationOptions::collect(). Places have no options until add_places() is called.
  void collect(const Sentence& sentence, std::size_t begin, std::size_t end,
               const OptionLimits& limits, const GapSettings& gaps, bool relaxed = false,
               bool again = false);

  using TranslationOptions::of;
  std::span<const TranslationOption> of(const Place& place) const {
    return {options_.data() + place.first, options_.data() + place.last};
  }
  /// Places whose first word is at `begin`.
  std::span<const Place> places(std::size_t begin) const {
    return {places_.data() + place_first_[begin], places_.data() + place_first_[begin + 1]};
  }
  /// Of the options with source gaps and the same first word, keeps the `limit` options that lose
  /// least: their estimates with `of_gaps(shape)` are compared with `of_span(begin, end)`.
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
  /// Makes the options of the places; called once.
  void add_places();
  /// Adds to the estimates what a feature of the search expects of a step by itself:
  /// expected(rule or target, shape). Must be called before limit_places().
  template <typename F>
  void expect(F&& expected) {
    for (TranslationOption& option : options_) {
      option.expected = expected(option.rule, option.target, shape(option));
      option.estimate += option.expected;
    }
    sort_all();
    for (Gapped& one : gapped_) {
      one.expected = expected(one.rule.rule, TargetId{0}, one.shape);
      one.estimate += one.expected;
    }
    sort_places();
  }

  /// For every word, where the longest place that begins there ends (or 0); empty if there are no
  /// places.
  std::vector<std::uint32_t> gapped_ends() const;
  /// Whether any option has gaps, and the longest extent of an option with source gaps.
  bool has_gaps() const { return !gaps_.empty(); }
  std::size_t max_span() const { return max_span_; }
  const GapsOfOption& gaps(const TranslationOption& option) const { return gaps_[option.gaps]; }
  Shape shape(const TranslationOption& option) const {
    return option.gaps == kNoGaps ? Shape{option.begin, option.end} : gaps_[option.gaps].shape;
  }
  /// What language models will hardly exceed for the first piece of an option: the score of its
  /// words alone and `margin`, and never more than the bound.
  float likely_words(const TranslationOption& option, float margin) const {
    const float bound = contexts_.bound(option.target);
    if (!contexts_.bounded()) return bound;
    const float ahead = option.gaps == kNoGaps ? 0 : gaps_[option.gaps].ahead;
    return std::min(bound, option.estimate - option.expected - option.score - ahead + margin);
  }
  /// The bound on an option with likely_words() instead of the bound on its words.
  float likely_bound(const TranslationOption& option, float margin) const {
    return option.bound - contexts_.bound(option.target) + likely_words(option, margin);
  }
  /// Target words of an option and of the pieces that follow it.
  std::size_t target_words(const TranslationOption& option) const;

 private:
  /// A node of the trie, and the words of the sentence that lead to it.
  struct Match {
    RuleTable::Node node;
    std::uint32_t begin, end;
    std::uint64_t mask;  ///< as in Shape, but also set if there is no gap yet
  };
  struct MatchLimits {
    std::size_t table_limit, max_span;
  };
  /// A rule with source gaps that is not an option yet.
  struct Gapped {
    Shape shape;
    RuleCandidate rule;
    float estimate;
    float expected = 0;  ///< a part of the estimate
  };

  void add_rule(std::uint32_t begin, std::uint32_t end, const RuleCandidate& candidate) override {
    add_rule(Shape{begin, end}, candidate);
  }
  void add_rule(const Shape& shape, const RuleCandidate& candidate);
  /// Follows the trie from a match to all longer ones with gaps.
  void extend_match(const Match& match, const MatchLimits& limits);
  float estimate(const Shape& shape, const RuleCandidate& candidate, const SourceGaps& gaps) const {
    return candidate.estimate - piece_cost_ * static_cast<float>(candidate.gaps) -
           gap_scores_.source_cost(shape, gaps);
  }
  /// The runs of a rule that has gaps, if they matter; and what is known of its source gaps.
  std::vector<SubphraseRun> runs_of(const Shape& shape, const RuleCandidate& candidate) const;
  SourceGaps source_gaps(const Shape& shape, std::span<const SubphraseRun> runs);
  /// Adds the pieces of a target side after the first; returns the first of them, or kNoOption.
  std::uint32_t add_pieces(std::span<const Symbol> symbols, std::span<const SubphraseRun> runs);
  std::uint32_t add_piece(std::span<const WordId> words, std::uint32_t next,
                          const SubphraseRun& run);
  void sort_places();
  void drop_empty_places();

  const GapScores& gap_scores_;
  std::size_t max_span_ = 0;
  float piece_cost_ = 0;  ///< GapSettings::pending_cost, weighted
  GapSubtrees subtrees_;
  std::vector<GapsOfOption> gaps_;
  std::vector<Place> places_;
  std::vector<Gapped> gapped_;
  std::vector<std::uint32_t> place_first_;  ///< by first word
  std::vector<TranslationOption> pieces_;   ///< until they are appended to the other options
  struct PieceKey {
    TargetId target;
    std::uint32_t next;
    SubphraseRun run;
    friend bool operator==(const PieceKey&, const PieceKey&) = default;
  };
  struct PieceHash {
    std::size_t operator()(const PieceKey& key) const {
      const std::uint64_t words = std::uint64_t{key.target} << 32 | key.next;
      return mix64(words ^ mix64(std::uint64_t{key.run.first} << 32 | key.run.end));
    }
  };
  std::unordered_map<PieceKey, std::uint32_t, PieceHash> known_pieces_;
};

}  // namespace dragoman::search::phrase
