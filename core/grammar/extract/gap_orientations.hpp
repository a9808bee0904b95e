// Orientations of phrases with gaps where they stand in a text.
//
//   GapOrientations orientations(OrientationModel::kBlock, GapOrientation::kPiece, 7);
//   const auto [backward, forward] = orientations.of(segment, place);
//
// A phrase with gaps counts as if it had none (Galley & Manning 2010, footnote 4): its source side
// is the span from its first word to its last. Neighbours are phrase pairs without gaps
// (phrase_extractor.hpp). Only kPieces looks at the gaps: what follows a phrase is monotone if it
// is linked to the word after any contiguous piece, else swapped if it is linked to the word before
// one.
#pragma once

#include <vector>

#include "grammar/extract/gappy_place.hpp"
#include "grammar/extract/phrase_extractor.hpp"

namespace dragoman::grammar {

/// 0: monotone, 1: swap, 2: discontinuous.
struct Orientations {
  std::uint8_t backward, forward;
};

/// What follows a phrase with target gaps, for its forward orientation.
enum class GapOrientation {
  kPiece,   ///< the word after its first target piece, where the search begins the next phrase
  kPhrase,  ///< the word after its last one, as if it had no gaps
};

class GapOrientations {
 public:
  /// `max_length`: of neighbours, if the model is that of phrases.
  GapOrientations(OrientationModel model, GapOrientation follows, std::size_t max_length);

  /// The segment is seen from the source side.
  Orientations of(const Segment& segment, const GappyPlace& place);

 private:
  /// The neighbours in a line of a text; those of some lines are remembered.
  struct Line {
    const WordId* text = nullptr;
    std::uint32_t line = 0;
    PhraseExtractor::Neighbours neighbours;
  };
  const PhraseExtractor::Neighbours& neighbours(const Segment& segment, std::uint32_t line);

  OrientationModel model_;
  GapOrientation follows_;
  PhraseExtractor extractor_;
  std::vector<Line> known_;
  std::vector<WordLink> links_;
};

}  // namespace dragoman::grammar
