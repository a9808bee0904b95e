#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <tuple>

#include "bindings/bind.hpp"
#include "bindings/metric_parts.hpp"
#include "bindings/options.hpp"
#include "common/error.hpp"
#include "tune/climb.hpp"
#include "tune/envelope.hpp"
#include "tune/forest_envelope.hpp"
#include "tune/line_search.hpp"
#include "tune/mira.hpp"

namespace dragoman::bindings {

template <typename Visit>
void visit_fields(tune::ClimbPlan& plan, Visit&& visit) {
  visit("window", plan.window);
  visit("minimum", plan.minimum);
}

namespace {

using tune::CandidateLists;
using Rows = nb::ndarray<const double, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

std::span<const double> flat(const Rows& rows) {
  return {rows.data(), rows.shape(0) * rows.shape(1)};
}

auto bind_line_envelopes(const Rows& features, const Array<std::uint64_t>& offsets,
                         const Array<double>& weights, const Array<double>& direction,
                         std::size_t threads) {
  PythonMonitor monitor{nb::none()};
  tune::Envelopes found;
  {
    nb::gil_scoped_release release;
    found = tune::line_envelopes({flat(features), features.shape(1), view(offsets)}, view(weights),
                                 view(direction), threads, monitor);
  }
  return std::tuple(to_numpy(std::move(found.starts)), to_numpy(std::move(found.candidates)),
                    to_numpy(std::move(found.offsets)));
}

using Passes = nb::ndarray<const double, nb::numpy, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

/// `settings` is a ClimbPlan of src/dragoman/tune/climb.py.
auto bind_climb(const CandidateLists& lists, const MetricParts& parts, nb::handle settings,
                std::size_t threads) {
  const auto starts = convert_option<Rows>("starts", settings.attr("starts"));
  const auto directions = convert_option<Passes>("directions", settings.attr("directions"));
  const nb::object box = settings.attr("box");
  const auto centre = convert_option<Array<double>>("centre", box.attr("centre"));
  const auto width = convert_option<Array<double>>("width", box.attr("width"));
  if (starts.shape(1) != lists.features() || directions.shape(2) != lists.features()) {
    throw ConfigError("starts and directions must have one number per feature");
  }
  const evaluate::MetricFormula formula = metric_formula(parts);
  auto plan = read_options<tune::ClimbPlan>(settings);
  plan.starts = flat(starts);
  plan.directions = {directions.data(), directions.size()};
  plan.box = {view(centre), view(width)};
  plan.passes = directions.shape(0);
  PythonMonitor monitor{nb::none()};
  tune::Climbed found;
  {
    nb::gil_scoped_release release;
    found = tune::climb(lists, formula, plan, threads, monitor);
  }
  return std::tuple(to_numpy(std::move(found.weights), lists.features()),
                    to_numpy(std::move(found.gains)));
}

auto bind_line_search(const CandidateLists& lists, const MetricParts& parts,
                      const Array<double>& weights, const Array<double>& direction, double low,
                      double high, std::size_t window) {
  if (weights.shape(0) != lists.features() || direction.shape(0) != lists.features()) {
    throw ConfigError("weights and direction must have one number per feature");
  }
  if (!(std::isfinite(low) && std::isfinite(high) && low <= 0 && 0 <= high)) {
    throw ConfigError("the range of a line search must be finite and include 0");
  }
  const evaluate::MetricFormula formula = metric_formula(parts);
  nb::gil_scoped_release release;
  const tune::LinePoint best =
      tune::LineSearch(lists, formula)
          .best(lists.times(view(weights)), lists.times(view(direction)), {low, high, window});
  return std::tuple(best.x, best.gain, best.smooth, best.stay);
}

auto bind_mira(const CandidateLists& lists, const MetricParts& parts, const Array<double>& weights,
               const Array<std::uint64_t>& order, const Array<double>& mask,
               const Array<double>& background, double size, double step, double decay) {
  const evaluate::MetricFormula formula = metric_formula(parts);
  const tune::MiraPlan plan{view(order), view(mask), view(background), size, step, decay};
  PythonMonitor monitor{nb::none()};
  std::vector<double> total;
  {
    nb::gil_scoped_release release;
    total = tune::mira(lists, formula, view(weights), plan, monitor);
  }
  return to_numpy(std::move(total));
}

auto bind_forest_envelope(const forest::Forest& forest, const Array<double>& weights,
                          const Array<double>& direction, double low, double high) {
  tune::ForestEnvelope found;
  {
    nb::gil_scoped_release release;
    found = tune::forest_envelope(forest, {view(weights), view(direction), low, high});
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
  std::vector<tune::Line> lines;
  for (std::size_t i = 0; i < slopes.shape(0); ++i)
    lines.push_back({slopes(i), intercepts(i), 0, i});
  tune::keep_upper_envelope(lines);
  std::vector<double> starts;
  std::vector<std::uint64_t> ids;
  for (const tune::Line& line : lines) {
    starts.push_back(line.start);
    ids.push_back(line.id);
  }
  return std::tuple(to_numpy(std::move(starts)), to_numpy(std::move(ids)));
}

}  // namespace

void bind_tune(nb::module_& module) {
  module.def("climb_options_as_read", &options_as_read<tune::ClimbPlan>, nb::arg("options"));
  module.def("line_envelopes", &bind_line_envelopes, nb::arg("features"), nb::arg("offsets"),
             nb::arg("weights"), nb::arg("direction"), nb::arg("threads"),
             "(starts, candidates, offsets) of all sentences' upper envelopes along a direction.");
  nb::class_<CandidateLists>(module, "CandidateLists", "K-best lists for native tuners.")
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
      .def("climb", &bind_climb, nb::arg("formula"), nb::arg("plan"), nb::arg("threads"),
           "(weights, gains) that every start climbs to.")
      .def("line_search", &bind_line_search, nb::arg("formula"), nb::arg("weights"),
           nb::arg("direction"), nb::arg("low"), nb::arg("high"), nb::arg("window"),
           "(x, gain, smooth, stay) of the best point of a line.")
      .def("mira", &bind_mira, nb::arg("formula"), nb::arg("weights"), nb::arg("order"),
           nb::arg("mask"), nb::arg("background"), nb::arg("size"), nb::arg("step"),
           nb::arg("decay"), "The sum of the weights after every step of MIRA.");
  module.def("forest_envelope", &bind_forest_envelope, nb::arg("forest"), nb::arg("weights"),
             nb::arg("direction"), nb::arg("low"), nb::arg("high"),
             "(starts, slopes, intercepts, text, words) of a forest's upper envelope.");
  module.def("upper_envelope", &bind_upper_envelope, nb::arg("slopes"), nb::arg("intercepts"),
             "(starts, lines) of the upper envelope of lines.");
}

}  // namespace dragoman::bindings
