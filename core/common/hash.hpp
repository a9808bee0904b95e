// Hashing shared by all tables on disk: changing it changes every binary format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace dragoman {

/// Finaliser of MurmurHash3: a bijection on 64 bits that spreads every input bit.
inline std::uint64_t mix64(std::uint64_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdULL;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53ULL;
  x ^= x >> 33;
  return x;
}

/// Folds one more value into a hash; order matters.
inline std::uint64_t hash_combine(std::uint64_t seed, std::uint64_t value) {
  return mix64(seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2)));
}

/// Hash of a byte string, the same on every platform (bytes are read as little-endian words).
inline std::uint64_t hash_bytes(std::string_view bytes) {
  std::uint64_t hash = mix64(bytes.size() + 0x9e3779b97f4a7c15ULL);
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word = 0;
    for (int b = 7; b >= 0; --b) word = word << 8 | static_cast<unsigned char>(bytes[i + b]);
    hash = mix64(hash ^ word);
  }
  std::uint64_t tail = 0;
  for (std::size_t j = bytes.size(); j > i; --j) {
    tail = tail << 8 | static_cast<unsigned char>(bytes[j - 1]);
  }
  return mix64(hash ^ tail ^ 0xa0761d6478bd642fULL);
}

}  // namespace dragoman
