// Rule table arrays between Python and the core.
#pragma once

#include <string>

#include "bindings/bind.hpp"
#include "common/error.hpp"
#include "grammar/table/rule_table_builder.hpp"

namespace dragoman::bindings {

using ArrayDict = nb::typed<nb::dict, nb::str, nb::any>;

/// The entry itself, never a converted copy: what `owner` names views it.
template <typename T>
T entry_of(const ArrayDict& arrays, const char* owner, const std::string& name) {
  const auto what = [&] { return std::string("the ") + owner; };
  if (!arrays.contains(name.c_str())) throw ModelError(what() + " lacks the array '" + name + "'");
  T array;
  if (!nb::try_cast<T>(arrays[name.c_str()], array, false)) {
    throw ModelError(what() + "'s array '" + name + "' has the wrong type or shape");
  }
  return array;
}

/// The arrays by name, as RuleTable takes them; matrices have the given numbers of columns. Without
/// those that are in files.
ArrayDict to_dict(grammar::RuleTableArrays arrays, const grammar::RuleTableWidths& widths);

/// Adds the three arrays of a vocabulary to a dictionary as PREFIX_bytes and so on.
void add_vocabulary(ArrayDict& arrays, const char* prefix, const Vocabulary& vocabulary);

/// Parts of bind_grammar.
void bind_moses_tables(nb::module_& module);
void bind_rule_tasks(nb::module_& module);
void bind_extract(nb::module_& module);
void bind_suffix_grammar(nb::module_& module);
void bind_hierarchical(nb::module_& module);

}  // namespace dragoman::bindings
