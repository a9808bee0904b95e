#include "lm/levels.hpp"

#include <algorithm>

#include "common/error.hpp"

namespace dragoman::lm {
namespace {

class LevelBuilder {
 public:
  LevelBuilder(int order, const KeepRule& keep, Budget& budget) : order_(order), keep_(keep) {
    for (int n = 0; n < order; ++n) levels_.emplace_back(budget);
  }

  std::vector<Level> run(std::size_t vocabulary, NgramSorter& sorted) {
    open(1, kUnknown);
    close(1);
    open(1, kBegin);
    close(1);
    WordId previous[kMaxOrder] = {};
    int previous_length = 0;
    while (sorted.next()) {
      const WordId* words = sorted.words();
      int length = 1;  // without all but the last <s> of the padding
      while (length < order_ && words[order_ - length] != kBegin) ++length;
      int same = 0;
      while (same < std::min(length, previous_length) &&
             words[order_ - 1 - same] == previous[order_ - 1 - same]) {
        ++same;
      }
      for (int n = previous_length; n > same; --n) close(n);
      for (int n = same + 1; n <= length; ++n) open(n, words[order_ - n]);
      for (int n = 1; n <= length; ++n) actual_[n - 1] += sorted.count();
      std::copy_n(words, order_, previous);
      previous_length = length;
    }
    for (int n = previous_length; n > 0; --n) close(n);
    if (levels_[0].size() != vocabulary) throw Error("a word of the vocabulary was not counted");
    for (int n = 1; n < order_; ++n) levels_[n - 1].child.push_back(levels_[n].size());
    return std::move(levels_);
  }

 private:
  void open(int n, WordId word) {
    Level& level = levels_[n - 1];
    level.word.push_back(word);
    level.count.push_back(0);
    if (n < order_) level.child.push_back(levels_[n].size());
    actual_[n - 1] = 0;
    dropped_[n - 1] = (n > 1 && dropped_[n - 2]) || !kept(word);
  }

  /// The adjusted count of an n-gram is the number of different words seen before it. An n-gram
  /// that no word can precede, or of the highest order, keeps its own count.
  void close(int n) {
    Level& level = levels_[n - 1];
    const std::size_t last = level.size() - 1;
    const bool own = n == order_ || (level.word[last] == kBegin && n > 1);
    const std::uint64_t count =
        own ? actual_[n - 1] : levels_[n].size() - level.child[level.child.size() - 1];
    if (count >= Level::kPruned) throw Error("an n-gram occurs more than 2^31 times");
    const bool special = n == 1 && level.word[last] <= kEnd;
    const bool prune = !special && (actual_[n - 1] <= keep_.prune[n - 1] || dropped_[n - 1]);
    level.count[last] = static_cast<std::uint32_t>(count) | (prune ? Level::kPruned : 0);
  }

  bool kept(WordId word) const { return word <= kEnd || keep_.words.empty() || keep_.words[word]; }

  int order_;
  const KeepRule& keep_;
  std::vector<Level> levels_;
  std::uint64_t actual_[kMaxOrder] = {};
  bool dropped_[kMaxOrder] = {};
};

}  // namespace

void Level::trim() const {
  word.trim();
  count.trim();
  child.trim();
  probability.trim();
  backoff.trim();
}

std::vector<Level> build_levels(int order, std::size_t vocabulary, NgramSorter& sorted,
                                const KeepRule& keep, Budget& budget) {
  return LevelBuilder(order, keep, budget).run(vocabulary, sorted);
}

LevelWalk::LevelWalk(const std::vector<Level>& levels, int n, std::size_t i)
    : levels_(&levels), n_(n) {
  at_[n - 1] = i;
  for (int level = n - 1; level > 0; --level) {
    const auto& child = levels[level - 1].child;
    const std::uint64_t* after =
        std::upper_bound(child.data(), child.data() + child.size(), at_[level]);
    at_[level - 1] = static_cast<std::size_t>(after - child.data()) - 1;
  }
}

void LevelWalk::next() {
  ++at_[n_ - 1];
  for (int level = n_ - 1; level > 0; --level) {
    const Level& above = (*levels_)[level - 1];
    if (at_[level] >= (*levels_)[level].size()) return;
    while (above.child[at_[level - 1] + 1] <= at_[level]) ++at_[level - 1];
  }
}

}  // namespace dragoman::lm
