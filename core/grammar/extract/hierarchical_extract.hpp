// A table of all hierarchical rules of a word-aligned bitext.
//
//   Lexicon lexicon(corpus, monitor);
//   RuleTableArrays arrays = extract_hierarchical(corpus, lexicon, options, monitor);
#pragma once

#include <filesystem>

#include "common/parallel.hpp"
#include "grammar/extract/hierarchical_options.hpp"
#include "grammar/extract/lexicon.hpp"
#include "grammar/extract/smoothing.hpp"
#include "grammar/index/aligned_corpus.hpp"
#include "grammar/table/rule_table_builder.hpp"

namespace dragoman::grammar {

struct HierarchicalTableOptions {
  HierarchicalLimits limits;
  Smoothing smoothing;                    ///< of the two phrase probabilities
  std::size_t top;                        ///< keep so many rules for a source side; 0: all
  std::size_t memory;                     ///< bytes of rules, as in ExtractOptions
  std::filesystem::path directory = ".";  ///< an existing directory for what goes to disk
  std::size_t threads = 1;
};

/// Four scores, no orientations, three counts.
inline constexpr RuleTableWidths kHierarchicalWidths{4, 0, kCountColumns};

/// The corpus must have been checked. The table is the same for any number of threads and any
/// memory limit.
RuleTableArrays extract_hierarchical(const AlignedCorpus& corpus, const Lexicon& lexicon,
                                     const HierarchicalTableOptions& options, Monitor& monitor);

}  // namespace dragoman::grammar
