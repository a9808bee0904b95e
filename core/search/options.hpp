// The translation options of one sentence: every way to translate one of its spans in one step.
//
// collect_options() walks the rule table from every position, adds unknown words and the author's
// zones, and keeps the best `table_limit` rules of every span by their weighted scores, penalties
// and the language models' score of the target side by itself. All that a step scores without
// looking at its neighbours is folded into Option::score here, once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "grammar/rule_table.hpp"
#include "search/feature_layout.hpp"
#include "search/language_contexts.hpp"
#include "search/sentence.hpp"
#include "search/settings.hpp"

namespace dragoman::search {

/// What an option comes from if not from a rule.
inline constexpr RuleId kUnknownRule = 0xFFFFFFFF;
inline constexpr RuleId kZoneRule = 0xFFFFFFFE;

enum Orientation : std::uint8_t { kMonotone = 0, kSwap = 1, kDiscontinuous = 2 };

struct Option {
  float score;               ///< weighted rule scores and penalties
  float estimate;            ///< score and the language models' score of the phrase by itself
  float bound;               ///< score and the most that language models and reordering can add
  std::uint32_t begin, end;  ///< the source words [begin, end)
  TargetId target;
  RuleId rule;
  /// Options with equal numbers leave the same future: they end at the same word and, with
  /// lexicalised reordering, begin at the same word and have the same forward scores.
  std::uint32_t identity;
  float backward[FeatureLayout::kOrientations];  ///< weighted
  float forward[FeatureLayout::kOrientations];   ///< weighted
  float forward_bound;                           ///< the greatest of forward
};

/// Everything about the model that options are made from. Weights are by FeatureLayout.
struct OptionModel {
  const RuleTable* rules;
  const FeatureLayout* layout;
  std::span<const double> weights;
  std::span<const lm::Model* const> language_models;
};

/// Target words of a sentence: numbers of the table's target vocabulary, and further ones for
/// words that it lacks.
class TargetWords {
 public:
  explicit TargetWords(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}
  void clear() {
    extra_.clear();
    extra_ids_.clear();
  }
  WordId number(std::string_view word);
  std::string_view word(WordId id) const {
    return id < vocabulary_.size() ? vocabulary_.word(id)
                                   : std::string_view(extra_[id - vocabulary_.size()]);
  }

 private:
  const Vocabulary& vocabulary_;
  std::vector<std::string> extra_;
  std::unordered_map<std::string, WordId> extra_ids_;
};

class Options {
 public:
  Options(const OptionModel& model, LanguageContexts& contexts);

  /// Replaces everything by the options of words [begin, end) of a sentence; positions in options
  /// count from `begin`. In forced decoding only options whose target side occurs in the reference
  /// are made, and there is no table limit.
  void collect(const Sentence& sentence, std::size_t begin, std::size_t end,
               const Settings& settings);

  std::size_t sentence_length() const { return length_; }
  /// The longest span that has options.
  std::size_t max_length() const { return max_length_; }

  /// Options of [begin, begin + length), length <= max_length(), by falling estimate.
  std::span<const Option> of(std::size_t begin, std::size_t length) const {
    const auto [first, last] = spans_[begin * max_length_ + length - 1];
    return {options_.data() + first, options_.data() + last};
  }
  std::uint32_t number(const Option& option) const {
    return static_cast<std::uint32_t>(&option - options_.data());
  }
  const Option& operator[](std::size_t number) const { return options_[number]; }
  std::size_t size() const { return options_.size(); }

  std::span<const WordId> target(TargetId id) const {
    return {target_words_.data() + target_first_[id], target_words_.data() + target_first_[id + 1]};
  }
  const TargetWords& words() const { return words_; }
  /// The reference's words, in forced decoding.
  std::span<const WordId> reference() const { return reference_; }

 private:
  struct Candidate {
    float score, estimate;
    RuleId rule;
  };
  void collect_rules(std::size_t begin, std::size_t end, std::span<const WordId> source,
                     const Settings& settings);
  void add_rule(std::size_t begin, std::size_t end, const Candidate& candidate);
  void add_words(std::size_t begin, std::size_t end, RuleId kind, std::span<const WordId> words);
  void add(Option option, std::span<const WordId> target, std::span<const float> reordering);
  /// The best rules of a trie node, remembered from sentence to sentence.
  std::span<const Candidate> candidates(RuleTable::Node node, std::size_t limit);
  void find_candidates(RuleTable::Node node, std::size_t limit);
  float score_rule(RuleId rule) const;
  bool possible(std::span<const WordId> target) const;
  TargetId intern(std::span<const WordId> target);
  std::uint32_t identify(const Option& option);
  const std::vector<WordId>& in_language_models(std::span<const WordId> target);
  void unknown_word(std::size_t position, std::string_view word, UnknownWords treatment);
  void sort_spans();

  OptionModel model_;
  LanguageContexts& contexts_;
  TargetWords words_;
  std::vector<std::vector<WordId>> to_language_model_;  ///< 0: not looked up yet, else number + 1

  std::size_t length_ = 0, max_length_ = 0;
  bool forced_ = false;
  std::vector<WordId> reference_;
  std::vector<Option> options_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> spans_;
  std::vector<std::size_t> target_first_;
  std::vector<WordId> target_words_;
  std::vector<std::uint32_t> target_slots_;
  std::unordered_map<std::uint64_t, std::uint32_t> identities_;
  std::vector<Candidate> candidates_;
  std::unordered_map<RuleTable::Node, std::pair<std::uint32_t, std::uint32_t>> known_nodes_;
  std::vector<Candidate> known_;
  std::vector<WordId> scratch_, scratch_lm_;
};

}  // namespace dragoman::search
