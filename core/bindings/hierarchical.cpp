#include "bindings/hierarchical.hpp"

#include <nanobind/stl/unique_ptr.h>

#include <string>

#include "bindings/extraction.hpp"
#include "grammar/extract/rule_tasks.hpp"

namespace dragoman::bindings {

using grammar::HierarchicalOptions;
using grammar::HierarchicalTableOptions;
using grammar::kHierarchicalWidths;

void bind_hierarchical(nb::module_& module) {
  module.def(
      "extract_hierarchical",
      [](const SideArrays& source, const SideArrays& target, const LinkArrays& links,
         nb::handle settings, const std::string& directory, const std::string& path,
         std::size_t threads, nb::object progress) {
        return extracted({source, target, links, directory, path, threads, std::move(progress)},
                         read_options<HierarchicalTableOptions>(settings), kHierarchicalWidths,
                         grammar::extract_hierarchical);
      },
      nb::arg("source"), nb::arg("target"), nb::arg("links"), nb::arg("options"),
      nb::arg("directory"), nb::arg("path"), nb::arg("threads"), nb::arg("progress").none(),
      "The arrays of a table of all hierarchical rules, without vocabularies.");
  module.def(
      "hierarchical_tasks",
      [](nb::handle settings) {
        return grammar::hierarchical_tasks(read_options<HierarchicalTableOptions>(settings));
      },
      nb::arg("options"));
  module.def("hierarchical_options_as_read", &options_as_read<HierarchicalOptions>,
             nb::arg("options"));
  module.def("hierarchical_table_options_as_read", &options_as_read<HierarchicalTableOptions>,
             nb::arg("options"));
}

}  // namespace dragoman::bindings
