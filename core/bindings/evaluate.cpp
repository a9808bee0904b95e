#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/bind.hpp"
#include "bindings/metric_parts.hpp"
#include "common/error.hpp"
#include "evaluate/bleu_counts.hpp"
#include "evaluate/ter_counts.hpp"

namespace dragoman::bindings {
namespace {

using evaluate::TextLists;

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
    rows = evaluate::bleu_counts(candidates, references, {order, threads}, monitor);
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
    rows = evaluate::ter_counts(candidates, references, threads, monitor);
  }
  return to_numpy(std::move(rows), 2);
}

double bind_metric_gain(const MetricParts& parts, const Array<double>& sums) {
  const evaluate::MetricFormula formula = metric_formula(parts);
  if (sums.shape(0) != formula.size()) {
    throw ConfigError("the statistics are not those of the metric");
  }
  return formula.gain(view(sums));
}

}  // namespace

void bind_evaluate(nb::module_& module) {
  module.def("bleu_counts", &bind_bleu_counts, nb::arg("words"), nb::arg("text"),
             nb::arg("sentence"), nb::arg("reference_words"), nb::arg("reference_text"),
             nb::arg("reference_sentence"), nb::arg("order"), nb::arg("threads"),
             "BLEU's statistics, a row per candidate.");
  module.def("ter_counts", &bind_ter_counts, nb::arg("words"), nb::arg("text"), nb::arg("sentence"),
             nb::arg("reference_words"), nb::arg("reference_text"), nb::arg("reference_sentence"),
             nb::arg("threads"), "TER's statistics, a row per candidate.");
  module.def("metric_gain", &bind_metric_gain, nb::arg("formula"), nb::arg("sums"),
             "The gain of summed statistics.");
}

}  // namespace dragoman::bindings
