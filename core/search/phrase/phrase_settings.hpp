// How to search: limits that trade accuracy for speed. Defaults and ranges are declared in Python
// (src/dragoman/search/options.py).
#pragma once

#include <cstddef>
#include <cstdint>

#include "search/options/translation_options.hpp"

namespace dragoman::search::phrase {

enum class Algorithm {
  kStack,
  kCube,          ///< cube pruning as in Moses
  kOrientedCube,  ///< cube pruning with a cube for each orientation
};

struct PhraseSettings {
  Algorithm algorithm;
  std::size_t stack;        ///< hypotheses kept for a number of covered words; 0: all
  double beam;              ///< keep hypotheses with at least this part of the best score; 0: all
  std::size_t pop_limit;    ///< cube pruning: hypotheses made for a number of covered words
  int distortion_limit;     ///< the most words jumped over; -1: any number; 0: monotone
  std::size_t table_limit;  ///< translations kept for a source phrase; 0: all
  UnknownWords unknown;
  bool punctuation_walls;  ///< no reordering over . , ; : ! ? and the like
  bool lattice;            ///< the feature of lattice scores
  /// Forced decoding: where the rules do not lead to the reference, add what is missing.
  bool force_relaxed;
  /// Longer lines are translated in pieces of this many words, cut at punctuation where possible.
  /// Each piece starts from the best translation of the pieces before it. 0: no limit.
  std::size_t max_words;
  /// After this many expansions for a sentence the stacks become narrower, but never empty. 0: no
  /// limit.
  std::uint64_t max_work;
  /// The same limit in seconds; results are then not repeatable. 0: no limit.
  double max_seconds;

  OptionLimits options() const { return {table_limit, unknown}; }
};

}  // namespace dragoman::search::phrase
