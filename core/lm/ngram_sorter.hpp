// Counts n-grams by sorting them: all occurrences go in, distinct n-grams with their counts come
// out in suffix order (by last word, then the last but one, ...). Beyond its memory it sorts
// externally.
//
//   NgramSorter sorter(5, settings);
//   sorter.add(words);            // for every occurrence
//   sorter.finish(monitor);
//   while (sorter.next()) use(sorter.words(), sorter.count());
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/parallel.hpp"
#include "common/types.hpp"
#include "lm/ngram_runs.hpp"

namespace dragoman::lm {

struct SortSettings {
  std::size_t memory = 0;  // bytes; 0: no limit
  std::string directory;   // of temporary files
  std::size_t threads = 1;
};

class NgramSorter {
 public:
  NgramSorter(int n, SortSettings settings);
  NgramSorter(const NgramSorter&) = delete;
  NgramSorter& operator=(const NgramSorter&) = delete;

  /// Whether the memory is full: call spill before the next add.
  bool full() const { return capacity_ != 0 && buffer_.size() + n_ > capacity_; }
  void add(const WordId* words) { buffer_.insert(buffer_.end(), words, words + n_); }
  void spill(Monitor& monitor);
  /// N-grams that were counted elsewhere: a sorted run, as NgramRun reads it.
  void add_run(NgramRun::Read run) { runs_.push_back(std::move(run)); }
  void finish(Monitor& monitor);

  bool next();
  const WordId* words() const { return merge_ ? merge_->words() : current_.data(); }
  std::uint64_t count() const { return merge_ ? merge_->count() : count_; }

 private:
  void sort(Monitor& monitor);
  bool next_in_memory(const WordId*& words, std::uint64_t& count);

  std::size_t n_;
  SortSettings settings_;
  std::size_t capacity_;  // of the buffer, in words; 0: no limit
  std::vector<WordId> buffer_;
  std::size_t position_ = 0;
  std::vector<NgramRun::Read> runs_;
  std::optional<NgramMerge> merge_;  ///< of the runs, if there are any
  std::vector<WordId> current_;
  std::uint64_t count_ = 0;
};

}  // namespace dragoman::lm
