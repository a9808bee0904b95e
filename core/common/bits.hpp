// Counts bits. On x86-64 without -mpopcnt the compiler may not use the processor's instruction, and
// std::popcount is a call of a table-driven library function.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace dragoman {

inline std::size_t count_bits(std::uint64_t bits) {
#if defined(__x86_64__) && !defined(__POPCNT__)
  bits -= bits >> 1 & 0x5555555555555555;
  bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F;
  return bits * 0x0101010101010101 >> 56;
#else
  return static_cast<std::size_t>(std::popcount(bits));
#endif
}

}  // namespace dragoman
