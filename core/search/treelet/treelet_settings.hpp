// How the treelet decoder searches. Defaults and ranges are declared in Python
// (src/dragoman/search/treelet_options.py).
#pragma once

#include <cstddef>
#include <cstdint>

#include "search/shared/unknown_words.hpp"

namespace dragoman::search::treelet {

/// What happens to pi-constituents that are not contiguous (Carreras & Collins 2009, definition 3).
enum class Constituents : std::uint8_t {
  kHard,  ///< they are not made
  kSoft,  ///< each costs a weight
  kOff,
};
/// Which items are kept: the best for every source word (definition 4), or the best of all.
enum class TreeletBeam : std::uint8_t { kWords, kNaive };
/// What an item is estimated to cost still: what the phrase decoder estimates for the words that it
/// does not cover, as in the paper, or also what the trees will ask of the syntactic model.
enum class TreeletEstimate : std::uint8_t { kTrees, kPhrases };

struct TreeletSettings {
  Constituents constituents;
  TreeletBeam beam_kind;
  std::size_t beam;  ///< items kept for each number of covered words (and each word)
  TreeletEstimate estimate;
  bool narrow_rows;         ///< items of several trees have a narrower beam
  std::size_t variants;     ///< items kept that differ in their trees alone; 0: any number
  bool crossings;           ///< the feature of crossed subtrees (subtree_crossings.hpp)
  bool distortion;          ///< count the words jumped over, as the phrase decoder does
  std::size_t max_blocks;   ///< contiguous pieces of the source that an item covers; 0: any
  std::size_t max_trees;    ///< trees side by side that an item has after a joining; 0: any
  std::size_t attachments;  ///< ways in which two trees are joined, at most; 0: all
  std::size_t table_limit;  ///< translations kept for a source phrase; 0: all
  std::size_t max_words;    ///< longer sentences are left to the phrase decoder
  UnknownWords unknown;
  bool punctuation_walls;  ///< no reordering over . , ; : ! ? and the like
  bool force_relaxed;      ///< forced decoding adds what the rules lack if it must
  std::uint64_t max_work;  ///< pairs of items for a sentence until the beam narrows
  double max_seconds;
};

}  // namespace dragoman::search::treelet
