// How to search: limits that trade accuracy for speed. The defaults are Moses'.
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
  Algorithm algorithm = Algorithm::kOrientedCube;
  std::size_t stack = 200;  ///< hypotheses kept for a number of covered words; 0: all
  double beam = 1e-5;       ///< keep hypotheses with at least this part of the best score; 0: all
  std::size_t pop_limit = 1000;  ///< cube pruning: hypotheses made for a number of covered words
  int distortion_limit = 6;      ///< the most words jumped over; -1: any number; 0: monotone
  std::size_t table_limit = 20;  ///< translations kept for a source phrase; 0: all
  UnknownWords unknown = UnknownWords::kCopy;
  bool punctuation_walls = false;  ///< no reordering over . , ; : ! ? and the like
  /// Forced decoding: where the rules do not lead to the reference, add what is missing.
  bool force_relaxed = false;
  /// Longer lines are translated in pieces of this many words, cut at punctuation where possible.
  /// Each piece starts from the best translation of the pieces before it. 0: no limit.
  std::size_t max_words = 1000;
  /// After this many expansions for a sentence the stacks become narrower, but never empty. 0: no
  /// limit.
  std::uint64_t max_work = 200'000'000;
  /// The same limit in seconds; results are then not repeatable. 0: no limit.
  double max_seconds = 0;

  OptionLimits options() const { return {table_limit, unknown}; }
};

}  // namespace dragoman::search::phrase
