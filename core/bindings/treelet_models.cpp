#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/enum_names.hpp"
#include "bindings/rule_arrays.hpp"
#include "bindings/treelet_models.hpp"
#include "grammar/treelet/training.hpp"

namespace dragoman::bindings {
namespace {

using treelet::Counts;
using treelet::Name;
using Words = std::vector<std::string>;
/// Spines, heads, nodes and copies: an element for each target word.
using DerivationArrays = std::tuple<Array<treelet::SpineId>, Array<std::int32_t>,
                                    Array<std::uint8_t>, Array<std::uint8_t>>;

treelet::Derivation derivation_of(const DerivationArrays& arrays) {
  const auto& [spines, heads, nodes, copies] = arrays;
  return {view(spines), view(heads), view(nodes), view(copies)};
}

/// What a training function is given, with the names that it needs.
struct TrainingData {
  std::vector<treelet::Spine> inventory;
  std::vector<Name> target_words, source_tags;
  treelet::LabelledWords source_labels;
  treelet::AnalysedBitext bitext;

  TrainingData(const SideArrays& source, const SideArrays& target, const LinkArrays& links,
               const DerivationArrays& derivations, const Words& spines, const Words& words,
               const Array<std::uint32_t>& tags, const Words& tag_names,
               const Array<std::int32_t>& heads, const Array<std::uint32_t>& labels,
               const Words& label_names)
      : inventory(spines_of(spines)), target_words(names_of(words)) {
    const std::vector<Name> names = names_of(tag_names);
    for (const std::uint32_t tag : view(tags)) source_tags.push_back(names.at(tag));
    bitext = {corpus_of(source, target, links),
              {derivation_of(derivations)},
              inventory,
              target_words,
              source_tags,
              view(heads),
              {},
              {}};
    if (labels.shape(0) != 0) {
      grammar::check(bitext.corpus, "");
      add_labels(view(labels), relations_of(label_names));
    }
    bitext.check();
  }

