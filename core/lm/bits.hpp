// Numbers of any width from 0 to 57 bits, packed into 64-bit words.
#pragma once

#include <cstdint>

namespace dragoman::lm {

/// Reads `width` bits at bit `at`; one word beyond the last bit must be readable.
inline std::uint64_t read_bits(const std::uint64_t* words, std::uint64_t at, int width) {
  const std::uint64_t* word = words + (at >> 6);
  const int shift = static_cast<int>(at & 63);
  const std::uint64_t low = word[0] >> shift;
  const std::uint64_t high = shift == 0 ? 0 : word[1] << (64 - shift);
  return (low | high) & ((std::uint64_t{1} << width) - 1);
}

/// Appends numbers; `words` must be zero where it writes.
class BitWriter {
 public:
  explicit BitWriter(std::uint64_t* words) : words_(words) {}

  void write(std::uint64_t value, int width) {
    if (width == 0) return;
    const int shift = static_cast<int>(at_ & 63);
    words_[at_ >> 6] |= value << shift;
    if (shift + width > 64) words_[(at_ >> 6) + 1] |= value >> (64 - shift);
    at_ += width;
  }

 private:
  std::uint64_t* words_;
  std::uint64_t at_ = 0;
};

}  // namespace dragoman::lm
