#include "parse/projective.hpp"

#include <algorithm>
#include <cstdlib>

#include "common/error.hpp"

namespace dragoman::parse {
namespace {

/// Whether `word` hangs below `head`, at any depth.
bool below(std::span<const std::int32_t> heads, std::int32_t word, std::int32_t head) {
  const auto size = static_cast<std::int32_t>(heads.size());
  while (word != head && word < size) word = heads[static_cast<std::size_t>(word)];
  return word == head;
}

/// Whether every word between a child and its head hangs below the head.
bool arc_is_projective(std::span<const std::int32_t> heads, std::int32_t child) {
  const std::int32_t head = heads[static_cast<std::size_t>(child)];
  for (std::int32_t i = std::min(child, head) + 1; i < std::max(child, head); ++i) {
    if (!below(heads, i, head)) return false;
  }
  return true;
}

}  // namespace

void check_tree(std::span<const std::int32_t> heads) {
  const auto size = static_cast<std::int32_t>(heads.size());
  for (std::int32_t i = 0; i < size; ++i) {
    std::int32_t word = i, steps = 0;
    while (word != size) {
      word = heads[static_cast<std::size_t>(word)];
      if (word < 0 || word > size || ++steps > size) throw ConfigError("expected heads of a tree");
    }
  }
}

std::vector<std::int32_t> projective_heads(std::span<const std::int32_t> given) {
  std::vector<std::int32_t> heads(given.begin(), given.end());
  const auto size = static_cast<std::int32_t>(heads.size());
  while (true) {
    std::int32_t shortest = -1, length = 0;
    for (std::int32_t i = 0; i < size; ++i) {
      const std::int32_t head = heads[static_cast<std::size_t>(i)];
      if (head == size || arc_is_projective(heads, i)) continue;
      const std::int32_t span = std::abs(head - i);
      if (shortest < 0 || span < length) {
        shortest = i;
        length = span;
      }
    }
    if (shortest < 0) return heads;
    const auto child = static_cast<std::size_t>(shortest);
    heads[child] = heads[static_cast<std::size_t>(heads[child])];
  }
}

}  // namespace dragoman::parse
