// Options on their way from Python into the core: a struct of the core is filled from the
// attributes of an object, by name. Each struct has one list of its fields, a function
//
//   template <typename Visit>
//   void visit_fields(search::phrase::PhraseSettings& settings, Visit&& visit) {
//     visit("stack", settings.stack);
//
// which `read_options` reads by and `fields_of` (for results, and for the tests) writes by. Values
// are declared and checked in Python (src/dragoman/settings/settings.py), which alone has defaults:
// an object that lacks a field, or whose value does not fit it, is a ConfigError that names it.
#pragma once

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "bindings/bind.hpp"
#include "bindings/enum_names.hpp"
#include "common/error.hpp"

namespace dragoman::bindings {

template <typename T>
struct IsVectorOfNames : std::false_type {};
template <typename T>
  requires NamedEnum<T>
struct IsVectorOfNames<std::vector<T>> : std::true_type {};

/// A value of the type T, or a ConfigError that names the option.
template <typename T>
T convert_option(const char* name, nb::handle value) {
  T result{};
  if (!nb::try_cast<T>(value, result)) {
    throw ConfigError(std::string(name) + ": the value " + nb::repr(value).c_str() +
                      " cannot be used");
  }
  return result;
}

template <typename T>
void read_value(const char* name, nb::handle value, T& field) {
  if constexpr (NamedEnum<T>) {
    field = parse_enum<T>(name, convert_option<std::string>(name, value));
  } else if constexpr (IsVectorOfNames<T>::value) {
    field.clear();
    for (const auto& word : convert_option<std::vector<std::string>>(name, value)) {
      field.push_back(parse_enum<typename T::value_type>(name, word));
    }
  } else {
    field = convert_option<T>(name, value);
  }
}

template <typename T>
nb::object written(const T& field) {
  if constexpr (NamedEnum<T>) {
    return nb::cast(enum_name(field));
  } else if constexpr (IsVectorOfNames<T>::value) {
    std::vector<std::string> words;
    for (const auto value : field) words.push_back(enum_name(value));
    return nb::cast(words);
  } else {
    return nb::cast(field);
  }
}

/// The struct T as the attributes of `options` say.
template <typename T>
T read_options(nb::handle options) {
  T result{};
  visit_fields(result, [&](const char* name, auto&& field) {
    if (!nb::hasattr(options, name)) {
      throw ConfigError(std::string("the options lack '") + name + "'");
    }
    read_value(name, options.attr(name), field);
  });
  return result;
}

/// The fields of a struct by name.
template <typename T>
nb::typed<nb::dict, nb::str, nb::any> fields_of(T values) {
  nb::typed<nb::dict, nb::str, nb::any> result;
  visit_fields(values, [&](const char* name, auto&& field) { result[name] = written(field); });
  return result;
}

/// What the struct T reads of an object of options, by name: for tests.
template <typename T>
nb::typed<nb::dict, nb::str, nb::any> options_as_read(nb::handle options) {
  return fields_of(read_options<T>(options));
}

}  // namespace dragoman::bindings
