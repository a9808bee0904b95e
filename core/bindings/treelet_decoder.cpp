#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bindings/cohesion_settings.hpp"
#include "bindings/decoding.hpp"
#include "bindings/options.hpp"
#include "bindings/phrase_settings.hpp"
#include "bindings/rule_arrays.hpp"
#include "bindings/treelet_models.hpp"
#include "common/error.hpp"
#include "search/treelet/treelet_decoder.hpp"

namespace dragoman::bindings {

template <typename Visit>
void visit_fields(search::treelet::TreeletSettings& settings, Visit&& visit) {
  visit("constituents", settings.constituents);
  visit("beam_kind", settings.beam_kind);
  visit("beam", settings.beam);
  visit("estimate", settings.estimate);
  visit("narrow_rows", settings.narrow_rows);
  visit("attachments", settings.attachments);
  visit("variants", settings.variants);
  visit("max_trees", settings.max_trees);
  visit("max_blocks", settings.max_blocks);
  visit("distortion", settings.distortion);
  visit("crossings", settings.crossings);
  visit("table_limit", settings.table_limit);
  visit("max_words", settings.max_words);
  visit("unknown", settings.unknown);
  visit("punctuation_walls", settings.punctuation_walls);
  visit("force_relaxed", settings.force_relaxed);
  visit("max_work", settings.max_work);
  visit("max_seconds", settings.max_seconds);
}

namespace {

using search::phrase::PhraseSettings;
using search::treelet::TreeletDecoder;
using search::treelet::TreeletSettings;
using treelet::SPhraseView;
using Words = std::vector<std::string>;
using UsualSpines = std::map<std::string, std::vector<std::uint32_t>>;

/// The analyses of rules with the inventory of spines. Python keeps the arrays.
struct SPhraseData {
  SPhraseView arrays;
  Words spines;
  UsualSpines usual;
};

/// Views the entries themselves, never converted copies.
SPhraseView view_of(const ArrayDict& arrays) {
  SPhraseView result;
  visit_arrays(result, [&]<typename T>(const char* name, std::span<const T>& values) {
    Array<T> array;
    if (!arrays.contains(name) || !nb::try_cast<Array<T>>(arrays[name], array, false)) {
      throw ModelError(std::string("the array '") + name +
                       "' of the s-phrases is missing or of another type");
    }
    values = view(array);
  });
  return result;
}

}  // namespace

void bind_treelet_decoder(nb::module_& module) {
  nb::class_<SPhraseData>(module, "SPhraseData", "The analyses of rules, for the treelet decoder.")
      .def(
          "__init__",
          [](SPhraseData* self, const ArrayDict& arrays, Words spines, UsualSpines usual) {
            new (self) SPhraseData{view_of(arrays), std::move(spines), std::move(usual)};
          },
          nb::arg("arrays"), nb::arg("spines"), nb::arg("usual"), nb::keep_alive<1, 2>(),
          "Views the arrays of a dictionary, which must not be changed any more.");

  nb::class_<TreeletDecoder> decoder(module, "TreeletDecoder", "The decoder for s-phrases.");
  decoder.def(
      "__init__",
      [](TreeletDecoder* self, const grammar::RuleTable& rules, Words columns,
         std::vector<const lm::Model*> models, std::vector<double> weights, nb::handle options,
         nb::handle fallback, const SPhraseData& sphrases, const treelet::SyntacticModel& syntax,
         const treelet::DependencyModel& dependencies, Words rule_features,
         const std::vector<std::tuple<std::string, float, float>>& custom) {
        std::vector<search::phrase::CustomFeature> features;
        for (const auto& [name, lowest, highest] : custom) {
          features.push_back({name, lowest, highest});
        }
        new (self) TreeletDecoder(
            {&rules, std::move(columns), std::move(models), std::move(weights),
             read_options<TreeletSettings>(options), read_options<PhraseSettings>(fallback),
             sphrases.arrays, sphrases.spines, spines_of(sphrases.spines), sphrases.usual, &syntax,
             &dependencies, std::move(rule_features), std::move(features),
             read_options<search::CohesionSettings>(options)});
      },
      nb::arg("rules"), nb::arg("columns"), nb::arg("language_models"), nb::arg("weights"),
      nb::arg("options"), nb::arg("fallback"), nb::arg("sphrases"), nb::arg("syntax"),
      nb::arg("dependencies"), nb::arg("rule_features") = Words(), nb::arg("custom") = nb::list(),
      nb::keep_alive<1, 2>(), nb::keep_alive<1, 4>(), nb::keep_alive<1, 8>(),
      nb::keep_alive<1, 9>(), nb::keep_alive<1, 10>());
  bind_decoding(decoder);

  module.def("treelet_settings_as_read", &options_as_read<TreeletSettings>, nb::arg("options"));
  module.def(
      "treelet_feature_names",
      [](std::size_t language_models, const Words& columns, const Words& cohesion, bool crossings) {
        return search::treelet::treelet_layout(
                   {language_models, columns, cohesion_features(cohesion), crossings})
            .names();
      },
      nb::arg("language_models"), nb::arg("columns"), nb::arg("cohesion"), nb::arg("crossings"));
}

}  // namespace dragoman::bindings
