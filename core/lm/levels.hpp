// The n-grams of a corpus as a trie over reversed words, level by level. Level n holds all n-grams
// of n words in suffix order. The n+1-grams that extend an n-gram on the left are neighbours on the
// next level. So any walk knows the shorter n-gram with the same end (the parent), and finds the
// shorter n-gram with the same beginning (the context) among the children of the parent's context.
#pragma once

#include <cstdint>
#include <vector>

#include "lm/column.hpp"
#include "lm/ngram_sorter.hpp"
#include "lm/state.hpp"

namespace dragoman::lm {

/// Numbers of the words that every corpus has.
inline constexpr WordId kUnknown = 0, kBegin = 1, kEnd = 2;

struct Level {
  explicit Level(Budget& budget)
      : word(budget), count(budget), child(budget), probability(budget), backoff(budget) {}

  static constexpr std::uint32_t kPruned = std::uint32_t{1} << 31;

  Column<WordId> word;          // the first of the n-gram's words
  Column<std::uint32_t> count;  // adjusted (Chen and Goodman 1999, section 3), and kPruned
  Column<std::uint64_t> child;  // where its children begin on the next level; one entry more
  Column<float> probability;
  Column<float> backoff;  // linear; 1 for n-grams that are not a context

  std::size_t size() const { return word.size(); }
  std::uint32_t adjusted(std::size_t i) const { return count[i] & ~kPruned; }
  bool kept(std::size_t i) const { return (count[i] & kPruned) == 0; }
  void trim() const;
};

/// Which n-grams estimation keeps; n-grams with a count of at most prune[n - 1] are dropped.
struct KeepRule {
  std::vector<std::uint64_t> prune;
  std::vector<bool> words;  // by number; empty: all
};

/// Builds all levels from a finished sorter of `order`-grams padded with kBegin.
std::vector<Level> build_levels(int order, std::size_t vocabulary, NgramSorter& sorted,
                                const KeepRule& keep, Budget& budget);

/// Walks one level, knowing all the words and parents.
class LevelWalk {
 public:
  /// At position `i` of level n (1 is the first), i < size.
  LevelWalk(const std::vector<Level>& levels, int n, std::size_t i);

  std::size_t position() const { return at_[n_ - 1]; }
  /// The n-gram's words, first to last.
  WordId word(int i) const { return (*levels_)[n_ - 1 - i].word[at_[n_ - 1 - i]]; }
  void next();

 private:
  const std::vector<Level>* levels_;
  int n_;
  std::size_t at_[kMaxOrder];  // by level
};

}  // namespace dragoman::lm
