// The translation options of one sentence: every way to translate one of its spans in one step.
//
// collect() looks up the rules from every position and adds unknown words and the given zones. Of
// every span it keeps the best `table_limit` rules by their weighted scores, penalties and the
// language models' score of the target side alone. TranslationOption::score sums, once, all scores
// that do not depend on the neighbours of a step.
//
// In a lattice the places of options are nodes, and an option belongs to one path between two nodes
// (lattice_options.cpp).
//
// phrase/gaps/gapped_options.hpp adds rules with gaps.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "common/probing_table.hpp"
#include "search/api/sentence.hpp"
#include "search/options/reference.hpp"
#include "search/options/rule_candidates.hpp"
#include "search/options/translation_option.hpp"
#include "search/options/word_lattice.hpp"
#include "search/shared/lattice_paths.hpp"
#include "search/shared/rule_scores.hpp"
#include "search/shared/unknown_words.hpp"

namespace dragoman::search {

/// What is asked of the options of a sentence.
struct OptionLimits {
  std::size_t table_limit;  ///< translations kept for a source phrase; 0: all
  UnknownWords unknown;
};

class TranslationOptions {
 public:
  /// All arguments must outlive the options.
  TranslationOptions(const ModelParts& model, LanguageContexts& contexts, RuleFeatures& features);
  virtual ~TranslationOptions() = default;

  /// Replaces everything by the options of the words [begin, end) of a sentence, or of a whole
  /// lattice with the nodes [begin, end]; positions in options count from `begin`. In forced
  /// decoding only options whose target side occurs in the reference are made, and there is no
  /// table limit; if only its beginning is given, there is no limit for options that can be a part
  /// of it. `relaxed`: with options that the rules lack, so that every reference can be produced.
  /// `again`: the same words were collected before, and the language models' contexts stay.
  void collect(const Sentence& sentence, std::size_t begin, std::size_t end,
               const OptionLimits& limits, bool relaxed = false, bool again = false);

  std::size_t sentence_length() const { return length_; }
  /// The longest span that has options.
  std::size_t max_length() const { return max_length_; }

  /// Options of [begin, begin + length), length <= max_length(), in the order of falling estimates.
  std::span<const TranslationOption> of(std::size_t begin, std::size_t length) const {
    const auto [first, last] = spans_[begin * max_length_ + length - 1];
    return {options_.data() + first, options_.data() + last};
  }

  std::uint32_t number(const TranslationOption& option) const {
    return static_cast<std::uint32_t>(&option - options_.data());
  }
  const TranslationOption& operator[](std::size_t number) const { return options_[number]; }
  std::size_t size() const { return options_.size(); }

  std::span<const WordId> target(TargetId id) const { return phrases_[id]; }
  const TargetWords& words() const { return phrases_.words(); }
  const Reference& reference() const { return reference_; }
  /// Not used if the sentence is none.
  const WordLattice& lattice() const { return lattice_; }
  /// In a lattice: the words of an option, which is from path_of().
  const LatticePaths& paths() const { return paths_; }
  std::uint32_t path_of(const TranslationOption& option) const {
    return option_paths_.empty() ? kNoPath : option_paths_[number(option)];
  }

 protected:
  std::size_t table_limit(const OptionLimits& limits) const {
    return reference_.forced ? 0 : limits.table_limit;
  }
  /// Makes an option of a rule for the words [begin, end).
  virtual void add_rule(std::uint32_t begin, std::uint32_t end, const RuleCandidate& candidate);
  /// Further properties of an option: the most that it can score later, and a key for anything else
  /// that its future depends on.
  struct Beyond {
    float ahead = 0;
    std::uint64_t identity = 0;
  };
  /// Completes an option and adds it.
  void add(TranslationOption option, std::span<const WordId> target,
           std::span<const float> reordering, const Beyond& beyond);
  /// Sorts the options again when their estimates have changed; the sentence is no lattice.
  void sort_all() { sort_spans(options_.size()); }

  ModelParts model_;
  LanguageContexts& contexts_;
  RuleScores scores_;
  TargetPhrases phrases_;
  RuleCandidates candidates_;
  Reference reference_;

  std::size_t length_ = 0;
  /// The words of the piece, or of the lattice, as the rule table knows them; kNoWord where no rule
  /// may match.
  std::vector<WordId> source_;
  std::vector<TranslationOption> options_;
  std::vector<WordId> scratch_;

 private:
  void read_source(const Sentence& sentence, std::size_t begin, std::size_t end);
  /// All options of a lattice (lattice_options.cpp).
  void collect_lattice(const Sentence& sentence, const OptionLimits& limits, bool relaxed);
  /// The rules of all paths from `begin` that go on as `path_` does, which leads to the node `at`
  /// and in the trie to `node`.
  void follow(std::size_t begin, std::size_t at, RuleTable::Node node, const OptionLimits& limits);
  /// Gives the last option its path.
  void set_path(std::uint32_t path);
  void add_unknown_arcs(const Sentence& sentence, UnknownWords treatment);
  void sort_lattice();
  void collect_rules(std::size_t begin, const OptionLimits& limits);
  void collect_zones(const Sentence& sentence, std::size_t begin, std::size_t end);
  void collect_unknown_words(const Sentence& sentence, std::size_t begin, std::size_t end,
                             UnknownWords treatment);
  /// Forced decoding: for every word nothing, every word of the reference, and a few words in a
  /// row.
  void collect_relaxed(const Sentence& sentence, std::size_t begin, std::size_t end);
  /// The words in a row: as many for each of `words` source words as are enough for the reference.
  std::set<std::vector<WordId>> runs_for(std::size_t words) const;
  /// Whether the table translates a word by itself, without gaps.
  bool has_rule(WordId word) const;
  /// Whether a word of the piece belongs to an exclusive zone with translations.
  static bool closed(const Sentence& sentence, std::size_t begin, std::size_t end,
                     std::size_t word);
  /// Makes an option of a remembered rule without gaps. `made`: as it was made before, if it was.
  void add_remembered(std::uint32_t begin, std::uint32_t end, const RuleCandidate& candidate,
                      TranslationOption& made);
  /// Adds what a target phrase and its reordering scores give to an option.
  void complete(TranslationOption& option, std::span<const WordId> target,
                std::span<const float> reordering);
  void add_words(std::size_t begin, std::size_t end, RuleId kind, std::span<const WordId> words);
  std::uint32_t identify(const TranslationOption& option, std::uint64_t beyond);
  /// Whether the reference allows it.
  bool add_unknown_word(std::size_t begin, std::size_t end, const std::string& word,
                        UnknownWords treatment);
  /// `added`: where the options begin that did not come in order.
  void sort_spans(std::size_t added);
  /// Finds the spans of the sorted options.
  void find_spans();

  struct Identity {
    std::uint64_t key = 0;
    std::uint32_t number = 0;
    bool free() const { return number == 0; }
  };
  std::size_t max_length_ = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> spans_;
  ProbingTable<Identity> identities_;
  WordLattice lattice_;
  LatticePaths paths_;
  std::vector<std::uint32_t> path_, option_paths_;
  std::size_t followed_ = 0;
};

}  // namespace dragoman::search
