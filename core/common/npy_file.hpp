// Writes an array that grows at its end into a file that numpy maps.
//
//   NpyFile<float> file("scores.npy", 4);
//   file.append(row);                       // for every row
//   file.finish();
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <type_traits>

namespace dragoman {

/// The file of a vector, or of a matrix, whatever the type of its numbers.
class NpyBytes {
 public:
  /// A new file, for numbers of numpy's type `type`, such as "<f4"; throws Error if it exists.
  NpyBytes(std::filesystem::path path, const char* type);

  /// Throws Error if the disk is full.
  void append(const void* bytes, std::size_t size);
  /// Completes it: `rows` numbers, or rows of `columns` numbers.
  void finish(std::uint64_t rows, std::uint64_t columns, bool matrix);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void write_header(const char* shape);

  std::filesystem::path path_;
  const char* type_;
  std::unique_ptr<std::FILE, Close> file_;
};

template <typename T>
class NpyFile {
  static_assert(std::is_arithmetic_v<T> && sizeof(T) <= 8);

 public:
  /// `columns`: of a matrix; 0 columns make an empty one. None: a vector.
  explicit NpyFile(std::filesystem::path path) : bytes_(std::move(path), kType) {}
  NpyFile(std::filesystem::path path, std::size_t columns)
      : bytes_(std::move(path), kType), columns_(columns), matrix_(true) {}

  void append(std::span<const T> values) {
    bytes_.append(values.data(), values.size_bytes());
    size_ += values.size();
  }
  void append(T value) { append(std::span<const T>(&value, 1)); }
  /// `rows` is needed for a matrix without columns only.
  void finish(std::uint64_t rows = 0) {
    bytes_.finish(columns_ > 0 ? size_ / columns_ : rows, columns_, matrix_);
  }

 private:
  static constexpr const char* type_of() {
    if (std::is_floating_point_v<T>) return sizeof(T) == 4 ? "<f4" : "<f8";
    const bool has_sign = std::is_signed_v<T>;
    switch (sizeof(T)) {
      case 1:
        return has_sign ? "|i1" : "|u1";
      case 2:
        return has_sign ? "<i2" : "<u2";
      case 4:
        return has_sign ? "<i4" : "<u4";
      default:
        return has_sign ? "<i8" : "<u8";
    }
  }
  static constexpr const char* kType = type_of();

  NpyBytes bytes_;
  std::uint64_t size_ = 0;
  std::size_t columns_ = 1;
  bool matrix_ = false;
};

}  // namespace dragoman
