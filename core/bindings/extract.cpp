#include "grammar/extract.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <string>
#include <tuple>

#include "bindings/corpus_arrays.hpp"
#include "bindings/rule_arrays.hpp"

namespace dragoman::bindings {
namespace {

ExtractOptions options_of(std::size_t max_length, int orientation, double reordering_smoothing,
                          int smoothing, std::size_t top, std::optional<double> significance,
                          std::size_t memory, const std::string& directory, std::size_t threads) {
  return {.max_length = max_length,
          .orientation = static_cast<Orientation>(orientation),
          .reordering_smoothing = reordering_smoothing,
          .smoothing = static_cast<Smoothing>(smoothing),
          .top = top,
          .significance = significance,
          .memory = memory,
          .directory = directory,
          .threads = threads};
}

/// (source words, target words, counts) of the entries; the empty word is 2^32 - 1.
auto lexicon_arrays(const Lexicon& lexicon) {
  std::vector<WordId> source, target;
  std::vector<std::uint32_t> counts;
  for (const Lexicon::Entry& entry : lexicon.entries()) {
    source.push_back(entry.source);
    target.push_back(entry.target);
    counts.push_back(entry.count);
  }
  return std::tuple(to_numpy(std::move(source)), to_numpy(std::move(target)),
                    to_numpy(std::move(counts)));
}

}  // namespace

void bind_extract(nb::module_& module) {
  nb::class_<ExtractOptions>(module, "ExtractOptions")
      .def(
          "__init__",
          [](ExtractOptions* self, std::size_t max_length, int orientation,
             double reordering_smoothing, int smoothing, std::size_t top,
             std::optional<double> significance, std::size_t memory, const std::string& directory,
             std::size_t threads) {
            new (self)
                ExtractOptions(options_of(max_length, orientation, reordering_smoothing, smoothing,
                                          top, significance, memory, directory, threads));
          },
          nb::arg("max_length"), nb::arg("orientation"), nb::arg("reordering_smoothing"),
          nb::arg("smoothing"), nb::arg("top"), nb::arg("significance").none(), nb::arg("memory"),
          nb::arg("directory"), nb::arg("threads"));
  module.def(
      "count_lexicon",
      [](const SideArrays& source, const SideArrays& target, const LinkArrays& links,
         const std::string& path, nb::object progress) {
        const AlignedCorpus corpus = corpus_of(source, target, links);
        PythonMonitor monitor(std::move(progress));
        std::optional<Lexicon> lexicon;
        {
          nb::gil_scoped_release release;
          check(corpus, path);
          lexicon.emplace(corpus, monitor);
        }
        return lexicon_arrays(*lexicon);
      },
      nb::arg("source"), nb::arg("target"), nb::arg("links"), nb::arg("path"),
      nb::arg("progress").none(),
      "Source words, target words and counts of all linked pairs; 2^32-1 is the empty word.");
  module.def(
      "extract_phrases",
      [](const SideArrays& source, const SideArrays& target, const LinkArrays& links,
         const ExtractOptions& options, const std::string& path, nb::object progress) {
        const AlignedCorpus corpus = corpus_of(source, target, links);
        PythonMonitor monitor(std::move(progress));
        RuleTableArrays arrays;
        {
          nb::gil_scoped_release release;
          check(corpus, path);
          const Lexicon lexicon(corpus, monitor);
          arrays = extract_phrases(corpus, lexicon, options, monitor);
        }
        return to_dict(std::move(arrays), widths_of(options));
      },
      nb::arg("source"), nb::arg("target"), nb::arg("links"), nb::arg("options"), nb::arg("path"),
      nb::arg("progress").none(),
      "The arrays of a rule table, without vocabularies. A side is (words, offsets, vocabulary "
      "size), links are (offsets, rows).");
}

}  // namespace dragoman::bindings
