#include <nanobind/stl/tuple.h>

#include "bindings/bind.hpp"
#include "parse/span_parser.hpp"

namespace dragoman::bindings {

using namespace dragoman::parse;

void bind_spans(nb::module_& module) {
  nb::class_<SpanTrainer>(module, "SpanTrainer")
      .def(
          "__init__",
          [](SpanTrainer* self, const Sentences& sentences, const Array<Class>& tags,
             const Array<Class>& coarse, const Array<Class>& actions,
             const Array<std::uint8_t>& label_uses, const Array<std::uint8_t>& punctuation,
             std::size_t beam) {
            const SpanTreebank treebank{{sentences, view(tags), view(coarse)}, view(actions)};
            new (self) SpanTrainer(treebank, {{view(label_uses), view(punctuation)}, beam});
          },
          nb::arg("sentences"), nb::arg("tags"), nb::arg("coarse"), nb::arg("actions"),
          nb::arg("label_uses"), nb::arg("punctuation"), nb::arg("beam"), nb::keep_alive<1, 2>(),
          nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(), nb::keep_alive<1, 5>(),
          nb::keep_alive<1, 6>(), nb::keep_alive<1, 7>())
      .def(
          "iterate",
          [](SpanTrainer& self, std::uint64_t seed, nb::object progress) {
            PythonMonitor monitor(std::move(progress));
            nb::gil_scoped_release release;
            return self.iterate(seed, monitor);
          },
          nb::arg("seed"), nb::arg("progress").none())
      .def("average", [](const SpanTrainer& self) {
        FrozenArrays arrays = self.average();
        return std::tuple(to_numpy(std::move(arrays.slots)), to_numpy(std::move(arrays.rows)));
      });
  module.def(
      "score_span_actions",
      [](const Sentences& sentence, const Array<Class>& tags, const Array<Class>& coarse,
         const FrozenWeights& weights, const Array<std::uint8_t>& label_uses,
         const Array<std::uint8_t>& punctuation, const Array<Class>& actions) {
        const TaggedSentences tagged{sentence, view(tags), view(coarse)};
        return score_spans(tagged, weights, {view(label_uses), view(punctuation)}, view(actions));
      },
      nb::arg("sentence"), nb::arg("tags"), nb::arg("coarse"), nb::arg("weights"),
      nb::arg("label_uses"), nb::arg("punctuation"), nb::arg("actions"),
      "The score of a sequence of actions for one sentence.");
  module.def(
      "parse_spans",
      [](const Sentences& sentences, const Array<Class>& tags, const Array<Class>& coarse,
         const FrozenWeights& weights, const Array<std::uint8_t>& label_uses,
         const Array<std::uint8_t>& punctuation, std::size_t beam, std::size_t threads,
         nb::object progress) {
        const TaggedSentences tagged{sentences, view(tags), view(coarse)};
        const SpanSettings settings{{view(label_uses), view(punctuation)}, beam};
        PythonMonitor monitor(std::move(progress));
        std::vector<Class> actions;
        {
          nb::gil_scoped_release release;
          actions = parse_spans(tagged, weights, settings, threads, monitor);
        }
        return to_numpy(std::move(actions));
      },
      nb::arg("sentences"), nb::arg("tags"), nb::arg("coarse"), nb::arg("weights"),
      nb::arg("label_uses"), nb::arg("punctuation"), nb::arg("beam"), nb::arg("threads"),
      nb::arg("progress").none(),
      "The actions that make the trees, 4n - 2 for a sentence of n words, end to end.");
}

}  // namespace dragoman::bindings
