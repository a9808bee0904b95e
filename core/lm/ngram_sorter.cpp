#include "lm/ngram_sorter.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "common/temporary_file.hpp"

namespace dragoman::lm {
namespace {

/// Compares two n-grams of n words in suffix order.
int compare(const WordId* a, const WordId* b, std::size_t n) {
  for (std::size_t i = n; i-- > 0;) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

template <std::size_t N>
void sort_bucket(WordId* begin, std::size_t count) {
  using Gram = std::array<WordId, N>;
  auto* grams = reinterpret_cast<Gram*>(begin);
  std::sort(grams, grams + count, [](const Gram& a, const Gram& b) {
    for (std::size_t i = N - 1; i-- > 0;) {  // the last words are equal
      if (a[i] != b[i]) return a[i] < b[i];
    }
    return false;
  });
}

constexpr void (*kSortBucket[])(WordId*, std::size_t) = {
    nullptr,        sort_bucket<1>, sort_bucket<2>, sort_bucket<3>,
    sort_bucket<4>, sort_bucket<5>, sort_bucket<6>, sort_bucket<7>};

}  // namespace

/// A sorted part on disk: n words and a count (as two words) for each distinct n-gram.
class NgramSorter::Run {
 public:
  Run(const std::string& directory, std::size_t n) : n_(n), file_(directory), record_(n + 2) {}

  void write(const WordId* words, std::uint64_t count) {
    std::copy_n(words, n_, record_.data());
    std::memcpy(record_.data() + n_, &count, sizeof(count));
    file_.write(record_.data(), sizeof(WordId) * (n_ + 2));
  }
  void rewind(std::size_t memory) {
    file_.rewind();
    buffer_.resize(std::max<std::size_t>(1, memory / (sizeof(WordId) * (n_ + 2))) * (n_ + 2));
    at_ = end_ = 0;
  }
  bool next() {
    if (started_) at_ += n_ + 2;
    started_ = true;
    if (at_ < end_) return true;
    end_ = file_.read(buffer_.data(), sizeof(WordId) * buffer_.size()) / sizeof(WordId);
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
  std::size_t n_;
  TemporaryFile file_;
  std::vector<WordId> record_, buffer_;
  std::size_t at_ = 0, end_ = 0;
  bool started_ = false;
};

NgramSorter::NgramSorter(int n, SortSettings settings)
    : n_(n), settings_(std::move(settings)), capacity_(0), current_(n) {
  if (settings_.memory != 0) {  // half for the buffer, half for sorting it
    capacity_ = std::max<std::size_t>(settings_.memory / (2 * sizeof(WordId) * n_), 1024) * n_;
    buffer_.reserve(capacity_);
  }
}

NgramSorter::~NgramSorter() = default;

void NgramSorter::sort(Monitor& monitor) {
  const std::size_t grams = buffer_.size() / n_;
  if (grams == 0) return;
  WordId bound = 0;
  for (std::size_t i = n_ - 1; i < buffer_.size(); i += n_) bound = std::max(bound, buffer_[i]);
  std::vector<std::size_t> starts(std::size_t{bound} + 2);
  for (std::size_t i = n_ - 1; i < buffer_.size(); i += n_) ++starts[std::size_t{buffer_[i]} + 1];
  for (std::size_t w = 1; w < starts.size(); ++w) starts[w] += starts[w - 1];
  std::vector<WordId> scattered(buffer_.size());
  std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
  for (std::size_t i = 0; i < buffer_.size(); i += n_) {
    std::copy_n(buffer_.data() + i, n_, scattered.data() + next[buffer_[i + n_ - 1]]++ * n_);
  }
  std::swap(buffer_, scattered);
  std::vector<WordId>().swap(scattered);
  constexpr std::size_t kWordsPerChunk = 64;
  const std::size_t chunks = (starts.size() - 1 + kWordsPerChunk - 1) / kWordsPerChunk;
  parallel_chunks(chunks, settings_.threads, monitor, [&](std::size_t chunk, std::size_t) {
    const std::size_t end = std::min((chunk + 1) * kWordsPerChunk, starts.size() - 1);
    for (std::size_t w = chunk * kWordsPerChunk; w < end; ++w) {
      kSortBucket[n_](buffer_.data() + starts[w] * n_, starts[w + 1] - starts[w]);
    }
  });
}

bool NgramSorter::next_in_memory(const WordId*& words, std::uint64_t& count) {
  if (position_ == buffer_.size()) return false;
  words = buffer_.data() + position_;
  count = 0;
  do {
    ++count;
    position_ += n_;
  } while (position_ < buffer_.size() && compare(words, buffer_.data() + position_, n_) == 0);
  return true;
}

void NgramSorter::spill(Monitor& monitor) {
  sort(monitor);
  auto run = std::make_unique<Run>(settings_.directory, n_);
  const WordId* words = nullptr;
  std::uint64_t count = 0;
  while (next_in_memory(words, count)) run->write(words, count);
  runs_.push_back(std::move(run));
  buffer_.clear();
  buffer_.reserve(capacity_);
  position_ = 0;
}

void NgramSorter::finish(Monitor& monitor) {
  if (runs_.empty()) {
    sort(monitor);
    return;
  }
  if (!buffer_.empty()) spill(monitor);
  std::vector<WordId>().swap(buffer_);
  for (auto& run : runs_) {
    run->rewind(std::max<std::size_t>(settings_.memory / (2 * runs_.size()), 1 << 16));
    if (run->next()) heap_.push_back(run.get());
  }
  const auto later = [this](const Run* a, const Run* b) {
    return compare(a->words(), b->words(), n_) > 0;
  };
  std::make_heap(heap_.begin(), heap_.end(), later);
}

bool NgramSorter::next() {
  if (runs_.empty()) {
    const WordId* words = nullptr;
    if (!next_in_memory(words, count_)) return false;
    std::copy_n(words, n_, current_.data());
    return true;
  }
  if (heap_.empty()) return false;
  const auto later = [this](const Run* a, const Run* b) {
    return compare(a->words(), b->words(), n_) > 0;
  };
  count_ = 0;
  std::copy_n(heap_.front()->words(), n_, current_.data());
  while (!heap_.empty() && compare(heap_.front()->words(), current_.data(), n_) == 0) {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    count_ += heap_.back()->count();
    if (heap_.back()->next()) {
      std::push_heap(heap_.begin(), heap_.end(), later);
    } else {
      heap_.pop_back();
    }
  }
  return true;
}

}  // namespace dragoman::lm
