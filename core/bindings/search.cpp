#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>

#include "bindings/bind.hpp"
#include "bindings/custom_features.hpp"
#include "common/error.hpp"
#include "search/features/catalogue.hpp"
#include "search/phrase/phrase_decoder.hpp"

namespace dragoman::bindings {
namespace {

using search::PhraseDecoder;
using search::Sentence;
using search::Settings;
using search::Translation;
using search::Zone;
using Words = std::vector<std::string>;

Settings make_settings(const nb::typed<nb::dict, nb::str, nb::object>& options) {
  Settings settings;
  const auto algorithm = nb::cast<std::string>(options["search"]);
  if (algorithm != "stack" && algorithm != "cube") {
    throw ConfigError("the search must be 'stack' or 'cube', not '" + algorithm + "'");
  }
  settings.algorithm = algorithm == "stack" ? search::Algorithm::kStack : search::Algorithm::kCube;
  const auto unknown = nb::cast<std::string>(options["unknown"]);
  if (unknown == "copy") {
    settings.unknown = search::UnknownWords::kCopy;
  } else if (unknown == "drop") {
    settings.unknown = search::UnknownWords::kDrop;
  } else if (unknown == "mark") {
    settings.unknown = search::UnknownWords::kMark;
  } else {
    throw ConfigError("unknown words can be 'copy', 'drop' or 'mark', not '" + unknown + "'");
  }
  settings.stack = nb::cast<std::size_t>(options["stack"]);
  settings.beam = nb::cast<double>(options["beam"]);
  settings.pop_limit = nb::cast<std::size_t>(options["pop_limit"]);
  settings.distortion_limit = nb::cast<int>(options["distortion_limit"]);
  settings.table_limit = nb::cast<std::size_t>(options["table_limit"]);
  settings.punctuation_walls = nb::cast<bool>(options["punctuation_walls"]);
  settings.max_words = nb::cast<std::size_t>(options["max_words"]);
  settings.max_work = nb::cast<std::uint64_t>(options["max_work"]);
  settings.max_seconds = nb::cast<double>(options["max_seconds"]);
  return settings;
}

search::CohesionSettings make_cohesion(const nb::typed<nb::dict, nb::str, nb::object>& options) {
  search::CohesionSettings settings;
  for (const auto& name : nb::cast<Words>(options["cohesion"])) {
    settings.features.push_back(search::cohesion_feature(name));
  }
  settings.hard = nb::cast<bool>(options["cohesion_hard"]);
  settings.fallback = nb::cast<bool>(options["cohesion_fallback"]);
  return settings;
}

search::GapSettings make_gaps(const nb::typed<nb::dict, nb::str, nb::object>& options) {
  search::GapSettings settings;
  for (const auto& name : nb::cast<Words>(options["gap_features"])) {
    settings.features.push_back(search::gap_feature(name));
  }
  const auto gaps = nb::cast<std::string>(options["gaps"]);
  settings.source = gaps == "source" || gaps == "both";
  settings.target = gaps == "target" || gaps == "both";
  if (!settings.used() && gaps != "none") {
    throw ConfigError("gaps can be 'none', 'source', 'target' or 'both', not '" + gaps + "'");
  }
  settings.max_pending = nb::cast<std::size_t>(options["max_pending"]);
  settings.max_span = nb::cast<std::size_t>(options["max_span"]);
  settings.pending_cost = nb::cast<double>(options["pending_cost"]);
  settings.limit = nb::cast<std::size_t>(options["gap_limit"]);
  return settings;
}

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
             std::vector<std::uint8_t> kinds) {
            const bool forced = reference.has_value();
            new (self) Sentence{std::move(words),
                                std::move(zones),
                                std::move(walls),
                                forced,
                                forced ? std::move(*reference) : Words(),
                                std::move(heads),
                                std::move(kinds)};
          },
          nb::arg("words"), nb::arg("zones"), nb::arg("walls"), nb::arg("reference").none(),
          nb::arg("heads") = std::vector<std::int32_t>(),
          nb::arg("kinds") = std::vector<std::uint8_t>());

  nb::class_<Translation>(module, "Translation", "What the search found.")
      .def_ro("best", &Translation::best)
      .def_ro("forest", &Translation::forest)
      .def_ro("degraded", &Translation::degraded)
      .def_ro("unreachable", &Translation::unreachable)
      .def_ro("relaxed", &Translation::relaxed)
      .def_ro("work", &Translation::work);

  nb::class_<PhraseDecoder>(module, "PhraseDecoder", "The phrase-based decoder.")
      .def(
          "__init__",
          [](PhraseDecoder* self, const RuleTable& rules, Words columns,
             std::vector<const lm::Model*> models, std::vector<double> weights,
             const nb::typed<nb::dict, nb::str, nb::object>& options,
             const std::vector<std::tuple<std::string, float, float>>& custom,
             Words rule_features) {
            search::PhraseModel model{&rules,
                                      std::move(columns),
                                      std::move(models),
                                      std::move(weights),
                                      make_settings(options),
                                      make_cohesion(options),
                                      make_gaps(options)};
            for (const auto& [name, lowest, highest] : custom) {
              model.custom.push_back({name, lowest, highest});
            }
            model.rule_features = std::move(rule_features);
            model.block_orientation = nb::cast<bool>(options["hierarchical"]);
            new (self) PhraseDecoder(std::move(model));
          },
          nb::arg("rules"), nb::arg("columns"), nb::arg("language_models"), nb::arg("weights"),
          nb::arg("options"), nb::arg("custom") = nb::list(), nb::arg("rule_features") = Words(),
          nb::keep_alive<1, 2>(), nb::keep_alive<1, 4>())
      .def_prop_ro("feature_names", [](const PhraseDecoder& self) { return self.layout().names(); })
      .def(
          "decode",
          [](const PhraseDecoder& self, const std::vector<const Sentence*>& sentences,
             std::size_t threads, bool forests, nb::object progress, nb::object sessions,
             nb::object rules) {
            std::vector<Sentence> copies;
            copies.reserve(sentences.size());
            for (const Sentence* sentence : sentences) copies.push_back(*sentence);
            PythonMonitor monitor(std::move(progress));
            PythonFeatures custom(sessions);
            PythonRuleFeatures rule_features(rules);
            const search::DecodeRequest request{threads, forests,
                                                sessions.is_none() ? nullptr : &custom,
                                                rules.is_none() ? nullptr : &rule_features};
            nb::gil_scoped_release release;
            return self.decode(copies, request, monitor);
          },
          nb::arg("sentences"), nb::arg("threads") = 1, nb::arg("forests") = false,
          nb::arg("progress") = nb::none(), nb::arg("sessions") = nb::none(),
          nb::arg("rules") = nb::none());

  module.def(
      "phrase_feature_names",
      [](std::size_t language_models, Words columns, bool reordering, const Words& cohesion,
         const Words& gaps, Words rule_features) {
        search::PhraseFeatures features{language_models, std::move(columns), reordering};
        for (const auto& name : cohesion) {
          features.cohesion.push_back(search::cohesion_feature(name));
        }
        for (const auto& name : gaps) features.gaps.push_back(search::gap_feature(name));
        features.rule_features = std::move(rule_features);
        return search::phrase_layout(features).names();
      },
      nb::arg("language_models"), nb::arg("columns"), nb::arg("reordering"),
      nb::arg("cohesion") = Words(), nb::arg("gaps") = Words(), nb::arg("rule_features") = Words());

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
}

}  // namespace dragoman::bindings
