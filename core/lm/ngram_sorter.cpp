#include "lm/ngram_sorter.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "common/temporary_file.hpp"

namespace dragoman::lm {
namespace {

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

NgramSorter::NgramSorter(int n, SortSettings settings)
    : n_(n), settings_(std::move(settings)), capacity_(0), current_(n) {
  if (settings_.memory != 0) {  // half for the buffer, half for sorting it
    capacity_ = std::max<std::size_t>(settings_.memory / (2 * sizeof(WordId) * n_), 1024) * n_;
    buffer_.reserve(capacity_);
  }
}

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
  } while (position_ < buffer_.size() &&
           compare_suffixes(words, buffer_.data() + position_, n_) == 0);
  return true;
}

void NgramSorter::spill(Monitor& monitor) {
  sort(monitor);
  auto file = std::make_shared<TemporaryFile>(settings_.directory);
  std::vector<WordId> record(n_ + kCountWords);
  const WordId* words = nullptr;
  std::uint64_t count = 0;
  while (next_in_memory(words, count)) {
    std::copy_n(words, n_, record.data());
    std::memcpy(record.data() + n_, &count, sizeof(count));
    file->write(record.data(), sizeof(WordId) * record.size());
  }
  file->rewind();
  runs_.push_back([file](void* to, std::size_t size) { return file->read(to, size); });
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
  merge_.emplace(n_, std::max<std::size_t>(settings_.memory / (2 * runs_.size()), 1 << 16));
  for (auto& run : runs_) merge_->add(std::move(run));
}

bool NgramSorter::next() {
  if (merge_) return merge_->next();
  const WordId* words = nullptr;
  if (!next_in_memory(words, count_)) return false;
  std::copy_n(words, n_, current_.data());
  return true;
}

}  // namespace dragoman::lm
