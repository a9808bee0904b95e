// Trees without crossing arcs, for parsers that can make no others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dragoman::parse {

/// Throws ConfigError unless following heads from any word leads to the root.
void check_tree(std::span<const std::int32_t> heads);

/// The heads after lifting: as long as some arc crosses another, the shortest such arc is moved up
/// to the head of its head (Nivre & Nilsson 2005). The number of words stands for the root.
std::vector<std::int32_t> projective_heads(std::span<const std::int32_t> heads);

}  // namespace dragoman::parse
