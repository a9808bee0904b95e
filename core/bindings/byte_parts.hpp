// Bytes between Python and the core: what tasks on many machines send each other.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "bindings/bind.hpp"
#include "common/error.hpp"

namespace dragoman::bindings {

using ListOfBytes = nb::typed<nb::list, nb::bytes>;

inline std::span<const std::byte> view(const nb::bytes& bytes) {
  return {static_cast<const std::byte*>(bytes.data()), bytes.size()};
}

/// Valid as long as the list is unchanged.
inline std::vector<std::span<const std::byte>> views(const ListOfBytes& parts) {
  std::vector<std::span<const std::byte>> out;
  for (nb::handle part : parts) out.push_back(view(nb::cast<nb::bytes>(part)));
  return out;
}

template <typename T>
nb::bytes to_bytes(const std::vector<T>& values) {
  return nb::bytes(values.data(), values.size() * sizeof(T));
}

template <typename T>
ListOfBytes to_bytes(const std::vector<std::vector<T>>& buckets) {
  ListOfBytes out;
  for (const auto& bucket : buckets) out.append(to_bytes(bucket));
  return out;
}

/// Numbers again. Throws ModelError if bytes are missing.
template <typename T>
std::vector<T> values_of(std::span<const std::byte> bytes) {
  if (bytes.size() % sizeof(T) != 0) throw ModelError("a part of a model is damaged");
  std::vector<T> out(bytes.size() / sizeof(T));
  if (!out.empty()) std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

}  // namespace dragoman::bindings
