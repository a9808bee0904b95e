// How often each target side of a corpus' hierarchical rules was found: N(e), by which p(f|e) is
// divided. Counted once, so that no occurrence of a target side has to be looked up later.
//
//   SideCountArrays arrays = count_target_sides(segment, limits, threads, monitor);   // once
//   SideCounts counts(arrays.hashes, arrays.counts);                      // or from mapped files
//   counts.find(hash of a target side);
//
// Sides that were found once are not kept: they are the most, and what is not there is one of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/parallel.hpp"
#include "grammar/extract/hierarchical_options.hpp"
#include "grammar/extract/phrase_counts.hpp"
#include "grammar/index/segment.hpp"

namespace dragoman::grammar {

/// Sides found twice or more, by their hashes.
struct SideCountArrays {
  std::vector<std::uint64_t> hashes;  ///< ascending
  std::vector<std::uint32_t> counts;
  std::vector<std::uint32_t> partners;  ///< of phrases: different source sides; else empty
};

/// A view over such arrays.
class SideCounts {
 public:
  /// Throws ModelError unless the hashes ascend, every count is two or more and there are as many
  /// partners, if any, between one and the count.
  SideCounts(std::span<const std::uint64_t> hashes, std::span<const std::uint32_t> counts,
             std::span<const std::uint32_t> partners = {});

  std::size_t size() const { return hashes_.size(); }
  /// 0 if the side was found once or never.
  std::uint32_t find(std::uint64_t hash) const {
    const std::size_t place = place_of(hash);
    return place == size() ? 0 : counts_[place];
  }
  /// The same with its partners, which must be known.
  PhraseCount find_phrase(std::uint64_t hash) const {
    const std::size_t place = place_of(hash);
    return place == size() ? PhraseCount{} : PhraseCount{counts_[place], partners_[place]};
  }
  bool has_partners() const { return partners_.size() == size(); }

 private:
  /// size() if it is not there.
  std::size_t place_of(std::uint64_t hash) const;

  std::span<const std::uint64_t> hashes_;
  std::span<const std::uint32_t> counts_, partners_;
  unsigned shift_;                    ///< to the bits that tell a hash's bucket
  std::vector<std::uint32_t> first_;  ///< hash of every bucket
};

/// `text` is seen from the source side. The outcome is the same for any number of threads. Memory
/// grows with the number of sides that are found twice, not with that of all.
SideCountArrays count_target_sides(const Segment& text, const HierarchicalLimits& limits,
                                   std::size_t threads, Monitor& monitor);

}  // namespace dragoman::grammar
