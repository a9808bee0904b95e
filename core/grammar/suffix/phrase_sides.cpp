#include "grammar/suffix/phrase_sides.hpp"

#include <algorithm>
#include <utility>

#include "common/error.hpp"
#include "grammar/index/batches.hpp"
#include "grammar/suffix/contiguous_pairs.hpp"

namespace dragoman::grammar {
namespace {

using SidePair = std::pair<std::uint64_t, std::uint64_t>;  ///< target and source side

void add_counts(std::span<const SidePair> sorted, SideCountArrays& out) {
  for (std::size_t i = 0, j = 0; i < sorted.size(); i = j) {
    std::uint32_t partners = 0;
    for (; j < sorted.size() && sorted[j].first == sorted[i].first; ++j) {
      if (j == i || sorted[j].second != sorted[j - 1].second) ++partners;
    }
    if (j - i < 2) continue;
    out.hashes.push_back(sorted[i].first);
    out.counts.push_back(static_cast<std::uint32_t>(j - i));
    out.partners.push_back(partners);
  }
}

}  // namespace

SideCountArrays count_phrase_sides(const Segment& text, std::size_t max_length, std::size_t threads,
                                   Monitor& monitor) {
  if (threads < 1) throw ConfigError("the number of threads must be at least 1");
  ContiguousVisitor pairs({&text, 1}, max_length, threads, monitor);
  const std::uint64_t parts = pairs.count() / kPairsAtOnce + 1;
  SideCountArrays out;
  for (std::uint64_t part = 0; part < parts; ++part) {
    std::vector<std::vector<SidePair>> found(threads);
    pairs.visit([&](std::size_t worker, std::uint64_t source, std::uint64_t target) {
      // Parts are ranges of hashes, so that the outcome ascends.
      if (((target >> 32) * parts) >> 32 == part) found[worker].emplace_back(target, source);
    });
    std::vector<SidePair> all = std::move(found[0]);
    for (std::size_t worker = 1; worker < threads; ++worker) {
      all.insert(all.end(), found[worker].begin(), found[worker].end());
      found[worker] = {};
    }
    std::ranges::sort(all);
    add_counts(all, out);
  }
  return out;
}

}  // namespace dragoman::grammar
