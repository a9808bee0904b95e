// A set of words of one sentence, as bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace dragoman::search {

class WordSet {
 public:
  /// Longer sentences (and pieces of sentences) are searched as if they had no tree.
  static constexpr std::size_t kMaxWords = 1024;
  static constexpr std::size_t kMaxBlocks = kMaxWords / 64;

  /// No words.
  explicit WordSet(std::size_t blocks) : blocks_(blocks) { std::fill_n(bits_.begin(), blocks, 0); }

  /// The words that a coverage covers; only the first `blocks` times 64 words are ever used.
  template <typename CoverageType>
  WordSet(std::size_t blocks, const CoverageType& coverage) : blocks_(blocks) {
    for (std::size_t i = 0; i < blocks; ++i) bits_[i] = coverage.bits(i * 64);
  }

  WordSet(const WordSet& other) : blocks_(other.blocks_) {
    for (std::size_t i = 0; i < blocks_; ++i) bits_[i] = other.bits_[i];
  }
  WordSet& operator=(const WordSet&) = delete;

  std::uint64_t operator[](std::size_t block) const { return bits_[block]; }
  bool has(std::size_t word) const { return (bits_[word / 64] >> (word % 64) & 1) != 0; }
  void add(const WordSet& other) {
    for (std::size_t i = 0; i < blocks_; ++i) bits_[i] |= other.bits_[i];
  }
  void add(std::size_t word) { bits_[word / 64] |= std::uint64_t{1} << (word % 64); }
  void remove(const WordSet& other) {
    for (std::size_t i = 0; i < blocks_; ++i) bits_[i] &= ~other.bits_[i];
  }
  bool empty() const {
    return std::all_of(bits_.begin(), bits_.begin() + static_cast<std::ptrdiff_t>(blocks_),
                       [](std::uint64_t bits) { return bits == 0; });
  }
  std::size_t blocks() const { return blocks_; }
  void add(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin / 64; i * 64 < end; ++i) {
      const std::size_t from = std::max(begin, i * 64) - i * 64,
                        to = std::min(end - i * 64, std::size_t{64});
      bits_[i] |= (~std::uint64_t{0} >> (64 - (to - from))) << from;
    }
  }

 private:
  std::size_t blocks_;
  std::array<std::uint64_t, kMaxBlocks> bits_;
};

}  // namespace dragoman::search
