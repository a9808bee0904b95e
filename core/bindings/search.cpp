#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>

#include "bindings/bind.hpp"
#include "bindings/cohesion_settings.hpp"
#include "bindings/decoding.hpp"
#include "bindings/options.hpp"
#include "bindings/phrase_settings.hpp"
#include "search/api/catalogue.hpp"
#include "search/phrase/phrase_decoder.hpp"

namespace dragoman::bindings {

template <typename Visit>
void visit_fields(search::phrase::GapSettings& settings, Visit&& visit) {
  visit("source_gaps", settings.source);
  visit("target_gaps", settings.target);
  visit("gap_features", settings.features);
  visit("gap_distortion", settings.distortion);
  visit("max_pending", settings.max_pending);
  visit("max_span", settings.max_span);
  visit("pending_cost", settings.pending_cost);
  visit("gap_limit", settings.limit);
  visit("gap_share", settings.share);
}

namespace {

using search::Sentence;
using search::Translation;
using search::Zone;
using search::phrase::PhraseDecoder;
using search::phrase::PhraseSettings;
using Words = std::vector<std::string>;

}  // namespace

void bind_search(nb::module_& module) {
  nb::class_<Zone>(module, "SearchZone", "Translations given for some words of a sentence.")
      .def(
          "__init__",
          [](Zone* self, std::size_t begin, std::size_t end, std::vector<Words> translations,
             bool exclusive) { new (self) Zone{begin, end, std::move(translations), exclusive}; },
          nb::arg("begin"), nb::arg("end"), nb::arg("translations"), nb::arg("exclusive"));

  nb::class_<Sentence>(module, "SearchSentence", "A sentence and what is demanded of it.")
      .def(
          "__init__",
          [](Sentence* self, Words words, std::vector<Zone> zones, std::vector<std::size_t> walls,
             std::optional<Words> reference, std::vector<std::int32_t> heads,
             std::vector<std::uint8_t> kinds,
             const std::vector<std::tuple<std::uint32_t, std::uint32_t, float>>& lattice,
             Words tags, std::vector<Words> prefix, bool partial, std::vector<Words> references,
             Words labels) {
            const bool forced = reference.has_value();
            std::vector<search::LatticeArc> arcs;
            for (const auto& [begin, end, score] : lattice) arcs.push_back({begin, end, score});
            new (self) Sentence{std::move(words),
                                std::move(arcs),
                                std::move(zones),
                                std::move(walls),
                                forced,
                                forced ? std::move(*reference) : Words(),
                                std::move(references),
                                {std::move(prefix), partial},
                                std::move(heads),
                                std::move(kinds),
                                std::move(tags),
                                std::move(labels)};
          },
          nb::arg("words"), nb::arg("zones"), nb::arg("walls"), nb::arg("reference").none(),
          nb::arg("heads") = std::vector<std::int32_t>(),
          nb::arg("kinds") = std::vector<std::uint8_t>(), nb::arg("lattice") = nb::list(),
          nb::arg("tags") = Words(), nb::arg("prefix") = std::vector<Words>(),
          nb::arg("partial") = false, nb::arg("references") = std::vector<Words>(),
          nb::arg("labels") = Words());

  nb::class_<Translation>(module, "Translation", "What the search found.")
      .def_ro("best", &Translation::best)
      .def_ro("forest", &Translation::forest)
      .def_prop_ro("outcome", [](const Translation& self) { return fields_of(self.outcome); });

  nb::class_<PhraseDecoder> decoder(module, "PhraseDecoder", "The phrase-based decoder.");
  decoder.def(
      "__init__",
      [](PhraseDecoder* self, const grammar::RuleTable& rules, Words columns,
         std::vector<const lm::Model*> models, std::vector<double> weights, nb::handle options,
         const std::string& orientation,
         const std::vector<std::tuple<std::string, float, float>>& custom, Words rule_features,
         const lm::Model* operations) {
        search::phrase::PhraseModel model{&rules,
                                          std::move(columns),
                                          std::move(models),
                                          std::move(weights),
                                          read_options<PhraseSettings>(options),
                                          read_options<search::CohesionSettings>(options),
                                          read_options<search::phrase::GapSettings>(options)};
        for (const auto& [name, lowest, highest] : custom) {
          model.custom.push_back({name, lowest, highest});
        }
        model.rule_features = std::move(rule_features);
        model.operations = operations;
        model.orientation = parse_enum<search::OrientationOf>("orientation", orientation);
        new (self) PhraseDecoder(std::move(model));
      },
      nb::arg("rules"), nb::arg("columns"), nb::arg("language_models"), nb::arg("weights"),
      nb::arg("options"), nb::arg("orientation"), nb::arg("custom") = nb::list(),
      nb::arg("rule_features") = Words(), nb::arg("operations").none() = nb::none(),
      nb::keep_alive<1, 2>(), nb::keep_alive<1, 4>(), nb::keep_alive<1, 10>());
  bind_decoding(decoder);

  module.def("request_as_read", &options_as_read<search::DecodeRequest>, nb::arg("options"));
  module.def("default_outcome", [] { return fields_of(search::Outcome()); });
  module.def("search_settings_as_read", &options_as_read<PhraseSettings>, nb::arg("options"));
  module.def("cohesion_settings_as_read", &options_as_read<search::CohesionSettings>,
             nb::arg("options"));
  module.def("gap_settings_as_read", &options_as_read<search::phrase::GapSettings>,
             nb::arg("options"));
  module.def(
      "phrase_feature_names",
      [](std::size_t language_models, Words columns, bool reordering, const Words& cohesion,
         const Words& gaps, bool lattice, bool operations) {
        search::phrase::PhraseFeatures features{language_models, std::move(columns), reordering};
        features.cohesion = cohesion_features(cohesion);
        for (const auto& name : gaps) {
          features.gaps.push_back(parse_enum<search::phrase::GapFeature>("gap_features", name));
        }
        features.lattice = lattice;
        features.operations = operations;
        return search::phrase::phrase_layout(features).names();
      },
      nb::arg("language_models"), nb::arg("columns"), nb::arg("reordering"),
      nb::arg("cohesion") = Words(), nb::arg("gaps") = Words(), nb::arg("lattice") = false,
      nb::arg("operations") = false);

  module.def(
      "feature_catalogue",
      [] {
        std::vector<std::tuple<std::string, std::string, double, std::string, std::string>> rows;
        for (const search::FeatureDeclaration& f : search::catalogue()) {
          rows.emplace_back(f.name, f.group, f.weight, f.what, f.source);
        }
        return rows;
      },
      "Every feature that the core computes: name, group, starting weight, what it is, paper.");
  module.def(
      "feature_names",
      [](const std::string& block) {
        return search::names_of(parse_enum<search::Block>("block", block));
      },
      nb::arg("block"), "The features of a block of the catalogue, in their order.");
}

}  // namespace dragoman::bindings
