// Word classes by exchange (Martin, Liermann & Ney 1998; mkcls): every word is moved to the class
// that makes a bigram model of classes most likely, word by word, until few move.
//
// With N the counts of classes, of pairs of neighbours, and f(n) = n log n, the log likelihood is,
// but for a constant,
//
//   sum f(N(g, h)) - sum f(N(g, .)) - sum f(N(., h))
//
// A move changes rows and columns of two classes alone. For each word only the classes of its
// neighbours are looked at, so a rare word is cheap for any number of classes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/parallel.hpp"
#include "common/types.hpp"

namespace dragoman::lm {

struct ExchangeOptions {
  std::uint32_t classes;     ///< at least 1
  std::uint32_t iterations;  ///< at most so many rounds over all words
};

/// The class of every word, from 0; a word that does not occur has class 0. The text has the words
/// of all lines end to end, and where each line starts (one more than there are lines).
std::vector<std::uint32_t> exchange(std::span<const WordId> words,
                                    std::span<const std::uint64_t> offsets, std::size_t vocabulary,
                                    const ExchangeOptions& options, Monitor& monitor);

/// The log likelihood of a text in a bigram model of classes, by its definition: what exchange()
/// makes larger.
double class_likelihood(std::span<const WordId> words, std::span<const std::uint64_t> offsets,
                        std::span<const std::uint32_t> classes);

}  // namespace dragoman::lm
