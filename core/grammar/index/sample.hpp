// Some of many, evenly spread: which ones depends on their number alone.
#pragma once

#include <cstddef>

namespace dragoman::grammar {

/// The indices of a sample of `most` (0: all) out of `count`, evenly spread.
class Sample {
 public:
  Sample(std::size_t count, std::size_t most)
      : count_(count), size_(most == 0 || count < most ? count : most) {}
  std::size_t size() const { return size_; }
  std::size_t operator[](std::size_t i) const { return i * count_ / size_; }
  /// How many each one stands for; 1 if there are none.
  double weight() const {
    return size_ == 0 ? 1.0 : static_cast<double>(count_) / static_cast<double>(size_);
  }

 private:
  std::size_t count_, size_;
};

}  // namespace dragoman::grammar
