// A whole back-off model in memory, as an ARPA file lists it. It is read, estimated, interpolated,
// written, and turned into the arrays of a binary model (build.hpp).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/types.hpp"
#include "common/vocabulary.hpp"

namespace dragoman::lm {

/// The n-grams of one length: n words each, laid end to end.
struct NgramList {
  std::vector<WordId> words;
  std::vector<float> probabilities;  // log10
  std::vector<float> backoffs;       // log10; NaN if the file has none; empty for the longest
  std::size_t first_line = 0;        // line of the first n-gram in the file, 0 if there is no file

  std::size_t size() const { return probabilities.size(); }
};

struct Ngrams {
  Vocabulary vocabulary;
  std::vector<NgramList> orders;  // orders[n - 1] holds the n-grams of length n
  std::string path;               // of the file it was read from, for messages
  WordId unknown = kNoWord;
  WordId begin_sentence = kNoWord;
  WordId end_sentence = kNoWord;
  bool linked = false;  ///< link() has changed the values: they are no probabilities any more

  int order() const { return static_cast<int>(orders.size()); }
  const WordId* gram(int n, std::size_t i) const {
    return orders[n - 1].words.data() + i * static_cast<std::size_t>(n);
  }
};

}  // namespace dragoman::lm
