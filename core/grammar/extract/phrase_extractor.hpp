// All phrase pairs of one sentence pair that are consistent with its links (Och & Ney 2004,
// equation 23; Koehn, Och & Marcu 2003), each with its orientation.
//
//   PhraseExtractor extractor(7, OrientationModel::kWord);
//   for (const PhraseSpan& span : extractor.extract(source_length, target_length, links)) ...
//
// Orientations are Moses' (monotone, swap, discontinuous with respect to the phrase before and the
// phrase after on the target side): word-based looks for a link at the corner, phrase-based for a
// phrase pair within the length limit, block-based for a phrase pair of any length (Galley &
// Manning 2008, who call it hierarchical; `hier` in Moses). Like Moses, the forward models look for
// a neighbour that ENDS at the next target word.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/index/aligned_corpus.hpp"

namespace dragoman::grammar {

/// kPieces: word-based, with respect to the pieces of phrases with gaps (gap_orientations.hpp).
enum class OrientationModel : std::uint8_t { kNone, kWord, kPhrase, kBlock, kPieces };

/// Monotone, swap and discontinuous are 0, 1, 2.
struct PhraseSpan {
  std::uint16_t source_begin, target_begin;
  std::uint8_t source_length, target_length;
  std::uint8_t backward, forward;
};

class PhraseExtractor {
 public:
  PhraseExtractor(std::size_t max_length, OrientationModel orientation);

  /// The phrase pairs, in the order of their target spans; valid until the next call. Links are
  /// sorted and lie inside the sentences.
  std::span<const PhraseSpan> extract(std::size_t source_length, std::size_t target_length,
                                      std::span<const WordLink> links);

  /// A set of (target, source) positions.
  class Corners {
   public:
    void reset(std::size_t rows, std::size_t columns);
    void insert(std::size_t target, std::size_t source) {
      const std::size_t bit = target * columns_ + source;
      bits_[bit >> 6] |= std::uint64_t{1} << (bit & 63);
    }
    /// Positions outside of the sentences are in no set.
    bool has(std::int64_t target, std::int64_t source) const;

   private:
    std::size_t rows_ = 0, columns_ = 0;
    std::vector<std::uint64_t> bits_;
  };
  /// The neighbours that phrase-based and block-based orientation look for: where they end on the
  /// target side, with the first and the last word of their source side.
  struct Neighbours {
    Corners left, right;
  };
  /// Those of the last sentence.
  const Neighbours& neighbours() const { return neighbours_; }

 private:
  struct Reach {
    int low, high;  ///< the span of the linked positions; low > high: no link
  };

  void index_links(std::size_t source_length, std::size_t target_length,
                   std::span<const WordLink> links);
  void collect();
  void add_spans(int target_begin, int target_end, Reach tight);
  bool linked(std::int64_t source, std::int64_t target) const;
  void orient(PhraseSpan& span) const;

  int max_length_;
  OrientationModel orientation_;
  int source_length_ = 0, target_length_ = 0;
  std::vector<Reach> from_source_, from_target_;
  Corners links_;
  Neighbours neighbours_;
  std::vector<PhraseSpan> spans_;
};

}  // namespace dragoman::grammar
