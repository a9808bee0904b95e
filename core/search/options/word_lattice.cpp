#include "search/options/word_lattice.hpp"

#include <algorithm>

#include "search/shared/pieces.hpp"

namespace dragoman::search {

void WordLattice::assign(std::span<const LatticeArc> arcs) {
  length_ = 0;
  if (arcs.empty()) return;
  arcs_.assign(arcs.begin(), arcs.end());
  for (const LatticeArc& arc : arcs_) length_ = std::max<std::size_t>(length_, arc.end);
  choose_words();
  measure();
}

void WordLattice::choose_words() {
  std::vector<bool> reached(length_ + 1, false), leads(length_ + 1, false);
  reached[0] = leads[length_] = true;
  for (const LatticeArc& arc : arcs_) {
    if (reached[arc.begin]) reached[arc.end] = true;
  }
  for (std::size_t i = arcs_.size(); i-- > 0;) {
    if (leads[arcs_[i].end]) leads[arcs_[i].begin] = true;
  }
  words_.clear();
  first_.assign(length_ + 2, 0);
  passed_.assign(length_ + 1, false);
  for (std::uint32_t word = 0; word < arcs_.size(); ++word) {
    const auto& [begin, end, score] = arcs_[word];
    if (!reached[begin] || !leads[end]) continue;
    words_.push_back(word);
    ++first_[begin + 1];
    std::fill(passed_.begin() + begin + 1, passed_.begin() + end, true);
  }
  for (std::size_t node = 0; node <= length_; ++node) first_[node + 1] += first_[node];
}

void WordLattice::measure() {
  const std::size_t width = length_ + 1;
  distances_.assign(width * width, kApart);
  for (std::size_t node = width; node-- > 0;) {
    std::uint16_t* row = &distances_[node * width];
    row[node] = 0;
    for (const std::uint32_t word : leaving(node)) {
      const std::uint16_t* after = &distances_[end(word) * width];
      for (std::size_t to = end(word); to < width; ++to) {
        if (after[to] != kApart) row[to] = std::min<std::uint16_t>(row[to], after[to] + 1);
      }
    }
  }
}

std::size_t WordLattice::reach(std::size_t node, int limit) const {
  std::size_t last = length_;
  while (limit >= 0 && last > node && distance(node, last) > limit) --last;
  return last;
}

std::vector<std::uint32_t> next_walls(const Sentence& sentence, const WordLattice& lattice,
                                      bool punctuation) {
  const std::size_t length = lattice.length();
  // A mark that leads to a node, or leaves it, and a word that does so and is no mark.
  enum : std::uint8_t { kMarkBefore = 1, kMarkAfter = 2, kWordBefore = 4, kWordAfter = 8 };
  std::vector<std::uint8_t> beside(length + 1, 0);
  for (std::size_t node = 0; punctuation && node < length; ++node) {
    for (const std::uint32_t word : lattice.leaving(node)) {
      const bool mark = is_punctuation(sentence.words[word]);
      beside[node] |= mark ? kMarkAfter : kWordAfter;
      beside[lattice.end(word)] |= mark ? kMarkBefore : kWordBefore;
    }
  }
  const auto wall = [&](std::size_t node) {
    const std::uint8_t found = beside[node];
    const bool before = (found & kMarkBefore) != 0 && (found & kWordBefore) == 0;
    const bool after = (found & kMarkAfter) != 0 && (found & kWordAfter) == 0;
    return lattice.on_all_paths(node) && (before || after);
  };
  std::vector<std::uint32_t> next(length + 1, static_cast<std::uint32_t>(length));
  for (std::size_t node = length; node-- > 0;) {
    next[node] = wall(node + 1) ? static_cast<std::uint32_t>(node + 1) : next[node + 1];
  }
  return next;
}

}  // namespace dragoman::search
