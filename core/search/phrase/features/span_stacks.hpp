// Stacks of source spans, numbered: the shift-reduce parse of a partial translation (Galley &
// Manning 2008, section 4). A stack holds the largest blocks that the phrases translated so far
// form; two neighbours on it never make up one span. Equal stacks have equal numbers. A phrase with
// gaps counts as if it had none (Galley & Manning 2010, footnote 4), so that spans may overlap:
// what fills a gap becomes a part of the block.
#pragma once

#include <cstdint>
#include <vector>

#include "common/hash.hpp"
#include "common/probing_table.hpp"
#include "search/options/orientation.hpp"

namespace dragoman::search::phrase {

class SpanStacks {
 public:
  static constexpr std::uint32_t kEmpty = 0;

  SpanStacks() { clear(); }
  void clear();

  struct Shifted {
    Orientation orientation;  ///< of the span with respect to the block on top
    std::uint32_t stack;
  };
  /// Puts a span on a stack and merges what lies side by side or overlaps.
  Shifted shift(std::uint32_t stack, std::uint32_t begin, std::uint32_t end) {
    if (stack != last_stack_ || begin != last_begin_ || end != last_end_) {
      last_ = compute(stack, begin, end);
      last_stack_ = stack;
      last_begin_ = begin;
      last_end_ = end;
    }
    return last_;
  }

 private:
  /// A stack: what lies on top, and the stack below.
  struct Node {
    std::uint32_t below, begin, end;
    friend bool operator==(const Node&, const Node&) = default;
    std::uint64_t hash() const {
      return hash_combine(mix64(below), static_cast<std::uint64_t>(begin) << 32 | end);
    }
  };
  Shifted compute(std::uint32_t stack, std::uint32_t begin, std::uint32_t end);
  std::uint32_t number(const Node& node);

  std::vector<Node> nodes_;
  ProbingTable<std::uint32_t> numbers_;
  std::uint32_t last_stack_, last_begin_, last_end_;
  Shifted last_;
};

}  // namespace dragoman::search::phrase
