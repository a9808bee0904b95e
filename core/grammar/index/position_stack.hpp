// A set of ascending positions that grows and shrinks at its end, up to a size that is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dragoman::grammar {

class PositionStack {
 public:
  explicit PositionStack(std::size_t most) : positions_(most) {}

  void push(std::uint32_t position) { positions_[size_++] = position; }
  void cut(std::size_t size) { size_ = size; }
  std::size_t size() const { return size_; }
  std::uint32_t front() const { return positions_.front(); }
  std::span<const std::uint32_t> all() const { return {positions_.data(), size_}; }

 private:
  std::vector<std::uint32_t> positions_;
  std::size_t size_ = 0;
};

}  // namespace dragoman::grammar
