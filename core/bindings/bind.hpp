// What the binding files share: array types, hand-over of results, monitoring from Python.
//
// Bindings hold no logic: they check shapes, release the GIL and call the core.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "common/parallel.hpp"

namespace dragoman::bindings {

namespace nb = nanobind;

/// A one-dimensional, contiguous, read-only numpy array; arrays of a memory-mapped file qualify.
template <typename T>
using Array = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename T>
std::span<const T> view(const Array<T>& array) {
  return {array.data(), array.shape(0)};
}

/// Hands a vector to Python as a numpy array without copying.
template <typename T>
nb::ndarray<T, nb::numpy, nb::ndim<1>> to_numpy(std::vector<T> values) {
  auto* owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return {owned->data(), {owned->size()}, owner};
}

/// The same for a matrix stored row by row.
template <typename T>
nb::ndarray<T, nb::numpy, nb::ndim<2>> to_numpy(std::vector<T> values, std::size_t columns) {
  auto* owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  const std::size_t rows = columns == 0 ? 0 : owned->size() / columns;
  return {owned->data(), {rows, columns}, owner};
}

/// Reports to a Python callable (or to nobody, for None) and lets Ctrl-C stop native work.
/// Make and destroy it with the GIL held; the work in between runs with the GIL released:
///   PythonMonitor monitor(progress);
///   nb::gil_scoped_release release;
///   core_function(..., monitor);
class PythonMonitor final : public Monitor {
 public:
  explicit PythonMonitor(nb::object callback) : callback_(std::move(callback)) {}
  void report(std::size_t done, std::size_t total) override {
    nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!callback_.is_none()) callback_(done, total);
  }

 private:
  nb::object callback_;
};

// In the order of the packages.
void bind_vocabulary(nb::module_& module);
void bind_parse(nb::module_& module);
void bind_spans(nb::module_& module);
void bind_align(nb::module_& module);
void bind_lm(nb::module_& module);
void bind_grammar(nb::module_& module);
void bind_operations(nb::module_& module);
void bind_treelet(nb::module_& module);
void bind_treelet_models(nb::module_& module);
void bind_forest(nb::module_& module);
void bind_search(nb::module_& module);
void bind_chart(nb::module_& module);
void bind_treelet_decoder(nb::module_& module);
void bind_evaluate(nb::module_& module);
void bind_tune(nb::module_& module);

}  // namespace dragoman::bindings
