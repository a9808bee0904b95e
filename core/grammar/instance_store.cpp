#include "grammar/instance_store.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "common/error.hpp"

namespace dragoman::grammar {

bool operator<(const PhraseInstance& a, const PhraseInstance& b) {
  return std::tie(a.source_hash, a.target_hash, a.line, a.span.source_begin, a.span.target_begin) <
         std::tie(b.source_hash, b.target_hash, b.line, b.span.source_begin, b.span.target_begin);
}

InstanceStore::InstanceStore(std::size_t limit, std::filesystem::path directory)
    : limit_(limit),
      directory_(std::move(directory)),
      buckets_(std::make_unique<std::array<Bucket, kBuckets>>()) {}

InstanceStore::~InstanceStore() {
  for (std::size_t index = 0; index < kBuckets; ++index) release(index);
}

std::filesystem::path InstanceStore::path_of(std::size_t index) const {
  return directory_ / ("instances." + std::to_string(index));
}

void InstanceStore::append(std::size_t bucket, std::span<const PhraseInstance> instances) {
  if (instances.empty()) return;
  Bucket& place = (*buckets_)[bucket];
  std::lock_guard lock(place.mutex);
  place.memory.insert(place.memory.end(), instances.begin(), instances.end());
  place.is_sorted = false;
  if (in_memory_.fetch_add(instances.size_bytes()) + instances.size_bytes() > limit_) spill(bucket);
}

void InstanceStore::spill(std::size_t index) {
  Bucket& place = (*buckets_)[index];
  if (place.file == nullptr) {
    place.file = std::fopen(path_of(index).string().c_str(), "w+b");
    if (place.file == nullptr) {
      throw Error("cannot write temporary files in '" + directory_.string() + "'");
    }
  }
  const std::size_t count = place.memory.size();
  if (std::fwrite(place.memory.data(), sizeof(PhraseInstance), count, place.file) != count) {
    throw Error("no space left for temporary files in '" + directory_.string() + "'");
  }
  place.in_file += count;
  in_memory_ -= count * sizeof(PhraseInstance);
  place.memory = {};
}

std::span<const PhraseInstance> InstanceStore::sorted(std::size_t bucket,
                                                      std::vector<PhraseInstance>& buffer) {
  Bucket& place = (*buckets_)[bucket];
  if (place.file == nullptr) {
    if (!place.is_sorted) std::sort(place.memory.begin(), place.memory.end());
    place.is_sorted = true;
    return place.memory;
  }
  buffer.resize(place.in_file);
  std::rewind(place.file);
  if (std::fread(buffer.data(), sizeof(PhraseInstance), place.in_file, place.file) !=
      place.in_file) {
    throw Error("cannot read the temporary files in '" + directory_.string() + "' again");
  }
  buffer.insert(buffer.end(), place.memory.begin(), place.memory.end());
  std::sort(buffer.begin(), buffer.end());
  return buffer;
}

void InstanceStore::release(std::size_t bucket) {
  Bucket& place = (*buckets_)[bucket];
  place.memory = {};
  if (place.file != nullptr) {
    std::fclose(place.file);
    std::error_code ignored;
    std::filesystem::remove(path_of(bucket), ignored);
    place.file = nullptr;
    place.in_file = 0;
  }
}

}  // namespace dragoman::grammar