 private:
  void add_labels(std::span<const std::uint32_t> labels,
                  const std::vector<treelet::Relation>& known) {
    if (labels.size() != bitext.source_heads.size() ||
        labels.size() != bitext.corpus.source.words.size()) {
      throw ConfigError("expected a head and a label for each source word");
    }
    std::vector<treelet::Relation> relations;
    for (std::size_t line = 0; line < bitext.corpus.size(); ++line) {
      const std::size_t begin = bitext.corpus.source.offsets[line];
      const std::size_t size = bitext.corpus.source[line].size();
      relations.clear();
      for (const std::uint32_t label : labels.subspan(begin, size)) {
        relations.push_back(known.at(label));
      }
      source_labels.add(relations, bitext.source_heads.subspan(begin, size));
    }
    bitext.source_labels = source_labels.labels;
    bitext.source_clauses = source_labels.clauses;
  }
};

treelet::GammaTemplates templates_of(const Words& names) {
  treelet::GammaTemplates templates;
  for (const std::string& name : names) {
    templates.add(parse_enum<treelet::GammaTemplate>("features", name));
  }
  return templates;
}

std::vector<std::uint32_t> flat(const std::vector<Counts>& values) {
  std::vector<std::uint32_t> numbers;
  for (const Counts& counts : values) {
    numbers.push_back(counts.seen);
    numbers.push_back(counts.other);
  }
  return numbers;
}

ArrayDict arrays_of(const treelet::HashedTableBuilder<Counts>& table) {
  ArrayDict result;
  result["keys"] = to_numpy(table.keys());
  result["values"] = to_numpy(flat(table.values()));
  return result;
}

treelet::HashedTable<Counts> table_of(const Array<std::uint64_t>& keys,
                                      const Array<std::uint32_t>& values) {
  static_assert(sizeof(Counts) == 2 * sizeof(std::uint32_t));
  return {view(keys), {reinterpret_cast<const Counts*>(values.data()), values.shape(0) / 2}};
}

double score_derivation(const treelet::SyntacticModel& model, const Words& words,
                        const Words& spines, const DerivationArrays& derivation) {
  const auto inventory = spines_of(spines);
  const auto names = names_of(words);
  return model.score(treelet::AnalysedSentence{names, inventory, derivation_of(derivation)});
}

/// A word of a Gamma-dependency: word, spine, first and last source word.
using GammaWord = std::tuple<std::string, std::string, std::uint16_t, std::uint16_t>;

/// Binds a method of a dependency model that takes a dependency and its source sentence.
template <typename Model, typename Result>
auto of_gamma(Result (Model::*method)(const treelet::Gamma&, const treelet::SourceSentence&)
                  const) {
  return [method](const Model& model, const GammaWord& modifier, const GammaWord& head, bool left,
                  const Words& tags, const std::vector<std::int32_t>& heads, const Words& labels,
                  std::size_t size) {
    const auto& [m, ms, m1, m2] = modifier;
    const auto& [h, hs, h1, h2] = head;
    const treelet::Spine a = treelet::spine_of(ms), b = treelet::spine_of(hs);
    const auto names = names_of(tags);
    const treelet::Gamma gamma{{&a, treelet::name_of(m)},
                               {&b, treelet::name_of(h)},
                               {m1, m2},
                               {h1, h2},
                               left ? treelet::Side::kLeft : treelet::Side::kRight};
    treelet::LabelledWords labelled;
    labelled.add(relations_of(labels), heads);
    return (model.*method)(
        gamma, treelet::SourceSentence{size, names, heads, labelled.labels, labelled.clauses});
  };
}

}  // namespace

std::vector<treelet::Spine> spines_of(const Words& spines) {
  std::vector<treelet::Spine> result;
  for (const std::string& spine : spines) result.push_back(treelet::spine_of(spine));
  return result;
}

std::vector<Name> names_of(const Words& words) {
  std::vector<Name> result;
  for (const std::string& word : words) result.push_back(treelet::name_of(word));
  return result;
}

std::vector<treelet::Relation> relations_of(const Words& labels) {
  std::vector<treelet::Relation> result;
  for (const std::string& label : labels) result.push_back(treelet::relation_of(label));
  return result;
}

void bind_treelet_models(nb::module_& module) {
  nb::class_<TrainingData>(module, "TreeletTrainingData", "A bitext with target derivations.")
      .def(
          nb::init<const SideArrays&, const SideArrays&, const LinkArrays&, const DerivationArrays&,
                   const Words&, const Words&, const Array<std::uint32_t>&, const Words&,
                   const Array<std::int32_t>&, const Array<std::uint32_t>&, const Words&>(),
          nb::arg("source"), nb::arg("target"), nb::arg("links"), nb::arg("derivations"),
          nb::arg("spines"), nb::arg("target_words"), nb::arg("source_tags"), nb::arg("tag_names"),
          nb::arg("source_heads"), nb::arg("source_labels"), nb::arg("label_names"),
          nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(),
          nb::keep_alive<1, 5>(), nb::keep_alive<1, 10>());

  nb::class_<treelet::SyntacticModel>(module, "SyntacticModel", "The syntactic language model.")
      .def(
          "__init__",
          [](treelet::SyntacticModel* self, const Array<std::uint64_t>& keys,
             const Array<std::uint32_t>& values, const treelet::Outcomes& outcomes) {
            new (self) treelet::SyntacticModel(table_of(keys, values), outcomes);
          },
          nb::arg("keys"), nb::arg("values"), nb::arg("outcomes"), nb::keep_alive<1, 2>(),
          nb::keep_alive<1, 3>())
      .def("score", &score_derivation, nb::arg("words"), nb::arg("spines"), nb::arg("derivation"));

  nb::class_<treelet::DependencyModel>(module, "DependencyModel", "log P(+1 | gamma, f).")
      .def("score", of_gamma(&treelet::DependencyModel::score), nb::arg("modifier"),
           nb::arg("head"), nb::arg("left"), nb::arg("tags"), nb::arg("heads"), nb::arg("labels"),
           nb::arg("size"));
  nb::class_<treelet::BackedOffDependencies, treelet::DependencyModel>(module,
                                                                       "BackedOffDependencies")
      .def(
          "__init__",
          [](treelet::BackedOffDependencies* self, const Array<std::uint64_t>& keys,
             const Array<std::uint32_t>& values) {
            new (self) treelet::BackedOffDependencies(table_of(keys, values));
          },
          nb::arg("keys"), nb::arg("values"), nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>());
  nb::class_<treelet::LogLinearDependencies, treelet::DependencyModel>(module,
                                                                       "LogLinearDependencies")
      .def(
          "__init__",
          [](treelet::LogLinearDependencies* self, const Array<float>& weights,
             const Words& features) {
            new (self) treelet::LogLinearDependencies(view(weights), templates_of(features));
          },
          nb::arg("weights"), nb::arg("features"), nb::keep_alive<1, 2>())
      .def("places", of_gamma(&treelet::LogLinearDependencies::places), nb::arg("modifier"),
           nb::arg("head"), nb::arg("left"), nb::arg("tags"), nb::arg("heads"), nb::arg("labels"),
           nb::arg("size"));

  module.def(
      "count_syntax",
      [](const TrainingData& data, nb::object progress) {
        PythonMonitor monitor(std::move(progress));
        treelet::SyntacticCounts counts;
        {
          nb::gil_scoped_release release;
          treelet::count_syntax(data.bitext, counts, monitor);
        }
        return std::pair(arrays_of(counts.table), counts.outcomes());
      },
      nb::arg("data"), nb::arg("progress").none(), "Counts of the syntactic language model.");
  module.def(
      "count_dependencies",
      [](const TrainingData& data, std::size_t max_length, std::size_t sentences,
         std::uint32_t least, std::size_t memory, nb::object progress) {
        PythonMonitor monitor(std::move(progress));
        treelet::DependencyCounts counts(memory);
        {
          nb::gil_scoped_release release;
          treelet::learn_dependencies(data.bitext, max_length, sentences, counts, monitor);
          counts.table.prune([&](const Counts& one) { return one.seen < least; });
        }
        return std::pair(arrays_of(counts.table), counts.left_out());
      },
      nb::arg("data"), nb::arg("max_length"), nb::arg("sentences"), nb::arg("least"),
      nb::arg("memory"), nb::arg("progress").none(),
      "Counts of the backed-off dependency model, and how often a context was left out.");
  module.def(
      "fit_dependencies",
      [](const TrainingData& data, std::size_t max_length, std::size_t sentences,
         std::size_t weights, std::size_t passes, const Words& features, nb::object progress) {
        PythonMonitor monitor(std::move(progress));
        treelet::DependencyGradient learner(weights, templates_of(features));
        {
          nb::gil_scoped_release release;
          for (std::size_t pass = 0; pass < passes; ++pass) {
            treelet::learn_dependencies(data.bitext, max_length, sentences, learner, monitor);
          }
        }
        return to_numpy(std::move(learner.weights));
      },
      nb::arg("data"), nb::arg("max_length"), nb::arg("sentences"), nb::arg("weights"),
      nb::arg("passes"), nb::arg("features"), nb::arg("progress").none(),
      "Weights of the log-linear dependency model.");
}

}  // namespace dragoman::bindings
