#include "lm/exchange.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace dragoman::lm {
namespace {

double x_log_x(double x) { return x > 0 ? x * std::log(x) : 0; }

/// x log x of whole numbers, the small ones from a table.
class XLogX {
 public:
  XLogX() : known_(kKnown) {
    for (std::size_t i = 0; i < kKnown; ++i) known_[i] = x_log_x(static_cast<double>(i));
  }
  double operator()(std::uint32_t x) const { return x < kKnown ? known_[x] : x_log_x(x); }

 private:
  static constexpr std::size_t kKnown = 1 << 14;
  std::vector<double> known_;
};

/// Another word and how often it stands beside a word.
struct Neighbour {
  WordId word;
  std::uint32_t count;
};

/// The neighbours of every word on one side, those of a word side by side.
struct Neighbours {
  std::vector<std::size_t> first;
  std::vector<Neighbour> all;

  std::span<const Neighbour> of(WordId word) const {
    return {all.data() + first[word], all.data() + first[word + 1]};
  }
};

/// `pairs`: (word, neighbour) as one number, sorted.
Neighbours collect(const std::vector<std::uint64_t>& pairs, std::size_t words) {
  Neighbours found;
  found.first.assign(words + 1, 0);
  for (std::size_t i = 0; i < pairs.size();) {
    const std::size_t begin = i;
    while (i < pairs.size() && pairs[i] == pairs[begin]) ++i;
    found.all.push_back(
        {static_cast<WordId>(pairs[begin] & 0xFFFFFFFF), static_cast<std::uint32_t>(i - begin)});
    ++found.first[(pairs[begin] >> 32) + 1];
  }
  std::partial_sum(found.first.begin(), found.first.end(), found.first.begin());
  return found;
}

/// Sums by class that know which classes have any.
class ClassCounts {
 public:
  explicit ClassCounts(std::size_t classes) : counts_(classes, 0) {}
  void add(std::uint32_t one, std::uint32_t count) {
    if (counts_[one] == 0) present_.push_back(one);
    counts_[one] += count;
  }
  void clear() {
    for (const std::uint32_t one : present_) counts_[one] = 0;
    present_.clear();
  }
  std::uint32_t operator[](std::uint32_t one) const { return counts_[one]; }
  std::span<const std::uint32_t> present() const { return present_; }

 private:
  std::vector<std::uint32_t> counts_, present_;
};

/// Classes are 1, 2, ... here; 0 is that of the boundaries of lines, the word `words`.
class Exchange {
 public:
  Exchange(std::span<const WordId> words, std::span<const std::uint64_t> offsets,
           std::size_t vocabulary, std::uint32_t classes)
      : vocabulary_(vocabulary),
        classes_(classes + 1),
        counts_(vocabulary + 1, 0),
        class_of_(vocabulary + 1, 0),
        matrix_(classes_ * classes_, 0),
        transposed_(classes_ * classes_, 0),
        firsts_(classes_, 0),
        seconds_(classes_, 0),
        before_(classes_),
        after_(classes_),
        gains_(classes_) {
    count(words, offsets);
    begin();
  }

  /// One round over all words; returns how many moved.
  std::size_t round(Monitor& monitor) {
    std::size_t moved = 0, done = 0;
    for (const WordId word : by_frequency_) {
      moved += move(word) ? 1 : 0;
      if (++done % 256 == 0) monitor.report(done, by_frequency_.size());
    }
    return moved;
  }
  std::vector<std::uint32_t> classes() const {
    std::vector<std::uint32_t> found(vocabulary_);
    for (std::size_t word = 0; word < vocabulary_; ++word) {
      found[word] = class_of_[word] == 0 ? 0 : class_of_[word] - 1;
    }
    return found;
  }

 private:
  void count(std::span<const WordId> words, std::span<const std::uint64_t> offsets) {
    const auto boundary = static_cast<WordId>(vocabulary_);
    std::vector<std::uint64_t> pairs;
    pairs.reserve(words.size() + offsets.size());
    for (std::size_t line = 0; line + 1 < offsets.size(); ++line) {
      WordId last = boundary;
      for (std::size_t i = offsets[line]; i < offsets[line + 1]; ++i) {
        ++counts_[words[i]];
        pairs.push_back(static_cast<std::uint64_t>(last) << 32 | words[i]);
        last = words[i];
      }
      pairs.push_back(static_cast<std::uint64_t>(last) << 32 | boundary);
    }
    std::ranges::sort(pairs);
    following_ = collect(pairs, vocabulary_ + 1);
    for (std::uint64_t& pair : pairs) pair = pair << 32 | pair >> 32;
    std::ranges::sort(pairs);
    preceding_ = collect(pairs, vocabulary_ + 1);
  }

  /// Every class begins with words of all frequencies.
  void begin() {
    for (WordId word = 0; word < vocabulary_; ++word) {
      if (counts_[word] > 0) by_frequency_.push_back(word);
    }
    std::ranges::stable_sort(by_frequency_, std::ranges::greater(),
                             [&](WordId word) { return counts_[word]; });
    for (std::size_t rank = 0; rank < by_frequency_.size(); ++rank) {
      class_of_[by_frequency_[rank]] = static_cast<std::uint32_t>(1 + rank % (classes_ - 1));
    }
    for (WordId word = 0; word <= vocabulary_; ++word) {
      for (const Neighbour& next : following_.of(word)) {
        add(class_of_[word], class_of_[next.word], next.count);
        firsts_[class_of_[word]] += next.count;
        seconds_[class_of_[next.word]] += next.count;
      }
    }
  }

