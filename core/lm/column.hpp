// A growing array of numbers: the working memory of estimation. It stays in memory while a shared
// budget lasts. Otherwise it is a memory-mapped temporary file, which the system can write to disk.
#pragma once

#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>

#include "common/temporary_file.hpp"

namespace dragoman::lm {

/// The bytes that all columns together may hold in memory, and the directory for the rest.
struct Budget {
  std::size_t limit = 0;  // 0: no limit
  std::string directory;  // of temporary files
  std::size_t used = 0;
};

/// Untyped storage of a column.
class Block {
 public:
  explicit Block(Budget& budget) : budget_(&budget) {}
  Block(Block&& other) noexcept;
  Block& operator=(Block&& other) noexcept;
  ~Block() { release(); }

  std::byte* data() const { return data_; }
  std::size_t capacity() const { return capacity_; }
  /// Makes room for `bytes`, keeping the first `kept`. Throws Error if there is no room on disk.
  void grow(std::size_t bytes, std::size_t kept);
  void release() noexcept;
  /// Lets the system reclaim the memory of a column that is in a file.
  void trim() const;

 private:
  void map(std::size_t bytes);

  Budget* budget_;
  std::byte* data_ = nullptr;
  std::size_t capacity_ = 0;
  std::optional<TemporaryFile> file_;  // none: in memory
};

template <typename T>
class Column {
 public:
  static_assert(std::is_trivially_copyable_v<T>);

  explicit Column(Budget& budget) : block_(budget) {}

  void push_back(T value) {
    if ((size_ + 1) * sizeof(T) > block_.capacity()) {
      block_.grow(2 * size_ * sizeof(T) + 64, size_ * sizeof(T));
    }
    data()[size_++] = value;
  }
  void resize(std::size_t size, T value = {}) {
    if (size * sizeof(T) > block_.capacity()) block_.grow(size * sizeof(T), size_ * sizeof(T));
    for (; size_ < size; ++size_) data()[size_] = value;
    size_ = size;
  }
  void clear() {
    block_.release();
    size_ = 0;
  }
  void trim() const { block_.trim(); }

  std::size_t size() const { return size_; }
  T* data() { return reinterpret_cast<T*>(block_.data()); }
  const T* data() const { return reinterpret_cast<const T*>(block_.data()); }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }

 private:
  Block block_;
  std::size_t size_ = 0;
};

}  // namespace dragoman::lm
