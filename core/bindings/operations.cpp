#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/corpus_arrays.hpp"
#include "osm/text.hpp"

namespace dragoman::bindings {

void bind_operations(nb::module_& module) {
  using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  module.def(
      "operation_text",
      [](const SideArrays& source, const SideArrays& target, const LinkArrays& links,
         const Vocabulary& source_words, const Vocabulary& target_words, const std::string& path,
         std::size_t first, std::size_t last) {
        const grammar::AlignedCorpus corpus = corpus_of(source, target, links);
        nb::gil_scoped_release release;
        if (first == 0) check(corpus, path);
        return osm::operation_text(corpus, source_words, target_words, first, last);
      },
      nb::arg("source"), nb::arg("target"), nb::arg("links"), nb::arg("source_words"),
      nb::arg("target_words"), nb::arg("path"), nb::arg("first"), nb::arg("last"),
      "The operations of the lines [first, last) as text, without lines that have no links.");
  module.def(
      "operations",
      [](const std::vector<std::string>& source,
         const std::vector<std::tuple<Pairs, std::vector<std::string>, Pairs>>& phrases) {
        std::vector<osm::AppliedPhrase> applied;
        for (const auto& [pieces, target, links] : phrases) {
          osm::AppliedPhrase& phrase = applied.emplace_back();
          phrase.pieces = pieces;
          phrase.target = target;
          for (const auto& [from, to] : links) phrase.links.push_back({from, to});
        }
        return osm::operations(source, applied);
      },
      nb::arg("source"), nb::arg("phrases"),
      "The operations of each phrase of a derivation, given as (source pieces, target words, links "
      "from source positions to positions in the phrase).");
}

}  // namespace dragoman::bindings
