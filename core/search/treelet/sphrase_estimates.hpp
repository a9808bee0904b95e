// The best estimate for every source span that an s-phrase covers, as FutureCosts takes them: what
// the phrase decoder expects of the phrase, and what its treelets cost the syntactic model.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace dragoman::search::treelet {

class SPhraseEstimates {
 public:
  struct Estimate {
    float estimate;
  };
  struct Reference {
    bool forced = false;
  };

  void clear(std::size_t length, std::size_t max_length) {
    length_ = length;
    max_length_ = max_length;
    best_.assign(length * max_length, {});
  }
  /// `size` words from `begin` on have an s-phrase with this estimate.
  void add(std::size_t begin, std::size_t size, float estimate) {
    auto& best = best_[begin * max_length_ + size - 1];
    if (best.empty()) best.push_back({estimate});
    best.front().estimate = std::max(best.front().estimate, estimate);
  }

  std::size_t sentence_length() const { return length_; }
  std::size_t max_length() const { return max_length_; }
  std::span<const Estimate> of(std::size_t begin, std::size_t size) const {
    return best_[begin * max_length_ + size - 1];
  }
  Reference reference() const { return {}; }

 private:
  std::size_t length_ = 0, max_length_ = 0;
  std::vector<std::vector<Estimate>> best_;
};

}  // namespace dragoman::search::treelet
