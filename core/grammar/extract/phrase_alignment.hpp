// The alignment that represents a phrase pair: the most frequent among its occurrences.
//
// An alignment is written as a string: for every target position the linked source positions, each
// plus one, in increasing order, then a zero. Strings compare as Moses compares alignments, which
// decides between alignments that are equally frequent.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "grammar/extract/phrase_instance.hpp"
#include "grammar/index/aligned_corpus.hpp"

namespace dragoman::grammar {

/// The links of one side's positions in turn, as explained above.
using AlignmentString = std::string;

struct PhraseAlignment {
  AlignmentString by_target;  ///< most frequent; among equals the greatest by_target string
  AlignmentString by_source;  ///< most frequent; among equals the greatest by_source string
};

/// An alignment by target position, and how many occurrences have it.
struct CountedAlignment {
  AlignmentString by_target;
  std::size_t count;
};

/// Of different alignments, at least one; they are left sorted.
PhraseAlignment most_frequent(std::vector<CountedAlignment>& alignments, std::size_t source_length);

/// For the alignments (by target position) of a phrase pair's occurrences, at least one; they are
/// left sorted.
PhraseAlignment most_frequent(std::vector<AlignmentString>& alignments, std::size_t source_length);

class PhraseAligner {
 public:
  explicit PhraseAligner(const AlignedCorpus& corpus) : corpus_(corpus) {}

  /// For the occurrences of one phrase pair, at least one.
  PhraseAlignment operator()(std::span<const PhraseInstance> instances);

 private:
  AlignmentString by_target(const PhraseInstance& instance);

  const AlignedCorpus& corpus_;
  std::vector<AlignmentString> seen_;
  std::vector<WordLink> links_;
};

/// Exchanges the sides: from positions of one side to those of the other, `length` many.
AlignmentString inverted(const AlignmentString& alignment, std::size_t length);

/// Calls f(position, linked positions of the other side) for every position in turn.
template <typename F>
void for_each_position(const AlignmentString& alignment, F&& f) {
  std::size_t position = 0, begin = 0;
  for (std::size_t i = 0; i < alignment.size(); ++i) {
    if (alignment[i] != 0) continue;
    f(position++, std::string_view(alignment).substr(begin, i - begin));
    begin = i + 1;
  }
}

/// The position that a character of an alignment string stands for.
inline std::size_t position_of(char link) { return static_cast<unsigned char>(link) - 1U; }

}  // namespace dragoman::grammar
