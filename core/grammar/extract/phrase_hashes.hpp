// Hashes of all phrases of a sentence up to a length.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "common/hash.hpp"
#include "common/types.hpp"

namespace dragoman::grammar {

class PhraseHashes {
 public:
  void compute(std::span<const WordId> words, std::size_t max_length) {
    width_ = std::min(max_length, words.size());
    hashes_.resize(words.size() * width_);
    for (std::size_t begin = 0; begin < words.size(); ++begin) {
      std::uint64_t hash = 0x8f1bbcdcbfa53e0bULL;
      for (std::size_t k = 0; k < width_ && begin + k < words.size(); ++k) {
        hash = hash_combine(hash, words[begin + k]);
        hashes_[begin * width_ + k] = hash;
      }
    }
  }
  std::uint64_t of(std::size_t begin, std::size_t length) const {
    return hashes_[begin * width_ + length - 1];
  }

 private:
  std::size_t width_ = 0;
  std::vector<std::uint64_t> hashes_;
};

}  // namespace dragoman::grammar
