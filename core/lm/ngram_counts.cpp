#include "lm/ngram_counts.hpp"

#include <cstring>

#include "common/hash.hpp"
#include "common/parallel.hpp"
#include "lm/ngram_runs.hpp"
#include "lm/ngram_sorter.hpp"

namespace dragoman::lm {
namespace {

void append_record(const WordId* words, std::size_t n, std::uint64_t count, WordRecords& to) {
  const std::size_t before = to.size();
  to.insert(to.end(), words, words + n);
  to.resize(before + n + kCountWords);
  std::memcpy(to.data() + before + n, &count, sizeof(count));
}

std::size_t bucket_of(const WordId* words, std::size_t n, unsigned bits) {
  if (bits == 0) return 0;
  const std::uint64_t before = n > 1 ? words[n - 2] : 0;
  return mix64(before << 32 | words[n - 1]) >> (64 - bits);
}

}  // namespace

std::vector<WordRecords> count_ngrams(std::span<const WordId> words,
                                      std::span<const std::uint64_t> offsets, int order,
                                      unsigned bits) {
  NgramSorter sorter(order, {});
  NgramWindow window(order);
  for (std::size_t line = 0; line + 1 < offsets.size(); ++line) {
    window.begin_line();
    for (const WordId word :
         words.subspan(offsets[line] - offsets[0], offsets[line + 1] - offsets[line])) {
      if (word > kEnd) sorter.add(window.push(word));
    }
    sorter.add(window.push(kEnd));
  }
  Monitor monitor;
  sorter.finish(monitor);
  std::vector<WordRecords> buckets(std::size_t{1} << bits);
  const auto n = static_cast<std::size_t>(order);
  while (sorter.next()) {
    append_record(sorter.words(), n, sorter.count(), buckets[bucket_of(sorter.words(), n, bits)]);
  }
  return buckets;
}

WordRecords merge_ngrams(std::span<const std::span<const std::byte>> parts, int order) {
  const auto n = static_cast<std::size_t>(order);
  NgramMerge merge(n, 1 << 14);
  for (const auto part : parts) {
    merge.add([rest = part](void* to, std::size_t size) mutable {
      const std::size_t taken = std::min(size, rest.size());
      if (taken > 0) std::memcpy(to, rest.data(), taken);
      rest = rest.subspan(taken);
      return taken;
    });
  }
  WordRecords out;
  while (merge.next()) append_record(merge.words(), n, merge.count(), out);
  return out;
}

}  // namespace dragoman::lm
