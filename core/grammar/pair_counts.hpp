// How often pairs of a source and a target side were found at the (sampled) occurrences of a target
// pattern, from which p(f|e) comes.
#pragma once

#include <cstdint>
#include <vector>

namespace dragoman::grammar {

class PairCounts {
 public:
  /// One occurrence of a pair, given by hashes of its sides, that stands for `weight` of them.
  void add(std::uint64_t source, std::uint64_t target, double weight);
  /// To be called once, when all have been added.
  void finish();

  struct Share {
    double of_target;    ///< occurrences of the target side
    double probability;  ///< that it goes with the source side
  };
  /// A pair that the sample missed counts one half of what an occurrence stands for.
  Share find(std::uint64_t source, std::uint64_t target) const;

  std::size_t bytes() const { return sizeof(*this) + (pairs_.capacity() + sides_.capacity()) * 16; }

 private:
  struct Entry {
    std::uint64_t hash;
    double count;
  };
  static void add_up(std::vector<Entry>& entries);
  static double count(const std::vector<Entry>& entries, std::uint64_t hash);

  std::vector<Entry> pairs_, sides_;  ///< by hash
  double total_ = 0, missed_ = 0;
};

}  // namespace dragoman::grammar
