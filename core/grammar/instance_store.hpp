// Where extracted phrase pairs wait to be counted: buckets by source phrase, in memory up to a
// limit and in temporary files beyond it, so that a corpus of any size can be extracted.
//
// A phrase is known by a 64-bit hash of its words; which words they are is looked up in the corpus.
// Among ten million phrases the chance that any two have the same hash is about 1 in 400,000.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "grammar/phrase_extractor.hpp"

namespace dragoman::grammar {

/// One occurrence of a phrase pair.
struct PhraseInstance {
  std::uint64_t source_hash;
  std::uint64_t target_hash;
  std::uint32_t line;
  PhraseSpan span;
};

/// Counts do not depend on the order of equal pairs, but ties between alignments and the first
/// occurrence do: so the order is total.
bool operator<(const PhraseInstance& a, const PhraseInstance& b);

class InstanceStore {
 public:
  static constexpr std::size_t kBuckets = 256;
  static std::size_t bucket_of(std::uint64_t source_hash) { return source_hash >> 56; }

  /// Keeps about `limit` bytes in memory; the files lie in `directory` and vanish with the store.
  InstanceStore(std::size_t limit, std::filesystem::path directory);
  ~InstanceStore();
  InstanceStore(const InstanceStore&) = delete;
  InstanceStore& operator=(const InstanceStore&) = delete;

  /// Adds instances of one bucket; any thread may call it. Throws Error if the disk is full.
  void append(std::size_t bucket, std::span<const PhraseInstance> instances);

  /// The instances of a bucket, sorted. What is in memory stays there sorted; what is on disk is
  /// read again at every call. One thread at a time may hold a bucket.
  std::span<const PhraseInstance> sorted(std::size_t bucket, std::vector<PhraseInstance>& buffer);

  /// Forgets a bucket.
  void release(std::size_t bucket);

 private:
  struct Bucket {
    std::mutex mutex;
    std::vector<PhraseInstance> memory;
    std::FILE* file = nullptr;
    std::size_t in_file = 0;
    bool is_sorted = false;
  };
  void spill(std::size_t index);
  std::filesystem::path path_of(std::size_t index) const;

  std::size_t limit_;
  std::filesystem::path directory_;
  std::unique_ptr<std::array<Bucket, kBuckets>> buckets_;
  std::atomic<std::size_t> in_memory_{0};
};

}  // namespace dragoman::grammar
