// The arrays of an artifact as one input of libFuzzer, and how such an input is changed.
//
// An input is a list of arrays: the length of the name (a byte), the name, the size of an element
// (a byte), the number of bytes (four bytes), the bytes. native_seeds.py writes sound ones. The
// mutator changes elements, so that nearly every input still is a list of arrays.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

struct Array {
  std::size_t element = 1;
  std::vector<std::uint64_t> words;  // the bytes, aligned
  std::size_t bytes = 0;

  void assign(std::span<const std::uint8_t> data) {
    bytes = data.size();
    words.assign((bytes + 7) / 8, 0);
    if (bytes != 0) std::memcpy(words.data(), data.data(), bytes);
  }
  std::uint8_t* data() { return reinterpret_cast<std::uint8_t*>(words.data()); }
  const std::uint8_t* data() const { return reinterpret_cast<const std::uint8_t*>(words.data()); }
};

class Arrays {
 public:
  /// False unless these are the bytes of a list of arrays.
  bool parse(std::span<const std::uint8_t> input);
  std::vector<std::uint8_t> bytes() const;

  /// The array of this name, whatever the size of its elements; without what is left over.
  template <typename T>
  std::span<const T> get(const std::string& name) const {
    const auto found = arrays_.find(name);
    if (found == arrays_.end()) return {};
    return {reinterpret_cast<const T*>(found->second.data()), found->second.bytes / sizeof(T)};
  }
  /// A setting: the first element of an array, or 0.
  template <typename T = std::uint32_t>
  T setting(const std::string& name) const {
    const auto values = get<T>(name);
    return values.empty() ? T{} : values[0];
  }
  std::span<const char> text(const std::string& name) const { return get<char>(name); }

  std::map<std::string, Array>& all() { return arrays_; }

 private:
  std::map<std::string, Array> arrays_;
};

/// Reads and uses the arrays; the core's errors are caught outside.
void use(const Arrays& arrays);

}  // namespace fuzz
