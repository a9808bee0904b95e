#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <tuple>

#include "bindings/bind.hpp"
#include "common/error.hpp"
#include "tune/bleu_counts.hpp"
#include "tune/climb.hpp"
#include "tune/envelope.hpp"
#include "tune/forest_envelope.hpp"
#include "tune/line_search.hpp"
#include "tune/metric_formula.hpp"
#include "tune/ter_counts.hpp"

namespace dragoman::bindings {
namespace {

using Rows = nb::ndarray<const double, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

std::span<const double> flat(const Rows& rows) {
  return {rows.data(), rows.shape(0) * rows.shape(1)};
}

auto bind_bleu_counts(const Array<WordId>& words, const Array<std::uint64_t>& text,
                      const Array<std::uint64_t>& sentence, const Array<WordId>& reference_words,
                      const Array<std::uint64_t>& reference_text,
                      const Array<std::uint64_t>& reference_sentence, std::size_t order,
                      std::size_t threads) {
  const TextLists candidates{view(words), view(text), view(sentence)};
  const TextLists references{view(reference_words), view(reference_text), view(reference_sentence)};
  PythonMonitor monitor{nb::none()};
  std::vector<double> rows;
  {
    nb::gil_scoped_release release;
    rows = bleu_counts(candidates, references, {order, threads}, monitor);
  }
  return to_numpy(std::move(rows), 2 + 2 * order);
}

auto bind_ter_counts(const Array<WordId>& words, const Array<std::uint64_t>& text,
                     const Array<std::uint64_t>& sentence, const Array<WordId>& reference_words,
                     const Array<std::uint64_t>& reference_text,
                     const Array<std::uint64_t>& reference_sentence, std::size_t threads) {
  const TextLists candidates{view(words), view(text), view(sentence)};
  const TextLists references{view(reference_words), view(reference_text), view(reference_sentence)};
  PythonMonitor monitor{nb::none()};
  std::vector<double> rows;
  {
    nb::gil_scoped_release release;
    rows = ter_counts(candidates, references, threads, monitor);
  }
  return to_numpy(std::move(rows), 2);
}

auto bind_line_envelopes(const Rows& features, const Array<std::uint64_t>& offsets,
                         const Array<double>& weights, const Array<double>& direction,
                         std::size_t threads) {
  PythonMonitor monitor{nb::none()};
  Envelopes found;
  {
    nb::gil_scoped_release release;
    found = line_envelopes({flat(features), features.shape(1), view(offsets)}, view(weights),
                           view(direction), threads, monitor);
  }
  return std::tuple(to_numpy(std::move(found.starts)), to_numpy(std::move(found.candidates)),
                    to_numpy(std::move(found.offsets)));
}

using Formula = std::vector<std::tuple<std::string, double, std::size_t>>;

MetricFormula make_formula(const Formula& parts) {
  std::vector<MetricFormula::Part> made;
  for (const auto& [name, weight, order] : parts)
    made.push_back({metric_kind(name), weight, order});
  return MetricFormula(std::move(made));
}

auto bind_climb(const CandidateLists& lists, const Formula& parts, const Rows& starts,
                const Rows& directions, const Array<double>& centre, const Array<double>& width,
                std::size_t passes, std::size_t window, double minimum, std::size_t threads) {
  if (starts.shape(1) != lists.features() || directions.shape(1) != lists.features()) {
    throw ConfigError("starts and directions must have one number per feature");
  }
  const MetricFormula formula = make_formula(parts);
  const ClimbPlan plan{flat(starts), flat(directions), {view(centre), view(width)},
                       passes,       window,           minimum};
  PythonMonitor monitor{nb::none()};
  Climbed found;
  {
    nb::gil_scoped_release release;
    found = climb(lists, formula, plan, threads, monitor);
  }
  return std::tuple(to_numpy(std::move(found.weights), lists.features()),
                    to_numpy(std::move(found.gains)));
}

auto bind_line_search(const CandidateLists& lists, const Formula& parts,
                      const Array<double>& weights, const Array<double>& direction, double low,
                      double high, std::size_t window) {
  if (weights.shape(0) != lists.features() || direction.shape(0) != lists.features()) {
    throw ConfigError("weights and direction must have one number per feature");
  }
  if (!(std::isfinite(low) && std::isfinite(high) && low <= 0 && 0 <= high)) {
    throw ConfigError("the range of a line search must be finite and include 0");
  }
  const MetricFormula formula = make_formula(parts);
  nb::gil_scoped_release release;
  const LinePoint best =
      LineSearch(lists, formula)
          .best(lists.times(view(weights)), lists.times(view(direction)), {low, high, window});
  return std::tuple(best.x, best.gain, best.smooth, best.stay);
}

auto bind_forest_envelope(const forest::Forest& forest, const Array<double>& weights,
                          const Array<double>& direction, double low, double high) {
  ForestEnvelope found;
  {
    nb::gil_scoped_release release;
    found = forest_envelope(forest, {view(weights), view(direction), low, high});
  }
  return std::tuple(to_numpy(std::move(found.starts)), to_numpy(std::move(found.slopes)),
                    to_numpy(std::move(found.intercepts)), to_numpy(std::move(found.text)),
                    to_numpy(std::move(found.words)));
}

/// The envelope of lines given by slopes and intercepts: where each stretch starts, and whose it
/// is.
auto bind_upper_envelope(const Array<double>& slopes, const Array<double>& intercepts) {
  if (slopes.shape(0) != intercepts.shape(0)) {
    throw ConfigError("every line needs a slope and an intercept");
  }
  std::vector<Line> lines;
  for (std::size_t i = 0; i < slopes.shape(0); ++i)
    lines.push_back({slopes(i), intercepts(i), 0, i});
  keep_upper_envelope(lines);
  std::vector<double> starts;
  std::vector<std::uint64_t> ids;
  for (const Line& line : lines) {
    starts.push_back(line.start);
    ids.push_back(line.id);
  }
  return std::tuple(to_numpy(std::move(starts)), to_numpy(std::move(ids)));
}

}  // namespace

void bind_tune(nb::module_& module) {
  module.def("bleu_counts", &bind_bleu_counts, nb::arg("words"), nb::arg("text"),
             nb::arg("sentence"), nb::arg("reference_words"), nb::arg("reference_text"),
             nb::arg("reference_sentence"), nb::arg("order"), nb::arg("threads"),
             "BLEU's statistics, a row per candidate.");
  module.def("ter_counts", &bind_ter_counts, nb::arg("words"), nb::arg("text"), nb::arg("sentence"),
             nb::arg("reference_words"), nb::arg("reference_text"), nb::arg("reference_sentence"),
             nb::arg("threads"), "TER's statistics, a row per candidate.");
  module.def("line_envelopes", &bind_line_envelopes, nb::arg("features"), nb::arg("offsets"),
             nb::arg("weights"), nb::arg("direction"), nb::arg("threads"),
             "(starts, candidates, offsets) of all sentences' upper envelopes along a direction.");
  module.def(
      "metric_gain",
      [](const Formula& parts, const Array<double>& sums) {
        const MetricFormula formula = make_formula(parts);
        if (sums.shape(0) != formula.size()) {
          throw ConfigError("the statistics are not those of the metric");
        }
        return formula.gain(view(sums));
      },
      nb::arg("formula"), nb::arg("sums"), "The gain of summed statistics.");
  nb::class_<CandidateLists>(module, "CandidateLists", "K-best lists for native line searches.")
      .def(
          "__init__",
          [](CandidateLists* self, const Rows& features, const Rows& statistics,
             const Array<std::uint64_t>& offsets) {
            nb::gil_scoped_release release;
            new (self) CandidateLists({flat(features), features.shape(1), view(offsets)},
                                      flat(statistics), statistics.shape(1));
          },
          nb::arg("features"), nb::arg("statistics"), nb::arg("offsets"))
      .def_prop_ro("candidates", &CandidateLists::candidates)
      .def("climb", &bind_climb, nb::arg("formula"), nb::arg("starts"), nb::arg("directions"),
           nb::arg("centre"), nb::arg("width"), nb::arg("passes"), nb::arg("window"),
           nb::arg("minimum"), nb::arg("threads"), "(weights, gains) that every start climbs to.")
      .def("line_search", &bind_line_search, nb::arg("formula"), nb::arg("weights"),
           nb::arg("direction"), nb::arg("low"), nb::arg("high"), nb::arg("window"),
           "(x, gain, smooth, stay) of the best point of a line.");
  module.def("forest_envelope", &bind_forest_envelope, nb::arg("forest"), nb::arg("weights"),
             nb::arg("direction"), nb::arg("low"), nb::arg("high"),
             "(starts, slopes, intercepts, text, words) of a forest's upper envelope.");
  module.def("upper_envelope", &bind_upper_envelope, nb::arg("slopes"), nb::arg("intercepts"),
             "(starts, lines) of the upper envelope of lines.");
}

}  // namespace dragoman::bindings
