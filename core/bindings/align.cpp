// The align package: training, alignment of text, symmetrisation.
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>

#include "align/aligner.hpp"
#include "align/links.hpp"
#include "align/trainer.hpp"
#include "bindings/bind.hpp"
#include "bindings/options.hpp"
#include "common/error.hpp"

namespace dragoman::bindings {

template <typename Visit>
void visit_fields(align::TrainerOptions& options, Visit&& visit) {
  visit("prior", options.prior);
  visit("null_probability", options.null_probability);
  visit("null_share", options.null_share);
  visit("jump_smoothing", options.jump_smoothing);
  visit("table_memory", options.table_memory);
  visit("max_length", options.pairs.max_length);
  visit("slot_memory", options.pairs.slot_memory);
}

template <typename Visit>
void visit_fields(align::DecodingOptions& options, Visit&& visit) {
  visit("threshold", options.threshold);
  visit("order", options.order);
}

namespace {

using namespace dragoman::align;

using Words = Array<WordId>;
using Offsets = Array<std::uint64_t>;
using Matrix = nb::ndarray<const double, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using LinkRows =
    nb::ndarray<const std::uint16_t, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

Bitext bitext_of(const Words& source, const Offsets& source_offsets, const Words& target,
                 const Offsets& target_offsets) {
  return {{view(source), view(source_offsets)}, {view(target), view(target_offsets)}};
}

LinksView links_of(const Offsets& offsets, const LinkRows& links) {
  if (links.shape(1) != 2) throw ConfigError("expected links as an array of two columns");
  static_assert(sizeof(Link) == 2 * sizeof(std::uint16_t));
  return {view(offsets), {reinterpret_cast<const Link*>(links.data()), links.shape(0)}};
}

auto links_to_numpy(Links links) {
  std::vector<std::uint16_t> flat(2 * links.links.size());
  if (!flat.empty()) std::memcpy(flat.data(), links.links.data(), flat.size() * sizeof(flat[0]));
  return std::tuple(to_numpy(std::move(links.offsets)), to_numpy(std::move(flat), 2));
}

auto alignment_to_numpy(Alignment alignment) {
  auto [offsets, links] = links_to_numpy(std::move(alignment.links));
  return std::tuple(offsets, links, to_numpy(std::move(alignment.forward)),
                    to_numpy(std::move(alignment.reverse)));
}

auto parameters_to_python(const Parameters& parameters) {
  std::vector<double> jumps;
  for (const Jumps& row : parameters.jumps) jumps.insert(jumps.end(), row.begin(), row.end());
  return std::tuple(parameters.null_probability, parameters.tension,
                    to_numpy(std::move(jumps), kJumps));
}

Parameters parameters_of(double null_probability, double tension, const Matrix& jumps) {
  Parameters result{null_probability, tension, {}};
  if (jumps.shape(1) != kJumps || jumps.shape(0) != result.jumps.size()) {
    throw ModelError("the jump weights of the aligner have a wrong shape");
  }
  for (std::size_t row = 0; row < jumps.shape(0); ++row) {
    std::copy_n(jumps.data() + row * kJumps, kJumps, result.jumps[row].begin());
  }
  return result;
}

/// Links are taken by posteriors, or from the two Viterbi alignments by a heuristic.
DecodingOptions decoding_of(nb::handle settings, bool probabilities) {
  auto options = read_options<DecodingOptions>(settings);
  options.probabilities = probabilities;
  const auto name = convert_option<std::string>("symmetrize", settings.attr("symmetrize"));
  options.decoding = name == "posterior"   ? Decoding::kPosterior
                     : name == "supported" ? Decoding::kSupported
                                           : Decoding::kViterbi;
  if (options.decoding == Decoding::kViterbi) {
    options.heuristic = parse_enum<Heuristic>("symmetrize", name);
  }
  return options;
}

/// The arrays of a saved aligner, kept by the Python object.
struct LoadedAligner {
  AlignerView view;
};

void bind_trainer(nb::module_& module) {
  nb::class_<Trainer>(module, "AlignTrainer", "Expectation maximisation for both directions.")
      .def(
          "__init__",
          [](Trainer* self, const Words& source, const Offsets& source_offsets,
             std::size_t source_words, const Words& target, const Offsets& target_offsets,
             std::size_t target_words, nb::handle settings, const Words& known_sources,
             const Words& known_targets, const Array<double>& known_counts, std::size_t threads,
             nb::object progress) {
            const KnownPairs known{view(known_sources), view(known_targets), view(known_counts)};
            const Bitext bitext = bitext_of(source, source_offsets, target, target_offsets);
            const auto options = read_options<TrainerOptions>(settings);
            PythonMonitor monitor(std::move(progress));
            nb::gil_scoped_release release;
            bitext.check(source_words, target_words, false);
            known.check(source_words, target_words);
            new (self)
                Trainer(bitext, source_words, target_words, options, known, threads, monitor);
          },
          nb::arg("source").noconvert(), nb::arg("source_offsets").noconvert(),
          nb::arg("source_words"), nb::arg("target").noconvert(),
          nb::arg("target_offsets").noconvert(), nb::arg("target_words"), nb::arg("options"),
          nb::arg("known_sources").noconvert(), nb::arg("known_targets").noconvert(),
          nb::arg("known_counts").noconvert(), nb::arg("threads"), nb::arg("progress").none(),
          nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 5>(),
          nb::keep_alive<1, 6>(), nb::keep_alive<1, 9>(), nb::keep_alive<1, 10>(),
          nb::keep_alive<1, 11>())
      .def(
          "iterate",
          [](Trainer& self, std::string_view model, bool joint, nb::object progress,
             std::size_t part, std::size_t parts) {
            const auto kind = parse_enum<Model>("model", model);
            PythonMonitor monitor(std::move(progress));
            Report report;
            {
              nb::gil_scoped_release release;
              report = self.iterate(kind, joint, {part, parts}, monitor);
            }
            return std::tuple(report.forward, report.reverse, report.target_words,
                              report.source_words);
          },
          nb::arg("model"), nb::arg("joint"), nb::arg("progress").none(), nb::arg("part") = 0,
          nb::arg("parts") = 1,
          "One iteration over a share of the text; the log-likelihoods before it and the numbers "
          "of words of both sides.")
      .def(
          "align",
          [](Trainer& self, std::string_view model, nb::handle settings, bool probabilities,
             std::size_t threads, nb::object progress) {
            const AlignerView aligner{parse_enum<Model>("model", model), self.translation_table(),
                                      self.forward(), self.reverse()};
            const auto options = decoding_of(settings, probabilities);
            PythonMonitor monitor(std::move(progress));
            Alignment result;
            {
              nb::gil_scoped_release release;
              result =
                  align::align(aligner, self.bitext(), &self.pairs(), options, threads, monitor);
            }
            return alignment_to_numpy(std::move(result));
          },
          nb::arg("model"), nb::arg("options"), nb::arg("probabilities"), nb::arg("threads"),
          nb::arg("progress").none(), "Aligns the training text.")
      .def(
          "translation_table",
          [](const Trainer& self) {
            std::vector<std::uint64_t> rows{0};
            std::vector<WordId> targets;
            std::vector<double> values;
            const TranslationTable table = self.translation_table();
            {
              nb::gil_scoped_release release;
              const auto kept =
                  std::count_if(table.values.begin(), table.values.end(),
                                [](const Probabilities& value) { return !value.negligible(); });
              targets.reserve(static_cast<std::size_t>(kept));
              values.reserve(2 * static_cast<std::size_t>(kept));
              for (std::size_t f = 0; f < table.source_words(); ++f) {
                for (std::uint64_t slot = table.rows[f]; slot < table.rows[f + 1]; ++slot) {
                  const Probabilities value = table.values[slot];
                  if (value.negligible()) continue;
                  targets.push_back(table.targets[slot]);
                  values.push_back(value.forward);
                  values.push_back(value.reverse);
                }
                rows.push_back(targets.size());
              }
            }
            return std::tuple(
                to_numpy(std::move(rows)), to_numpy(std::move(targets)),
                to_numpy(std::move(values), 2),
                to_numpy(std::vector<double>(table.null_forward.begin(), table.null_forward.end())),
                to_numpy(
                    std::vector<double>(table.null_reverse.begin(), table.null_reverse.end())));
          },
          "(rows, targets, probabilities, null_forward, null_reverse); pairs with the smallest "
          "probability in both directions are left out.")
      .def_prop_ro(
          "pairs",
          [](Trainer& self) {
            return std::tuple(self.pairs().targets().size(), self.pairs().found());
          },
          "How many different pairs of words are in the table, and how many there are.")
      .def(
          "parameters",
          [](const Trainer& self, bool forward) {
            return parameters_to_python(forward ? self.forward() : self.reverse());
          },
          nb::arg("forward"), "(null_probability, tension, jumps) of a direction.");
}

void bind_loaded(nb::module_& module) {
  nb::class_<LoadedAligner>(module, "LoadedAligner", "An aligner that views the arrays of a file.")
      .def(
          "__init__",
          [](LoadedAligner* self, const Offsets& rows, const Words& targets, const Matrix& values,
             const Array<double>& null_forward, const Array<double>& null_reverse) {
            if (values.shape(1) != 2) throw ModelError("expected two probabilities a word pair");
            const auto* cells = reinterpret_cast<const Probabilities*>(values.data());
            const TranslationTable table{view(rows),
                                         view(targets),
                                         {cells, values.shape(0)},
                                         view(null_forward),
                                         view(null_reverse)};
            table.check();
            new (self) LoadedAligner{{Model::kIbm1, table, {}, {}}};
          },
          nb::arg("rows").noconvert(), nb::arg("targets").noconvert(),
          nb::arg("values").noconvert(), nb::arg("null_forward").noconvert(),
          nb::arg("null_reverse").noconvert(), nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(),
          nb::keep_alive<1, 4>(), nb::keep_alive<1, 5>(), nb::keep_alive<1, 6>())
      .def(
          "set_parameters",
          [](LoadedAligner& self, bool forward, double null_probability, double tension,
             const Matrix& jumps) {
            (forward ? self.view.forward : self.view.reverse) =
                parameters_of(null_probability, tension, jumps);
          },
          nb::arg("forward"), nb::arg("null_probability"), nb::arg("tension"), nb::arg("jumps"))
      .def(
          "align",
          [](const LoadedAligner& self, const Words& source, const Offsets& source_offsets,
             const Words& target, const Offsets& target_offsets, std::string_view model,
             nb::handle settings, bool probabilities, std::size_t threads, nb::object progress) {
            const Bitext bitext = bitext_of(source, source_offsets, target, target_offsets);
            const auto options = decoding_of(settings, probabilities);
            AlignerView aligner = self.view;
            aligner.model = parse_enum<Model>("model", model);
            PythonMonitor monitor(std::move(progress));
            Alignment result;
            {
              nb::gil_scoped_release release;
              bitext.check(aligner.table.source_words(), aligner.table.target_words(), true);
              result = align::align(aligner, bitext, nullptr, options, threads, monitor);
            }
            return alignment_to_numpy(std::move(result));
          },
          nb::arg("source"), nb::arg("source_offsets"), nb::arg("target"),
          nb::arg("target_offsets"), nb::arg("model"), nb::arg("options"), nb::arg("probabilities"),
          nb::arg("threads"), nb::arg("progress").none());
}

}  // namespace

void bind_align(nb::module_& module) {
  module.def("trainer_options_as_read", &options_as_read<TrainerOptions>, nb::arg("options"));
  module.def("linking_options_as_read", &options_as_read<DecodingOptions>, nb::arg("options"));
  bind_trainer(module);
  bind_loaded(module);
  module.def(
      "symmetrize_links",
      [](const Offsets& forward_offsets, const LinkRows& forward, const Offsets& reverse_offsets,
         const LinkRows& reverse, std::string_view heuristic, std::string_view order,
         std::size_t threads) {
        const auto kind = parse_enum<Heuristic>("symmetrize", heuristic);
        const auto visits = parse_enum<Order>("order", order);
        const LinksView first = links_of(forward_offsets, forward);
        const LinksView second = links_of(reverse_offsets, reverse);
        PythonMonitor monitor{nb::none()};
        Links result;
        {
          nb::gil_scoped_release release;
          result = symmetrize(first, second, kind, visits, threads, monitor);
        }
        return links_to_numpy(std::move(result));
      },
      nb::arg("forward_offsets"), nb::arg("forward"), nb::arg("reverse_offsets"),
      nb::arg("reverse"), nb::arg("heuristic"), nb::arg("order"), nb::arg("threads"));
  module.def(
      "parse_links",
      [](const std::vector<std::string_view>& lines, const std::string& path,
         std::size_t first_line) {
        Links result;
        for (std::size_t l = 0; l < lines.size(); ++l) {
          parse_links(lines[l], path, first_line + l, result.links);
          result.offsets.push_back(result.links.size());
        }
        return links_to_numpy(std::move(result));
      },
      nb::arg("lines"), nb::arg("path"), nb::arg("first_line"));
  module.def(
      "format_links",
      [](const Offsets& offsets, const LinkRows& links) {
        const LinksView all = links_of(offsets, links);
        all.check();
        return format_links(all);
      },
      nb::arg("offsets"), nb::arg("links"), "Pharaoh's text, a line for each sentence pair.");
}

}  // namespace dragoman::bindings
