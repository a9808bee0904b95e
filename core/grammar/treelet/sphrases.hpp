// S-phrases: the phrase pairs of a rule table with their treelets and alignment vectors (Carreras &
// Collins 2009, section 3.2).
//
//   SPhraseArrays arrays = extract_sphrases(corpus, derivations, table, options, monitor);
//
// All occurrences of a rule in sentences that have a derivation are counted by their treelets. A
// rule keeps its most frequent analyses, each with the alignment vector it was seen with most.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/parallel.hpp"
#include "grammar/table/rule_table.hpp"
#include "grammar/treelet/derivations.hpp"
#include "grammar/treelet/phrase_analysis.hpp"

namespace dragoman::treelet {

struct SPhraseOptions {
  std::size_t max_length;  ///< of both sides of phrase pairs, as in the rule table
  std::size_t analyses;    ///< kept for each rule, at most
};

/// The analyses of a table with r rules. An entry is one analysis of one rule.
struct SPhraseArrays {
  std::vector<std::uint64_t> first;            ///< r+1: entries of each rule, most frequent first
  std::vector<std::uint32_t> analyses;         ///< of each entry: number of its treelets
  std::vector<std::uint32_t> alignments;       ///< of each entry: number of its alignment vector
  std::vector<std::uint32_t> counts;           ///< of each entry
  std::vector<std::uint32_t> totals;           ///< r: occurrences of each rule with a derivation
  std::vector<std::uint64_t> analysis_first;   ///< into words, for each analysis, and the end
  std::vector<std::uint64_t> words;            ///< AnalysedWords: see word_bits
  std::vector<std::uint64_t> alignment_first;  ///< into points, for each vector, and the end
  std::vector<std::uint8_t> points;            ///< first and last source word for each target word
};

/// The same arrays, viewed.
struct SPhraseView {
  std::span<const std::uint64_t> first;
  std::span<const std::uint32_t> analyses, alignments, counts, totals;
  std::span<const std::uint64_t> analysis_first, words, alignment_first;
  std::span<const std::uint8_t> points;
};

/// The arrays by their names, in files and in Python: visit("first", arrays.first), ...
template <typename Arrays, typename Visit>
void visit_arrays(Arrays& arrays, Visit&& visit) {
  visit("first", arrays.first);
  visit("analyses", arrays.analyses);
  visit("alignments", arrays.alignments);
  visit("counts", arrays.counts);
  visit("totals", arrays.totals);
  visit("analysis_first", arrays.analysis_first);
  visit("words", arrays.words);
  visit("alignment_first", arrays.alignment_first);
  visit("points", arrays.points);
}

/// An analysed word as a number: spine, head, node, copy from the lowest bits on (32, 8, 8, 8).
std::uint64_t word_bits(const AnalysedWord& word);

/// Throws where corpus or derivations are not sound. Words of the corpus have the table's numbers.
SPhraseArrays extract_sphrases(const grammar::AlignedCorpus& corpus, const Derivations& derivations,
                               const grammar::RuleTable& table, const SPhraseOptions& options,
                               Monitor& monitor);

}  // namespace dragoman::treelet
