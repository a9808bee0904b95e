// Named arrays between Python and the core: their names and types, for who stores and checks them.
#pragma once

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace dragoman::bindings {

/// Name, numpy's type ("u4"), and whether it is a matrix.
using ArrayLayout = std::vector<std::tuple<std::string, std::string, bool>>;

template <typename T>
std::string numpy_type() {
  const char* kind = std::is_floating_point_v<T> ? "f" : std::is_signed_v<T> ? "i" : "u";
  return kind + std::to_string(sizeof(T));
}

}  // namespace dragoman::bindings
