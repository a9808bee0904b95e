#include "bindings/hierarchical.hpp"

#include <string>

#include "bindings/corpus_arrays.hpp"
#include "bindings/rule_arrays.hpp"

namespace dragoman::bindings {

using grammar::AlignedCorpus;
using grammar::HierarchicalOptions;
using grammar::HierarchicalTableOptions;
using grammar::kHierarchicalWidths;
using grammar::Lexicon;
using grammar::RuleTableArrays;

void bind_hierarchical(nb::module_& module) {
  module.def(
      "extract_hierarchical",
      [](const SideArrays& source, const SideArrays& target, const LinkArrays& links,
         nb::handle settings, const std::string& directory, const std::string& path,
         std::size_t threads, nb::object progress) {
        auto options = read_options<HierarchicalTableOptions>(settings);
        options.threads = threads;
        options.directory = directory;
        const AlignedCorpus corpus = corpus_of(source, target, links);
        PythonMonitor monitor(std::move(progress));
        RuleTableArrays arrays;
        {
          nb::gil_scoped_release release;
          check(corpus, path);
          const Lexicon lexicon(corpus, monitor);
          arrays = extract_hierarchical(corpus, lexicon, options, monitor);
        }
        return to_dict(std::move(arrays), kHierarchicalWidths);
      },
      nb::arg("source"), nb::arg("target"), nb::arg("links"), nb::arg("options"),
      nb::arg("directory"), nb::arg("path"), nb::arg("threads"), nb::arg("progress").none(),
      "The arrays of a table of all hierarchical rules, without vocabularies.");
  module.def("hierarchical_options_as_read", &options_as_read<HierarchicalOptions>,
             nb::arg("options"));
  module.def("hierarchical_table_options_as_read", &options_as_read<HierarchicalTableOptions>,
             nb::arg("options"));
}

}  // namespace dragoman::bindings
