// Counted n-grams in sorted runs, and their merge. A run is a record for each distinct n-gram, in
// suffix order: n words, and the count as two words.
//
//   NgramMerge merge(n, bytes of memory for each run);
//   merge.add(run);                          // for every run
//   while (merge.next()) use(merge.words(), merge.count());
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "common/error.hpp"
#include "common/types.hpp"

namespace dragoman::lm {

/// The words that a count takes in a run.
inline constexpr std::size_t kCountWords = sizeof(std::uint64_t) / sizeof(WordId);

/// Compares two n-grams of n words in suffix order: less than, equal to or greater than 0.
inline int compare_suffixes(const WordId* a, const WordId* b, std::size_t n) {
  for (std::size_t i = n; i-- > 0;) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

/// One run, read some at a time.
class NgramRun {
 public:
  /// Reads so many bytes, fewer at the end only, and returns how many.
  using Read = std::function<std::size_t(void* to, std::size_t size)>;

  NgramRun(std::size_t n, Read read, std::size_t memory)
      : n_(n),
        read_(std::move(read)),
        buffer_(std::max<std::size_t>(1, memory / (sizeof(WordId) * size())) * size()) {}

  bool next() {
    if (started_) at_ += size();
    started_ = true;
    if (at_ < end_) return true;
    const std::size_t bytes = read_(buffer_.data(), sizeof(WordId) * buffer_.size());
    if (bytes % (sizeof(WordId) * size()) != 0) throw Error("counted n-grams end too early");
    end_ = bytes / sizeof(WordId);
    at_ = 0;
    return end_ > 0;
  }
  const WordId* words() const { return buffer_.data() + at_; }
  std::uint64_t count() const {
    std::uint64_t count = 0;
    std::memcpy(&count, buffer_.data() + at_ + n_, sizeof(count));
    return count;
  }

 private:
  std::size_t size() const { return n_ + kCountWords; }

  std::size_t n_;
  Read read_;
  std::vector<WordId> buffer_;
  std::size_t at_ = 0, end_ = 0;
  bool started_ = false;
};

/// Distinct n-grams of all runs with the sums of their counts.
class NgramMerge {
 public:
  NgramMerge(std::size_t n, std::size_t memory) : n_(n), memory_(memory), current_(n) {}

  void add(NgramRun::Read read) {
    auto run = std::make_unique<NgramRun>(n_, std::move(read), memory_);
    if (!run->next()) return;
    heap_.push_back(std::move(run));
    std::push_heap(heap_.begin(), heap_.end(), Later{n_});
  }
  bool next() {
    if (heap_.empty()) return false;
    count_ = 0;
    std::copy_n(heap_.front()->words(), n_, current_.data());
    while (!heap_.empty() && compare_suffixes(heap_.front()->words(), current_.data(), n_) == 0) {
      std::pop_heap(heap_.begin(), heap_.end(), Later{n_});
      count_ += heap_.back()->count();
      if (heap_.back()->next()) {
        std::push_heap(heap_.begin(), heap_.end(), Later{n_});
      } else {
        heap_.pop_back();
      }
    }
    return true;
  }
  const WordId* words() const { return current_.data(); }
  std::uint64_t count() const { return count_; }

 private:
  struct Later {
    std::size_t n;
    bool operator()(const std::unique_ptr<NgramRun>& a, const std::unique_ptr<NgramRun>& b) const {
      return compare_suffixes(a->words(), b->words(), n) > 0;
    }
  };

  std::size_t n_, memory_;
  std::vector<std::unique_ptr<NgramRun>> heap_;
  std::vector<WordId> current_;
  std::uint64_t count_ = 0;
};

}  // namespace dragoman::lm
