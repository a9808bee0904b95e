// Memory for the states of one search: small objects that all die together.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace dragoman::parse {

class Arena {
 public:
  Arena() = default;
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  template <typename T, typename... Arguments>
  T* make(Arguments&&... arguments) {
    static_assert(std::is_trivially_destructible_v<T>);
    static_assert(alignof(T) <= alignof(std::max_align_t) && sizeof(T) <= kBlock);
    constexpr std::size_t size = (sizeof(T) + kAlign - 1) / kAlign * kAlign;
    if (used_ + size > kBlock || block_ == blocks_.size()) next_block();
    void* place = blocks_[block_].get() + used_;
    used_ += size;
    return new (place) T(std::forward<Arguments>(arguments)...);
  }

  /// Forgets all objects; their memory serves the next search.
  void clear() {
    block_ = 0;
    used_ = 0;
  }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 17;
  static constexpr std::size_t kAlign = alignof(std::max_align_t);

  void next_block() {
    if (block_ < blocks_.size()) ++block_;
    if (block_ == blocks_.size()) blocks_.push_back(std::make_unique<std::byte[]>(kBlock));
    used_ = 0;
  }

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::size_t block_ = 0;
  std::size_t used_ = 0;
};

}  // namespace dragoman::parse
