// Where extracted rules wait to be counted: buckets by source side, in memory up to a limit and in
// temporary files beyond it, so that a corpus of any size can be extracted.
//
// A side is known by a 64-bit hash of its symbols; which they are is looked up in the corpus. Among
// ten million sides the chance that any two have the same hash is about 1 in 400,000.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "common/temporary_file.hpp"

namespace dragoman::grammar {

/// An Instance is one occurrence of a rule: a flat struct with `source_hash`, `target_hash` and a
/// total order that begins with them. Counts do not depend on the order of equal pairs, but ties
/// between alignments and the first occurrence do.
template <typename Instance>
class InstanceStore {
  static_assert(std::is_trivially_copyable_v<Instance>);

 public:
  static constexpr std::size_t kBuckets = 256;
  static std::size_t bucket_of(std::uint64_t source_hash) { return source_hash >> 56; }

  /// Keeps about `limit` bytes in memory; the others are in files in `directory`.
  InstanceStore(std::size_t limit, std::filesystem::path directory)
      : limit_(limit),
        directory_(std::move(directory)),
        buckets_(std::make_unique<std::array<Bucket, kBuckets>>()) {}

  /// Adds instances of one bucket; any thread may call it. Throws Error if the disk is full.
  void append(std::size_t bucket, std::span<const Instance> instances) {
    if (instances.empty()) return;
    Bucket& place = (*buckets_)[bucket];
    std::lock_guard lock(place.mutex);
    const std::size_t room = place.memory.capacity();
    place.memory.insert(place.memory.end(), instances.begin(), instances.end());
    place.is_sorted = false;
    const std::size_t bytes = (place.memory.capacity() - room) * sizeof(Instance);
    if (in_memory_.fetch_add(bytes) + bytes > limit_) spill(bucket);
  }

  /// The instances of a bucket, sorted. What is in memory stays there sorted; what is on disk is
  /// read again at every call. One thread at a time may hold a bucket.
  std::span<const Instance> sorted(std::size_t bucket, std::vector<Instance>& buffer) {
    Bucket& place = (*buckets_)[bucket];
    if (!place.file) {
      if (!place.is_sorted) std::sort(place.memory.begin(), place.memory.end());
      place.is_sorted = true;
      return place.memory;
    }
    buffer.resize(place.in_file);
    place.file->rewind();
    place.file->read(buffer.data(), buffer.size() * sizeof(Instance));
    buffer.insert(buffer.end(), place.memory.begin(), place.memory.end());
    std::sort(buffer.begin(), buffer.end());
    return buffer;
  }

  /// Forgets a bucket.
  void release(std::size_t bucket) {
    Bucket& place = (*buckets_)[bucket];
    place.memory = {};
    place.file.reset();
    place.in_file = 0;
  }

 private:
  struct Bucket {
    std::mutex mutex;
    std::vector<Instance> memory;
    std::optional<TemporaryFile> file;
    std::size_t in_file = 0;
    bool is_sorted = false;
  };

  void spill(std::size_t index) {
    Bucket& place = (*buckets_)[index];
    if (!place.file) place.file.emplace(directory_);
    const std::size_t count = place.memory.size();
    place.file->write(place.memory.data(), count * sizeof(Instance));
    place.in_file += count;
    in_memory_ -= place.memory.capacity() * sizeof(Instance);
    place.memory = {};
  }

  std::size_t limit_;
  std::filesystem::path directory_;
  std::unique_ptr<std::array<Bucket, kBuckets>> buckets_;
  std::atomic<std::size_t> in_memory_{0};
};

/// One thread's instances on their way into a store, some at a time, so that it seldom waits.
template <typename Instance>
class InstanceBuffer {
 public:
  explicit InstanceBuffer(InstanceStore<Instance>& store) : store_(store) {}

  void add(const Instance& instance) {
    const std::size_t bucket = InstanceStore<Instance>::bucket_of(instance.source_hash);
    pending_[bucket].push_back(instance);
    if (pending_[bucket].size() >= kFlush) flush(bucket);
  }
  /// To be called when all have been added.
  void flush_all() {
    for (std::size_t bucket = 0; bucket < pending_.size(); ++bucket) flush(bucket);
  }

 private:
  static constexpr std::size_t kFlush = 1024;

  void flush(std::size_t bucket) {
    store_.append(bucket, pending_[bucket]);
    pending_[bucket].clear();
  }

  InstanceStore<Instance>& store_;
  std::array<std::vector<Instance>, InstanceStore<Instance>::kBuckets> pending_;
};

}  // namespace dragoman::grammar
