// Runs the search that the settings ask for, with the narrowest coverage that fits.
#pragma once

#include <algorithm>

#include "search/phrase/features/together.hpp"
#include "search/phrase/gaps/gapped.hpp"
#include "search/phrase/graph_writer.hpp"
#include "search/phrase/steps.hpp"
#include "search/shared/work_budget.hpp"

namespace dragoman::search::phrase {

/// Where the results go, and which of them are wanted.
struct SearchOutput {
  GraphWriter& best;
  GraphWriter* forest;  ///< null if no forest is wanted
  std::size_t offset;   ///< position in the sentence of the problem's first word
  float& score;         ///< becomes the score of the best translation, if there is one
  ForestSize size;      ///< of the forest; edges are for each source word
};

/// Searches with any of the features and appends to the output. It chooses, of the searches below,
/// the one that is compiled for exactly these features. Returns the language models' context after
/// the best translation, or kNone if there is no translation.
std::uint32_t run_search(const Problem& problem, const GapModel& gaps,
                         const FeaturesTogether& features, WorkBudget& budget,
                         const SearchOutput& output);

/// With no other features than those of every step, for a narrow window.
std::uint32_t run_plain(const Problem& problem, WorkBudget& budget, const SearchOutput& output);
/// For a sentence that has a tree, for a narrow window.
std::uint32_t run_cohesive(const Problem& problem, const Cohesion& cohesion, WorkBudget& budget,
                           const SearchOutput& output);
/// With orientations relative to blocks, for a narrow window.
std::uint32_t run_block_reordering(const Problem& problem, const BlockReordering& reordering,
                                   WorkBudget& budget, const SearchOutput& output);
/// With any features.
std::uint32_t run_together(const Problem& problem, const FeaturesTogether& features,
                           WorkBudget& budget, const SearchOutput& output);
/// For a lattice, with any features.
std::uint32_t run_lattice(const Problem& problem, const FeaturesTogether& features,
                          WorkBudget& budget, const SearchOutput& output);
/// With options that have gaps, and any features.
std::uint32_t run_gapped(const Problem& problem, const GapModel& gaps,
                         const FeaturesTogether& features, WorkBudget& budget,
                         const SearchOutput& output);
std::uint32_t run_gapped_wide(const Problem& problem, const GapModel& gaps,
                              const FeaturesTogether& features, WorkBudget& budget,
                              const SearchOutput& output);

/// A coverage is narrow or wide, in words of its window. What nearly all sentences need is compiled
/// for narrow ones; every search can be done in a wide one.
inline constexpr std::size_t kNarrowWindow = 64;
inline constexpr std::size_t kMaxWindow = 1024;
using Narrow = Coverage<kNarrowWindow / 64>;
using Wide = Coverage<kMaxWindow / 64>;

/// How many words beyond the first gap can be covered.
inline std::size_t needed_window(const Problem& problem) {
  const int limit = problem.settings.distortion_limit;
  if (limit < 0) return problem.length();
  return std::min(problem.length(), static_cast<std::size_t>(limit) + problem.options.max_span());
}

inline bool is_narrow(const Problem& problem) { return needed_window(problem) <= kNarrowWindow; }

}  // namespace dragoman::search::phrase
