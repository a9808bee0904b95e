// How often pairs of a source and a target side were found at the (sampled) occurrences of a target
// pattern, from which p(f|e) comes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace dragoman::grammar {

class PairCounts {
 public:
  /// One occurrence of a pair, given by hashes of its sides, that stands for `weight` of them.
  /// `contiguous`: neither side has gaps.
  void add(std::uint64_t source, std::uint64_t target, double weight, bool contiguous = false);
  /// To be called once, when all have been added.
  void finish();

  struct Share {
    double of_target;        ///< occurrences of the target side
    double joint;            ///< those that go with the source side
    std::uint32_t times;     ///< how often the pair was found, at least 1
    std::uint32_t partners;  ///< different source sides that were found
    double probability() const { return joint / std::max(of_target, 1.0); }
  };
  /// A pair that the sample missed counts one half of what an occurrence stands for, or one half if
  /// its target side was missed too. For a contiguous pair only contiguous ones count.
  Share find(std::uint64_t source, std::uint64_t target, bool contiguous = false) const;

  std::size_t bytes() const {
    return sizeof(*this) +
           (pairs_.capacity() + sides_.capacity() + contiguous_sides_.capacity()) * sizeof(Entry);
  }

 private:
  /// Of a pair or of a target side.
  struct Entry {
    std::uint64_t hash;
    std::uint64_t target;
    double count;
    std::uint32_t times;
    std::uint32_t partners;  ///< 1, or the pairs of a target side
    bool contiguous;
  };
  static void add_up(std::vector<Entry>& entries);
  static const Entry* find(const std::vector<Entry>& entries, std::uint64_t hash);

  std::vector<Entry> pairs_, sides_, contiguous_sides_;  ///< by hash
  double missed_ = 0;
};

}  // namespace dragoman::grammar
