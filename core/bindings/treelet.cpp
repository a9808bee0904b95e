#include "bindings/array_layout.hpp"
#include "bindings/corpus_arrays.hpp"
#include "bindings/rule_arrays.hpp"
#include "grammar/treelet/sphrases.hpp"

namespace dragoman::bindings {

void bind_treelet(nb::module_& module) {
  module.def(
      "sphrase_arrays",
      [] {
        ArrayLayout rows;
        treelet::SPhraseArrays arrays;
        visit_arrays(arrays, [&]<typename T>(const char* name, std::vector<T>&) {
          rows.emplace_back(name, numpy_type<T>(), false);
        });
        return rows;
      },
      "The arrays of s-phrases: name, numpy's type, whether it is a matrix.");
  module.def(
      "extract_sphrases",
      [](const SideArrays& source, const SideArrays& target, const LinkArrays& links,
         const Array<treelet::SpineId>& spines, const Array<std::int32_t>& heads,
         const Array<std::uint8_t>& nodes, const Array<std::uint8_t>& copies,
         const grammar::RuleTable& table, std::size_t max_length, std::size_t analyses,
         nb::object progress) {
        const grammar::AlignedCorpus corpus = corpus_of(source, target, links);
        const treelet::Derivations derivations{
            {view(spines), view(heads), view(nodes), view(copies)}};
        PythonMonitor monitor(std::move(progress));
        treelet::SPhraseArrays arrays;
        {
          nb::gil_scoped_release release;
          arrays = extract_sphrases(corpus, derivations, table, {max_length, analyses}, monitor);
        }
        ArrayDict result;
        visit_arrays(arrays, [&](const char* name, auto& values) {
          result[name] = to_numpy(std::move(values));
        });
        return result;
      },
      nb::arg("source"), nb::arg("target"), nb::arg("links"), nb::arg("spines"), nb::arg("heads"),
      nb::arg("nodes"), nb::arg("copies"), nb::arg("table"), nb::arg("max_length"),
      nb::arg("analyses"), nb::arg("progress").none(),
      "The analyses of a table's rules; see core/grammar/treelet/sphrases.hpp for the arrays.");
}

}  // namespace dragoman::bindings
