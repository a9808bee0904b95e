#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string_view>
#include <tuple>

#include "bindings/bind.hpp"
#include "common/error.hpp"
#include "parse/dependency_parser.hpp"
#include "parse/projective.hpp"
#include "parse/tagger.hpp"

namespace dragoman::bindings {
namespace {

using namespace dragoman::parse;

/// Words, offsets of their tags, tags.
using DictionaryArrays = std::tuple<Array<std::uint32_t>, Array<std::uint32_t>, Array<Class>>;

TagDictionary dictionary_of(const DictionaryArrays& arrays) {
  return {view(std::get<0>(arrays)), view(std::get<1>(arrays)), view(std::get<2>(arrays))};
}

std::span<const std::int32_t> checked(const Array<std::int32_t>& heads) {
  check_tree(view(heads));
  return view(heads);
}

auto to_python(FrozenArrays arrays) {
  return std::tuple(to_numpy(std::move(arrays.slots)), to_numpy(std::move(arrays.rows)));
}

Sentences sentences_of(const std::vector<std::vector<std::string_view>>& forms,
                       const std::vector<std::vector<std::string_view>>& lower) {
  if (forms.size() != lower.size()) throw ConfigError("expected all sentences in lower case");
  Sentences result{{}, {0}};
  for (std::size_t i = 0; i < forms.size(); ++i) {
    if (forms[i].size() != lower[i].size()) throw ConfigError("expected all words in lower case");
    for (std::size_t j = 0; j < forms[i].size(); ++j) {
      result.words.push_back(word_of(forms[i][j], lower[i][j]));
    }
    result.offsets.push_back(result.words.size());
  }
  return result;
}

void bind_words(nb::module_& module) {
  nb::class_<Sentences>(module, "ParserInput", "Sentences as the models see their words.")
      .def(
          "__init__",
          [](Sentences* self, const std::vector<std::vector<std::string_view>>& forms,
             const std::vector<std::vector<std::string_view>>& lower) {
            new (self) Sentences(sentences_of(forms, lower));
          },
          nb::arg("forms"), nb::arg("lower"))
      .def("__len__", &Sentences::size);
  nb::class_<FrozenWeights>(module, "LinearModel", "Weights that view the arrays of a file.")
      .def(
          "__init__",
          [](FrozenWeights* self, std::size_t classes, const Array<Slot>& slots,
             const Array<std::int16_t>& rows) {
            new (self) FrozenWeights(classes, view(slots), view(rows));
          },
          nb::arg("classes"), nb::arg("slots"), nb::arg("rows"), nb::keep_alive<1, 3>(),
          nb::keep_alive<1, 4>());
}

void bind_tagger(nb::module_& module) {
  module.def(
      "count_tags",
      [](const Sentences& sentences, const Array<Class>& tags, std::size_t frequent) {
        TagCounts counts = count_tags(sentences, view(tags), frequent);
        return std::tuple(to_numpy(std::move(counts.words)), to_numpy(std::move(counts.offsets)),
                          to_numpy(std::move(counts.tags)));
      },
      nb::arg("sentences"), nb::arg("tags"), nb::arg("frequent"),
      "The tag dictionary: words, offsets of their tags, tags.");
  nb::class_<TaggerTrainer>(module, "TaggerTrainer")
      .def(
          "__init__",
          [](TaggerTrainer* self, const Sentences& sentences, const Array<Class>& tags,
             const DictionaryArrays& dictionary, std::size_t classes, std::size_t beam) {
            new (self)
                TaggerTrainer(sentences, view(tags), dictionary_of(dictionary), {classes, beam});
          },
          nb::arg("sentences"), nb::arg("tags"), nb::arg("dictionary"), nb::arg("classes"),
          nb::arg("beam"), nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>())
      .def(
          "iterate",
          [](TaggerTrainer& self, std::uint64_t seed, nb::object progress) {
            PythonMonitor monitor(std::move(progress));
            nb::gil_scoped_release release;
            return self.iterate(seed, monitor);
          },
          nb::arg("seed"), nb::arg("progress").none())
      .def("average", [](const TaggerTrainer& self) { return to_python(self.average()); });
  module.def(
      "tag_sentences",
      [](const Sentences& sentences, const FrozenWeights& weights,
         const DictionaryArrays& dictionary, std::size_t beam, std::size_t threads,
         nb::object progress) {
        const TagDictionary tags = dictionary_of(dictionary);
        PythonMonitor monitor(std::move(progress));
        std::vector<Class> result;
        {
          nb::gil_scoped_release release;
          result = tag(sentences, weights, tags, beam, threads, monitor);
        }
        return to_numpy(std::move(result));
      },
      nb::arg("sentences"), nb::arg("weights"), nb::arg("dictionary"), nb::arg("beam"),
      nb::arg("threads"), nb::arg("progress").none());
}

void bind_arcs(nb::module_& module) {
  module.def(
      "projective_heads",
      [](const Array<std::int32_t>& heads) { return to_numpy(projective_heads(checked(heads))); },
      nb::arg("heads"), "The heads of a sentence after lifting; its length stands for the root.");
  module.def(
      "arc_actions",
      [](const Array<std::int32_t>& heads, const Array<std::uint16_t>& labels) {
        if (labels.shape(0) != heads.shape(0)) throw ConfigError("expected a label for each head");
        return to_numpy(oracle_actions(checked(heads), view(labels)));
      },
      nb::arg("heads"), nb::arg("labels"), "The actions that make a projective tree.");
  module.def(
      "score_arc_actions",
      [](const Sentences& sentence, const Array<Class>& tags, const Array<Class>& coarse,
         const FrozenWeights& weights, const Array<std::uint8_t>& label_uses, bool one_root,
         const Array<Class>& actions) {
        const TaggedSentences tagged{sentence, view(tags), view(coarse)};
        const ArcLabels labels{view(label_uses), one_root};
        return score_dependencies(tagged, weights, labels, view(actions));
      },
      nb::arg("sentence"), nb::arg("tags"), nb::arg("coarse"), nb::arg("weights"),
      nb::arg("label_uses"), nb::arg("one_root"), nb::arg("actions"),
      "The score of a sequence of actions for one sentence.");
}

void bind_dependencies(nb::module_& module) {
  bind_arcs(module);
  nb::class_<DependencyTrainer>(module, "DependencyTrainer")
      .def(
          "__init__",
          [](DependencyTrainer* self, const Sentences& sentences, const Array<Class>& tags,
             const Array<Class>& coarse, const Array<std::int32_t>& heads,
             const Array<std::uint16_t>& labels, std::size_t label_count, std::size_t beam) {
            const Treebank treebank{
                {sentences, view(tags), view(coarse)}, view(heads), view(labels)};
            new (self) DependencyTrainer(treebank, label_count, beam);
          },
          nb::arg("sentences"), nb::arg("tags"), nb::arg("coarse"), nb::arg("heads"),
          nb::arg("labels"), nb::arg("label_count"), nb::arg("beam"), nb::keep_alive<1, 2>(),
          nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>())
      .def(
          "iterate",
          [](DependencyTrainer& self, std::uint64_t seed, nb::object progress) {
            PythonMonitor monitor(std::move(progress));
            nb::gil_scoped_release release;
            return self.iterate(seed, monitor);
          },
          nb::arg("seed"), nb::arg("progress").none())
      .def("average", [](const DependencyTrainer& self) { return to_python(self.average()); })
      .def_prop_ro("lifted", &DependencyTrainer::lifted,
                   "How many sentences had crossing arcs that were lifted.")
      .def_prop_ro("one_root", [](const DependencyTrainer& self) { return self.labels().one_root; })
      .def(
          "label_uses",
          [](const DependencyTrainer& self) {
            const auto uses = self.labels().uses;
            return to_numpy(std::vector<std::uint8_t>(uses.begin(), uses.end()));
          },
          "For each label a sum of 1 (under the root) and 2 (under a word).");
  module.def(
      "parse_dependencies",
      [](const Sentences& sentences, const Array<Class>& tags, const Array<Class>& coarse,
         const FrozenWeights& weights, const Array<std::uint8_t>& label_uses, bool one_root,
         std::size_t beam, std::size_t threads, nb::object progress) {
        const TaggedSentences tagged{sentences, view(tags), view(coarse)};
        const DependencySettings settings{{view(label_uses), one_root}, beam};
        PythonMonitor monitor(std::move(progress));
        Arcs arcs;
        {
          nb::gil_scoped_release release;
          arcs = parse_dependencies(tagged, weights, settings, threads, monitor);
        }
        return std::tuple(to_numpy(std::move(arcs.heads)), to_numpy(std::move(arcs.labels)));
      },
      nb::arg("sentences"), nb::arg("tags"), nb::arg("coarse"), nb::arg("weights"),
      nb::arg("label_uses"), nb::arg("one_root"), nb::arg("beam"), nb::arg("threads"),
      nb::arg("progress").none(), "(heads, labels) of all words; a sentence's length is the root.");
}

}  // namespace

void bind_parse(nb::module_& module) {
  bind_words(module);
  bind_tagger(module);
  bind_dependencies(module);
}

}  // namespace dragoman::bindings
