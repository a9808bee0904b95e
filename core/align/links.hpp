// The links of many sentence pairs, and their text form ("0-0 1-2", Pharaoh's).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "align/symmetrize.hpp"
#include "common/parallel.hpp"

namespace dragoman::align {

/// Sentence s has links[offsets[s] .. offsets[s + 1]).
struct Links {
  std::vector<std::uint64_t> offsets{0};
  std::vector<Link> links;

  /// Appends the sentences of `more`.
  void append(const Links& more);
};

struct LinksView {
  std::span<const std::uint64_t> offsets;
  std::span<const Link> links;
  std::size_t size() const { return offsets.size() - 1; }
  std::span<const Link> operator[](std::size_t s) const {
    return links.subspan(offsets[s], offsets[s + 1] - offsets[s]);
  }
  /// Throws ConfigError unless the offsets are valid.
  void check() const;
};

/// Symmetrises two alignments of the same sentences, both as source-target.
Links symmetrize(const LinksView& forward, const LinksView& reverse, Heuristic heuristic,
                 Order order, std::size_t threads, Monitor& monitor);

/// Appends the links of a line "i-j i-j ...", sorted and without duplicates. Throws a FormatError
/// with this path and line.
void parse_links(std::string_view line, const std::string& path, std::size_t number,
                 std::vector<Link>& links);

/// The lines of all sentences, each with a line feed at its end.
std::string format_links(const LinksView& links);

}  // namespace dragoman::align
