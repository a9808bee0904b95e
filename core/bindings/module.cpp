// The extension module dragoman._core: an explicit list of what is bound, and the errors.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <exception>
#include <string>

#include "bindings/bind.hpp"
#include "common/error.hpp"

namespace nb = nanobind;
using namespace dragoman;

namespace {

/// Text of the core, which may quote a model or an input of any bytes.
nb::object readable(const std::string& text) {
  return nb::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

/// Raises dragoman.common.errors.NAME(args...).
template <typename... Args>
void raise(const char* name, Args&&... args) {
  nb::object type = nb::module_::import_("dragoman.common.errors").attr(name);
  nb::object error = type(std::forward<Args>(args)...);
  PyErr_SetObject(type.ptr(), error.ptr());
}

void translate(const std::exception_ptr& pointer, void*) {
  try {
    std::rethrow_exception(pointer);
  } catch (const FormatError& e) {
    raise("FormatError", readable(e.what()), e.path().c_str(), e.line());
  } catch (const ConfigError& e) {
    raise("ConfigError", readable(e.what()));
  } catch (const ModelError& e) {
    raise("ModelError", readable(e.what()));
  } catch (const Error& e) {
    raise("DragomanError", readable(e.what()));
  }
}

}  // namespace

NB_MODULE(_core, module) {
  module.doc() = "The native core of Dragoman; use it through the dragoman package.";
  nb::register_exception_translator(translate);
  // A thread or a traceback may hold a model when Python ends. Users need not hear of it.
  nb::set_leak_warnings(false);
  bindings::bind_vocabulary(module);
  bindings::bind_parse(module);
  bindings::bind_spans(module);
  bindings::bind_align(module);
  bindings::bind_lm(module);
  bindings::bind_grammar(module);
  bindings::bind_operations(module);
  bindings::bind_treelet(module);
  bindings::bind_treelet_models(module);
  bindings::bind_forest(module);
  bindings::bind_search(module);
  bindings::bind_chart(module);
  bindings::bind_treelet_decoder(module);
  bindings::bind_evaluate(module);
  bindings::bind_tune(module);
}
