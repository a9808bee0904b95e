#include "grammar/suffix_grammar.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>

#include "bindings/corpus_arrays.hpp"
#include "bindings/rule_arrays.hpp"
#include "common/error.hpp"

namespace dragoman::bindings {
namespace {

/// The entry itself, never a converted copy: the grammar views it.
template <typename T>
std::span<const T> array_of(const ArrayDict& arrays, const std::string& name) {
  Array<T> array;
  if (!arrays.contains(name.c_str()) ||
      !nb::try_cast<Array<T>>(arrays[name.c_str()], array, false)) {
    throw ModelError("the suffix grammar's array '" + name + "' is missing or of another type");
  }
  return view(array);
}

IndexedText text_of(const ArrayDict& arrays, const std::string& side) {
  return {array_of<WordId>(arrays, side + "_text"),
          array_of<std::uint32_t>(arrays, side + "_suffixes"),
          array_of<std::uint32_t>(arrays, side + "_positions"),
          array_of<std::uint32_t>(arrays, side + "_first"),
          array_of<std::uint32_t>(arrays, side + "_line"),
          array_of<std::uint32_t>(arrays, side + "_begin"),
          array_of<std::uint32_t>(arrays, side + "_link_first"),
          array_of<std::uint16_t>(arrays, side + "_links")};
}

void add_text(ArrayDict& out, const std::string& side, IndexedTextArrays arrays) {
  const auto add = [&](const char* name, auto values) {
    out[(side + name).c_str()] = to_numpy(std::move(values));
  };
  add("_text", std::move(arrays.text));
  add("_suffixes", std::move(arrays.suffixes));
  add("_positions", std::move(arrays.positions));
  add("_first", std::move(arrays.first));
  add("_line", std::move(arrays.line));
  add("_begin", std::move(arrays.begin));
  add("_link_first", std::move(arrays.link_first));
  add("_links", std::move(arrays.links));
}

ArrayDict index(const SideArrays& source, const SideArrays& target, const LinkArrays& links,
                const std::string& path, std::size_t threads, nb::object progress) {
  const AlignedCorpus corpus = corpus_of(source, target, links);
  PythonMonitor monitor(std::move(progress));
  SuffixGrammarArrays arrays;
  {
    nb::gil_scoped_release release;
    check(corpus, path);
    arrays = index_corpus(corpus, threads, monitor);
  }
  ArrayDict out;
  add_text(out, "source", std::move(arrays.source));
  add_text(out, "target", std::move(arrays.target));
  out["lexicon_source"] = to_numpy(std::move(arrays.lexicon_source));
  out["lexicon_target"] = to_numpy(std::move(arrays.lexicon_target));
  out["lexicon_counts"] = to_numpy(std::move(arrays.lexicon_counts));
  return out;
}

void make_grammar(SuffixGrammar* self, const ArrayDict& arrays) {
  const SuffixGrammarView view{text_of(arrays, "source"), text_of(arrays, "target"),
                               array_of<WordId>(arrays, "lexicon_source"),
                               array_of<WordId>(arrays, "lexicon_target"),
                               array_of<std::uint32_t>(arrays, "lexicon_counts")};
  nb::gil_scoped_release release;
  new (self) SuffixGrammar(view);
}

void bind_options(nb::module_& module) {
  nb::class_<SideLimits>(module, "SideLimits")
      .def(
          "__init__",
          [](SideLimits* self, std::size_t max_length, std::size_t max_words, std::size_t max_span,
             std::size_t max_gaps) {
            new (self) SideLimits{max_length, max_words, max_span, max_gaps};
          },
          nb::arg("max_length"), nb::arg("max_words"), nb::arg("max_span"), nb::arg("max_gaps"));
  nb::class_<GappyOptions>(module, "GappyOptions")
      .def(
          "__init__",
          [](GappyOptions* self, const SideLimits& source, const SideLimits& target,
             int orientation, double reordering_smoothing, std::size_t top, std::size_t sample,
             bool target_lookup, std::size_t frequent, std::size_t threads) {
            new (self) GappyOptions{.source = source,
                                    .target = target,
                                    .orientation = static_cast<Orientation>(orientation),
                                    .reordering_smoothing = reordering_smoothing,
                                    .top = top,
                                    .sample = sample,
                                    .target_lookup = target_lookup,
                                    .frequent = frequent,
                                    .threads = threads};
          },
          nb::arg("source"), nb::arg("target"), nb::arg("orientation"),
          nb::arg("reordering_smoothing"), nb::arg("top"), nb::arg("sample"),
          nb::arg("target_lookup"), nb::arg("frequent"), nb::arg("threads"));
}

}  // namespace

void bind_suffix_grammar(nb::module_& module) {
  bind_options(module);
  module.def("index_corpus", &index, nb::arg("source"), nb::arg("target"), nb::arg("links"),
             nb::arg("path"), nb::arg("threads"), nb::arg("progress").none(),
             "The arrays of a suffix grammar, without vocabularies.");
  nb::class_<SuffixGrammar>(module, "SuffixGrammar", "A view over the arrays of index_corpus().")
      .def("__init__", &make_grammar, nb::arg("arrays"), nb::keep_alive<1, 2>(),
           "Views the arrays of a dictionary, which must not be changed any more.")
      .def(
          "extract",
          [](const SuffixGrammar& self, const Array<WordId>& sentences, const GappyOptions& options,
             nb::object progress) {
            PythonMonitor monitor(std::move(progress));
            RuleTableArrays arrays;
            {
              nb::gil_scoped_release release;
              arrays = self.extract(view(sentences), options, monitor);
            }
            return to_dict(std::move(arrays), widths_of(options));
          },
          nb::arg("sentences"), nb::arg("options"), nb::arg("progress").none(),
          "Rules for sentences, each closed by 2^32 - 1; 2^32 - 2 is a word that is not known.")
      .def(
          "extract_all",
          [](const SuffixGrammar& self, const GappyOptions& options, nb::object progress) {
            PythonMonitor monitor(std::move(progress));
            RuleTableArrays arrays;
            {
              nb::gil_scoped_release release;
              arrays = self.extract_all(options, monitor);
            }
            return to_dict(std::move(arrays), widths_of(options));
          },
          nb::arg("options"), nb::arg("progress").none(), "All rules of the corpus.")
      .def(
          "find",
          [](const SuffixGrammar& self, const std::vector<Symbol>& pattern, std::size_t max_span) {
            nb::gil_scoped_release release;
            return self.find(pattern, max_span);
          },
          nb::arg("pattern"), nb::arg("max_span"),
          "Line and words' places of every occurrence of a source pattern.");
}

}  // namespace dragoman::bindings
