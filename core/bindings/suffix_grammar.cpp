#include "grammar/suffix/suffix_grammar.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "bindings/corpus_arrays.hpp"
#include "bindings/hierarchical.hpp"
#include "bindings/options.hpp"
#include "bindings/rule_arrays.hpp"
#include "bindings/side_limits.hpp"
#include "common/error.hpp"
#include "grammar/suffix/frequent_phrases.hpp"
#include "grammar/suffix/phrase_sides.hpp"
#include "grammar/suffix/side_counts.hpp"

namespace dragoman::bindings {

using grammar::AlignedCorpus;
using grammar::GappyOptions;
using grammar::HierarchicalOptions;
using grammar::IndexedText;
using grammar::IndexedTextArrays;
using grammar::kHierarchicalWidths;
using grammar::PairStatistics;
using grammar::RuleCache;
using grammar::RuleStatistics;
using grammar::RuleTableArrays;
using grammar::RuleTableWidths;
using grammar::SideCountArrays;
using grammar::SideCounts;
using grammar::SuffixGrammar;
using grammar::SuffixSegment;
using grammar::SuffixSegmentArrays;
using grammar::SuffixSegmentView;
using grammar::TableBudget;
using grammar::WantedText;

template <typename Visit>
void visit_fields(GappyOptions& options, Visit&& visit) {
  visit_sides(options.source, options.target, visit);
  visit("reordering", options.orientation);
  visit("gap_orientation", options.gap_orientation);
  visit("reordering_smoothing", options.reordering_smoothing);
  visit("smoothing", options.smoothing);
  visit("top", options.top);
  visit("sample", options.sample);
  visit("inverse", options.inverse);
  visit("frequent", options.frequent);
}

namespace {

template <typename T>
std::span<const T> indexed(const ArrayDict& arrays, const std::string& name) {
  return view(entry_of<Array<T>>(arrays, "suffix grammar", name));
}

IndexedText text_of(const ArrayDict& arrays, const std::string& side) {
  return {indexed<WordId>(arrays, side + "_text"),
          indexed<std::uint32_t>(arrays, side + "_suffixes"),
          indexed<std::uint32_t>(arrays, side + "_positions"),
          indexed<std::uint32_t>(arrays, side + "_first"),
          indexed<std::uint32_t>(arrays, side + "_line"),
          indexed<std::uint32_t>(arrays, side + "_begin"),
          indexed<std::uint32_t>(arrays, side + "_link_first"),
          indexed<std::uint16_t>(arrays, side + "_links")};
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
  SuffixSegmentArrays arrays;
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

/// The pairs and those seen once, twice, ..., without gaps and then with gaps.
constexpr std::size_t kStatistics = PairStatistics::kCountsOfCounts + 1;

std::vector<double> to_numbers(const RuleStatistics& statistics) {
  std::vector<double> out;
  for (const PairStatistics* each : {&statistics.contiguous, &statistics.gapped}) {
    out.push_back(each->pairs);
    out.insert(out.end(), each->seen.begin() + 1, each->seen.end());
  }
  return out;
}

GappyOptions gappy_options(nb::handle settings, const std::vector<double>& statistics,
                           std::size_t threads) {
  auto options = read_options<GappyOptions>(settings);
  options.threads = threads;
  if (options.smoothing == grammar::Smoothing::kNone) return options;
  if (statistics.size() != 2 * kStatistics) {
    throw ConfigError("the statistics of a suffix grammar are " + std::to_string(2 * kStatistics) +
                      " numbers");
  }
  auto next = statistics.begin();
  for (PairStatistics* each : {&options.statistics.contiguous, &options.statistics.gapped}) {
    each->pairs = *next++;
    for (std::size_t n = 1; n < each->seen.size(); ++n) each->seen[n] = *next++;
  }
  return options;
}

void make_segment(SuffixSegment* self, const ArrayDict& arrays) {
  const SuffixSegmentView view{
      text_of(arrays, "source"),
      text_of(arrays, "target"),
      {indexed<WordId>(arrays, "lexicon_source"), indexed<WordId>(arrays, "lexicon_target"),
       indexed<std::uint32_t>(arrays, "lexicon_counts")}};
  nb::gil_scoped_release release;
  new (self) SuffixSegment(view);
}

/// Hashes, counts, and of phrases partners.
using Numbers = nb::ndarray<std::uint32_t, nb::numpy, nb::ndim<1>>;
using Counted = std::tuple<nb::ndarray<std::uint64_t, nb::numpy, nb::ndim<1>>, Numbers, Numbers>;

Counted count_sides(const SuffixSegment& self, nb::handle settings, bool phrases,
                    std::size_t threads, nb::object progress) {
  const std::size_t longest = phrases ? nb::cast<std::size_t>(settings.attr("max_length")) : 0;
  const auto limits =
      phrases ? grammar::HierarchicalLimits() : read_options<grammar::HierarchicalLimits>(settings);
  PythonMonitor monitor(std::move(progress));
  SideCountArrays found;
  {
    nb::gil_scoped_release release;
    const grammar::Segment text{self.view().source, self.view().target, nullptr};
    found = phrases ? count_phrase_sides(text, longest, threads, monitor)
                    : count_target_sides(text, limits, threads, monitor);
  }
  return {to_numpy(std::move(found.hashes)), to_numpy(std::move(found.counts)),
          to_numpy(std::move(found.partners))};
}

RuleTableWidths widths(const GappyOptions& options) { return widths_of(options); }
RuleTableWidths widths(const HierarchicalOptions&) { return kHierarchicalWidths; }

using Row = std::array<std::uint32_t, 2>;
using Places =
    nb::ndarray<const std::uint32_t, nb::numpy, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

/// Bytes of memory, and the directory for what is beyond.
using Budget = std::pair<std::size_t, std::string>;

std::span<const Row> rows(const Places& places) {
  return {reinterpret_cast<const Row*>(places.data()), places.shape(0)};
}

template <typename Options>
ArrayDict extract(const SuffixGrammar& self, const Array<WordId>& sentences, const Options& options,
                  RuleCache* cache, nb::object progress, const std::optional<Places>& places,
                  const std::optional<Budget>& budget) {
  PythonMonitor monitor(std::move(progress));
  RuleTableArrays arrays;
  {
    nb::gil_scoped_release release;
    const WantedText text{view(sentences), places ? rows(*places) : std::span<const Row>()};
    arrays = self.extract(text, options, cache, monitor,
                          budget ? TableBudget{budget->first, budget->second} : TableBudget{});
  }
  return to_dict(std::move(arrays), widths(options));
}

}  // namespace

void bind_suffix_grammar(nb::module_& module) {
  module.def("gappy_options_as_read", &options_as_read<GappyOptions>, nb::arg("options"));
  module.def("index_corpus", &index, nb::arg("source"), nb::arg("target"), nb::arg("links"),
             nb::arg("path"), nb::arg("threads"), nb::arg("progress").none(),
             "The arrays of a suffix grammar, without vocabularies.");
  nb::class_<RuleCache>(module, "RuleCache",
                        "What a suffix grammar remembers between calls with the same options.")
      .def(nb::init<std::size_t>(), nb::arg("bytes"))
      .def_prop_ro(
          "bytes", [](RuleCache& self) { return self.rules.bytes() + self.pairs.bytes(); },
          "What it holds now.");
  nb::class_<SuffixSegment>(module, "SuffixSegment", "A view over the arrays of index_corpus().")
      .def("__init__", &make_segment, nb::arg("arrays"), nb::keep_alive<1, 2>(),
           "Views the arrays of a dictionary, which must not be changed any more.")
      .def("__len__", &SuffixSegment::lines)
      .def("count_target_sides", &count_sides, nb::arg("options"), nb::arg("phrases"),
           nb::arg("threads"), nb::arg("progress").none(),
           "Hashes and counts of the target sides of its hierarchical rules or its phrases that "
           "were "
           "found twice or more, and of phrases their different source sides.");
  nb::class_<SideCounts>(module, "SideCounts", "How often target sides were found in a segment.")
      .def(
          "__init__",
          [](SideCounts* self, const Array<std::uint64_t>& hashes,
             const Array<std::uint32_t>& counts, const Array<std::uint32_t>& partners) {
            nb::gil_scoped_release release;
            new (self) SideCounts(view(hashes), view(counts), view(partners));
          },
          nb::arg("hashes").noconvert(), nb::arg("counts").noconvert(),
          nb::arg("partners").noconvert(), nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(),
          nb::keep_alive<1, 4>(), "Views the arrays, which must not be changed any more.")
      .def("__len__", &SideCounts::size);
  nb::class_<SuffixGrammar>(module, "SuffixGrammar", "A corpus of indexed bitexts.")
      .def(
          "__init__",
          [](SuffixGrammar* self, std::vector<const SuffixSegment*> segments) {
            nb::gil_scoped_release release;
            new (self) SuffixGrammar(std::move(segments));
          },
          nb::arg("segments"), nb::keep_alive<1, 2>())
      .def(
          "extract",
          [](const SuffixGrammar& self, const Array<WordId>& sentences, nb::handle settings,
             const std::vector<double>& statistics, std::vector<const SideCounts*> counts,
             const grammar::RuleTable* phrases, const grammar::RuleTable* kept, RuleCache* cache,
             std::size_t threads, nb::object progress, const std::optional<Places>& places,
             const std::optional<Budget>& budget) {
            GappyOptions options = gappy_options(settings, statistics, threads);
            options.counts = std::move(counts);
            options.phrases = phrases;
            options.kept = kept;
            return extract(self, sentences, options, cache, progress, places, budget);
          },
          nb::arg("sentences"), nb::arg("options"), nb::arg("statistics"), nb::arg("counts"),
          nb::arg("phrases").none(), nb::arg("kept").none(), nb::arg("cache").none(),
          nb::arg("threads"), nb::arg("progress").none(), nb::arg("places").none() = nb::none(),
          nb::arg("budget").none() = nb::none(),
          "Rules for sentences, each closed by 2^32 - 1; 2^32 - 2 is a word that is not known. For "
          "lattices, places are where words begin and end (core/grammar/suffix/wanted_text.hpp). "
          "With a table of frequent phrases, these are taken from it (frequent_phrases.hpp), with "
          "one of kept rules, those with gaps (suffix_extract.hpp). "
          "What is "
          "beyond the budget (bytes, directory) is in files of the directory.")
      .def(
          "extract_hierarchical",
          [](const SuffixGrammar& self, const Array<WordId>& sentences, nb::handle settings,
             std::vector<const SideCounts*> counts, RuleCache* cache, std::size_t threads,
             nb::object progress, const std::optional<Places>& places,
             const std::optional<Budget>& budget) {
            auto options = read_options<HierarchicalOptions>(settings);
            options.threads = threads;
            options.counts = std::move(counts);
            return extract(self, sentences, options, cache, progress, places, budget);
          },
          nb::arg("sentences"), nb::arg("options"), nb::arg("counts"), nb::arg("cache").none(),
          nb::arg("threads"), nb::arg("progress").none(), nb::arg("places").none() = nb::none(),
          nb::arg("budget").none() = nb::none(),
          "The same for hierarchical rules. Without the counts of every segment's target sides, "
          "they "
          "are looked up.")
      .def(
          "extract_all",
          [](const SuffixGrammar& self, nb::handle settings, const std::vector<double>& statistics,
             std::size_t threads, nb::object progress) {
            const GappyOptions options = gappy_options(settings, statistics, threads);
            PythonMonitor monitor(std::move(progress));
            RuleTableArrays arrays;
            {
              nb::gil_scoped_release release;
              arrays = self.extract_all(options, monitor);
            }
            return to_dict(std::move(arrays), widths_of(options));
          },
          nb::arg("options"), nb::arg("statistics"), nb::arg("threads"), nb::arg("progress").none(),
          "All rules of the corpus.")
      .def(
          "frequent",
          [](const SuffixGrammar& self, nb::handle settings, std::size_t least, std::size_t threads,
             nb::object progress) {
            auto options = read_options<GappyOptions>(settings);
            options.threads = threads;
            PythonMonitor monitor(std::move(progress));
            RuleTableArrays arrays;
            {
              nb::gil_scoped_release release;
              arrays = self.frequent(options, least, monitor);
            }
            return to_dict(std::move(arrays), grammar::frequent_widths(options));
          },
          nb::arg("options"), nb::arg("least"), nb::arg("threads"), nb::arg("progress").none(),
          "What is kept of phrases without gaps whose source sides occur so often; of one segment.")
      .def(
          "statistics",
          [](const SuffixGrammar& self, nb::handle settings, std::size_t lines, std::size_t threads,
             nb::object progress) {
            auto options = read_options<GappyOptions>(settings);
            options.threads = threads;
            PythonMonitor monitor(std::move(progress));
            nb::gil_scoped_release release;
            return to_numbers(self.statistics(options, lines, monitor));
          },
          nb::arg("options"), nb::arg("lines"), nb::arg("threads"), nb::arg("progress").none(),
          "What smoothing goes by: for pairs without gaps and with gaps, how many there are, and "
          "how many were seen 1 to 10 times.")
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
