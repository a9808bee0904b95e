#include "grammar/extract/extract.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <optional>
#include <string>
#include <tuple>

#include "bindings/extraction.hpp"
#include "bindings/options.hpp"
#include "bindings/side_limits.hpp"
#include "grammar/extract/gappy_table.hpp"
#include "grammar/extract/rule_tasks.hpp"

namespace dragoman::bindings {

using grammar::AlignedCorpus;
using grammar::ExtractOptions;
using grammar::GappyTableOptions;
using grammar::Lexicon;

template <typename Visit>
void visit_fields(ExtractOptions& options, Visit&& visit) {
  visit("max_length", options.max_length);
  visit("reordering", options.orientation);
  visit("reordering_smoothing", options.reordering_smoothing);
  visit("smoothing", options.smoothing);
  visit("top", options.top);
  visit("memory", options.memory);
}

template <typename Visit>
void visit_fields(GappyTableOptions& options, Visit&& visit) {
  visit_sides(options.source, options.target, visit);
  visit("reordering", options.orientation);
  visit("gap_orientation", options.gap_orientation);
  visit("reordering_smoothing", options.reordering_smoothing);
  visit("smoothing", options.smoothing);
  visit("top", options.top);
  visit("least_with_gaps", options.least);
  visit("memory", options.memory);
}

namespace {

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
         nb::handle settings, std::optional<double> significance, const std::string& directory,
         const std::string& path, std::size_t threads, nb::object progress) {
        auto options = read_options<ExtractOptions>(settings);
        options.significance = significance;
        return extracted({source, target, links, directory, path, threads, std::move(progress)},
                         options, widths_of(options), grammar::extract_phrases);
      },
      nb::arg("source"), nb::arg("target"), nb::arg("links"), nb::arg("options"),
      nb::arg("significance").none(), nb::arg("directory"), nb::arg("path"), nb::arg("threads"),
      nb::arg("progress").none(),
      "The arrays of a rule table, without vocabularies. A side is (words, offsets, vocabulary "
      "size), links are (offsets, rows).");
  module.def(
      "extract_gappy",
      [](const SideArrays& source, const SideArrays& target, const LinkArrays& links,
         nb::handle settings, bool contiguous, const std::string& directory,
         const std::string& path, std::size_t threads, nb::object progress) {
        auto options = read_options<GappyTableOptions>(settings);
        options.contiguous = contiguous;
        return extracted({source, target, links, directory, path, threads, std::move(progress)},
                         options, gappy_table_widths(options), grammar::extract_gappy);
      },
      nb::arg("source"), nb::arg("target"), nb::arg("links"), nb::arg("options"),
      nb::arg("contiguous"), nb::arg("directory"), nb::arg("path"), nb::arg("threads"),
      nb::arg("progress").none(), "The same with phrases with gaps, or these alone.");
  module.def(
      "phrase_tasks",
      [](nb::handle settings) {
        return grammar::phrase_tasks(read_options<ExtractOptions>(settings));
      },
      nb::arg("options"));
  module.def(
      "gappy_tasks",
      [](nb::handle settings) {
        auto options = read_options<GappyTableOptions>(settings);
        options.contiguous = true;
        return grammar::gappy_tasks(options);
      },
      nb::arg("options"));
  module.def("gappy_table_options_as_read", &options_as_read<GappyTableOptions>,
             nb::arg("options"));
  module.def("extraction_options_as_read", &options_as_read<ExtractOptions>, nb::arg("options"));
}

}  // namespace dragoman::bindings
