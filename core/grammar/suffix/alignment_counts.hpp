// The alignments of the places of one hierarchical rule: most places have the same, so that each is
// written out once only.
#pragma once

#include <cstdint>
#include <vector>

#include "grammar/extract/rule_instance.hpp"

namespace dragoman::grammar {

class AlignmentCounts {
 public:
  void clear() { seen_.clear(); }
  /// One more place.
  void add(const Segment& segment, const RuleInstance& instance);
  /// As most_frequent() of phrase_alignment.hpp, for at least one place.
  PhraseAlignment most_frequent(std::size_t source_length);

 private:
  struct Seen {
    std::uint64_t hash;
    std::size_t count;
    AlignmentString alignment;
  };
  std::vector<Seen> seen_;
  std::vector<CountedAlignment> counted_;
};

}  // namespace dragoman::grammar
