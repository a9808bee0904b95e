#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bind.hpp"
#include "bindings/cohesion_settings.hpp"
#include "bindings/decoding.hpp"
#include "bindings/options.hpp"
#include "search/chart/chart_decoder.hpp"

namespace dragoman::bindings {

template <typename Visit>
void visit_fields(search::chart::ChartSettings& settings, Visit&& visit) {
  visit("search", settings.algorithm);
  visit("pop_limit", settings.pop_limit);
  visit("guide", settings.guide);
  visit("table_limit", settings.table_limit);
  visit("max_span", settings.max_span);
  visit("max_unary", settings.max_unary);
  visit("crossings", settings.crossings);
  visit("lattice", settings.lattice);
  visit("unknown", settings.unknown);
  visit("punctuation_walls", settings.punctuation_walls);
  visit("force_relaxed", settings.force_relaxed);
  visit("max_work", settings.max_work);
  visit("max_seconds", settings.max_seconds);
}

namespace {

using search::chart::ChartDecoder;
using search::chart::ChartSettings;
using Words = std::vector<std::string>;

}  // namespace

void bind_chart(nb::module_& module) {
  nb::class_<ChartDecoder> decoder(module, "ChartDecoder", "The decoder for hierarchical rules.");
  decoder.def(
      "__init__",
      [](ChartDecoder* self, const grammar::RuleTable& rules, Words columns,
         std::vector<const lm::Model*> models, std::vector<double> weights, nb::handle options,
         Words custom, Words rule_features) {
        new (self)
            ChartDecoder({&rules, std::move(columns), std::move(models), std::move(weights),
                          read_options<ChartSettings>(options), std::move(rule_features),
                          std::move(custom), read_options<search::CohesionSettings>(options)});
      },
      nb::arg("rules"), nb::arg("columns"), nb::arg("language_models"), nb::arg("weights"),
      nb::arg("options"), nb::arg("custom") = Words(), nb::arg("rule_features") = Words(),
      nb::keep_alive<1, 2>(), nb::keep_alive<1, 4>());
  bind_decoding(decoder);

  module.def("chart_settings_as_read", &options_as_read<ChartSettings>, nb::arg("options"));
  module.def(
      "chart_feature_names",
      [](std::size_t language_models, Words columns, const Words& cohesion, bool crossings,
         bool lattice) {
        search::chart::ChartFeatures features{language_models, std::move(columns), crossings,
                                              lattice};
        features.cohesion = cohesion_features(cohesion);
        return search::chart::chart_layout(features).names();
      },
      nb::arg("language_models"), nb::arg("columns"), nb::arg("cohesion"), nb::arg("crossings"),
      nb::arg("lattice"));
}

}  // namespace dragoman::bindings