  void add(std::uint32_t first, std::uint32_t second, std::uint32_t count) {
    matrix_[first * classes_ + second] += count;
    transposed_[second * classes_ + first] += count;
  }

  /// Takes the word's pairs of classes out of the counts (sign -1 as unsigned), or puts them in.
  void change(std::uint32_t own, std::uint32_t count, std::uint32_t self, std::uint32_t sign) {
    for (const std::uint32_t one : before_.present()) add(one, own, sign * before_[one]);
    for (const std::uint32_t one : after_.present()) add(own, one, sign * after_[one]);
    add(own, own, sign * self);
    firsts_[own] += sign * count;
    seconds_[own] += sign * count;
  }

  /// Adds to gains_ what a line of counts gains if `count` is added to one of its cells.
  void gain(const std::uint32_t* line, std::uint32_t count) {
    for (std::size_t own = 1; own < classes_; ++own) {
      gains_[own] += f_(line[own] + count) - f_(line[own]);
    }
  }

  bool move(WordId word) {
    before_.clear();
    after_.clear();
    std::uint32_t self = 0;
    for (const Neighbour& one : preceding_.of(word)) {
      if (one.word != word) before_.add(class_of_[one.word], one.count);
    }
    for (const Neighbour& one : following_.of(word)) {
      if (one.word == word) {
        self = one.count;
      } else {
        after_.add(class_of_[one.word], one.count);
      }
    }
    const std::uint32_t old = class_of_[word], count = counts_[word];
    change(old, count, self, ~std::uint32_t{0});
    std::ranges::fill(gains_, 0.0);
    for (const std::uint32_t one : before_.present()) gain(&matrix_[one * classes_], before_[one]);
    for (const std::uint32_t one : after_.present())
      gain(&transposed_[one * classes_], after_[one]);
    std::uint32_t best = old;
    double most = total_gain(old, count, self);
    for (std::uint32_t own = 1; own < classes_; ++own) {
      const double total = own == old ? most : total_gain(own, count, self);
      if (total > most + kLeast) {
        most = total;
        best = own;
      }
    }
    change(best, count, self, 1);
    class_of_[word] = best;
    return best != old;
  }

  /// What the word gains in a class: the cell of the class with itself changes once, and not once
  /// for each side.
  double total_gain(std::uint32_t own, std::uint32_t count, std::uint32_t self) const {
    const std::uint32_t cell = matrix_[own * classes_ + own];
    double total = gains_[own];
    total -= f_(cell + before_[own]) - f_(cell);
    total -= f_(cell + after_[own]) - f_(cell);
    total += f_(cell + before_[own] + after_[own] + self) - f_(cell);
    total -= f_(firsts_[own] + count) - f_(firsts_[own]);
    total -= f_(seconds_[own] + count) - f_(seconds_[own]);
    return total;
  }

  static constexpr double kLeast = 1e-6;  ///< rounding must not move a word

  std::size_t vocabulary_, classes_;
  XLogX f_;
  Neighbours following_, preceding_;
  std::vector<std::uint32_t> counts_;
  std::vector<WordId> by_frequency_;
  std::vector<std::uint32_t> class_of_;
  std::vector<std::uint32_t> matrix_, transposed_;
  std::vector<std::uint32_t> firsts_, seconds_;
  ClassCounts before_, after_;
  std::vector<double> gains_;
};

}  // namespace

std::vector<std::uint32_t> exchange(std::span<const WordId> words,
                                    std::span<const std::uint64_t> offsets, std::size_t vocabulary,
                                    const ExchangeOptions& options, Monitor& monitor) {
  Exchange search(words, offsets, vocabulary, options.classes);
  for (std::uint32_t i = 0; i < options.iterations; ++i) {
    if (search.round(monitor) == 0) break;
  }
  return search.classes();
}

double class_likelihood(std::span<const WordId> words, std::span<const std::uint64_t> offsets,
                        std::span<const std::uint32_t> classes) {
  std::uint32_t most = 0;
  for (const std::uint32_t one : classes) most = std::max(most, one);
  const std::size_t size = most + 2;
  std::vector<double> pairs(size * size, 0), firsts(size, 0), seconds(size, 0);
  const auto add = [&](std::size_t first, std::size_t second) {
    ++pairs[first * size + second];
    ++firsts[first];
    ++seconds[second];
  };
  for (std::size_t line = 0; line + 1 < offsets.size(); ++line) {
    std::size_t last = 0;
    for (std::size_t i = offsets[line]; i < offsets[line + 1]; ++i) {
      add(last, classes[words[i]] + 1);
      last = classes[words[i]] + 1;
    }
    add(last, 0);
  }
  double total = 0;
  for (const double count : pairs) total += x_log_x(count);
  for (const double count : firsts) total -= x_log_x(count);
  for (const double count : seconds) total -= x_log_x(count);
  return total;
}

}  // namespace dragoman::lm
