// One place in a corpus where a hierarchical rule is found: a tight phrase pair, and up to two
// smaller ones inside it that non-terminals stand for (Chiang 2007, definition 2).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/extract/hierarchical_options.hpp"
#include "grammar/extract/phrase_alignment.hpp"
#include "grammar/index/tight_phrase.hpp"

namespace dragoman::grammar {

struct SpanPair {
  WordSpan from, to;
};

/// Seen from the source side or from the target side, as the segment that it lies in.
struct RuleInstance {
  SpanPair whole;
  std::array<SpanPair, 2> holes;  ///< in the order in which they stand in `from`
  std::uint32_t arity = 0;        ///< how many holes there are
};

/// The same seen from the other side.
RuleInstance reversed(const RuleInstance& instance);

/// Whether a rule may be made of an instance that is seen from the source side, one of whose words
/// outside the holes has a link.
bool allowed(const RuleInstance& instance, const HierarchicalLimits& limits);

/// Both sides as symbols; non-terminals are numbered in the order of the source side.
struct RuleSides {
  std::vector<Symbol> source, target;
};

/// The sides of an instance that is seen from the source side.
void sides_of(const Segment& segment, const RuleInstance& instance, RuleSides& out);

/// The hashes of its sides: hash_symbols() of what sides_of() gives.
std::uint64_t source_hash_of(const Segment& segment, const RuleInstance& instance);
std::uint64_t target_hash_of(const Segment& segment, const RuleInstance& instance);

/// Its links between words, by target symbol; see phrase_alignment.hpp.
AlignmentString alignment_of(const Segment& segment, const RuleInstance& instance);
/// A hash of this string.
std::uint64_t alignment_hash_of(const Segment& segment, const RuleInstance& instance);

}  // namespace dragoman::grammar
