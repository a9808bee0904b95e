#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>

#include "bindings/bind.hpp"
#include "bindings/byte_parts.hpp"
#include "bindings/options.hpp"
#include "common/error.hpp"
#include "lm/arpa_reader.hpp"
#include "lm/arpa_writer.hpp"
#include "lm/build.hpp"
#include "lm/chart.hpp"
#include "lm/estimate.hpp"
#include "lm/exchange.hpp"
#include "lm/interpolate.hpp"
#include "lm/model.hpp"
#include "lm/ngram_counts.hpp"
#include "lm/score_text.hpp"
#include "lm/unpack.hpp"
#include "lm/words.hpp"

namespace dragoman::bindings {

template <typename Visit>
void visit_fields(lm::EstimateOptions& options, Visit&& visit) {
  visit("order", options.order);
  visit("prune", options.prune);
  visit("vocabulary", options.vocabulary);
  visit("memory", options.memory);
  visit("directory", options.directory);
}

namespace {

using lm::ArpaReader;
using lm::ChartState;
using lm::Model;
using lm::Ngrams;
using lm::State;

/// Python's == takes anything.
const nb::sig kEquality("def __eq__(self, other: object, /) -> bool");

std::span<const char> chars(const Array<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.shape(0)};
}

template <typename T>
nb::object copied(std::span<const T> values) {
  return nb::cast(to_numpy(std::vector<T>(values.begin(), values.end())));
}

nb::typed<nb::dict, nb::str, nb::object> as_dict(Ngrams& ngrams, lm::ModelArrays arrays) {
  nb::dict dict;
  const Vocabulary& words = ngrams.vocabulary;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(words.bytes().data());
  dict["words"] = copied(std::span(bytes, words.bytes().size()));
  dict["offsets"] = copied(words.offsets());
  dict["slots"] = copied(words.slots());
  dict["unigrams"] = nb::cast(to_numpy(std::move(arrays.unigrams)));
  dict["hash"] = nb::cast(to_numpy(std::move(arrays.hash)));
  dict["first_words"] = nb::cast(to_numpy(std::move(arrays.first_words)));
  dict["compact"] = nb::cast(to_numpy(std::move(arrays.compact)));
  dict["codebook"] = nb::cast(to_numpy(std::move(arrays.codebook)));
  return dict;
}

/// Passes text on to a Python callable as bytes; for use with the GIL released.
lm::Sink python_sink(const nb::object& write) {
  return [&write](std::string_view text) {
    nb::gil_scoped_acquire gil;
    write(nb::bytes(text.data(), text.size()));
  };
}

/// A fragment built from words and finished fragments: None starts the sentence.
std::tuple<ChartState, float> chart(const Model& model,
                                    const nb::typed<nb::list, nb::object>& parts) {
  ChartState state;
  lm::RuleScore rule(model, state);
  for (nb::handle part : parts) {
    if (part.is_none()) {
      rule.begin_sentence();
    } else if (nb::isinstance<ChartState>(part)) {
      rule.non_terminal(nb::cast<const ChartState&>(part));
    } else {
      rule.terminal(nb::cast<WordId>(part));
    }
  }
  const float score = rule.finish();
  return {state, score};
}

}  // namespace

void bind_lm(nb::module_& module) {
  nb::class_<State>(module, "LmState", "The words that can still be context of a next word.")
      .def(
          "__eq__", [](const State& a, const State& b) { return a == b; }, nb::is_operator(),
          kEquality)
      .def("__hash__", &State::hash)
      .def("__len__", [](const State& self) { return self.length; });

  nb::class_<ChartState>(module, "LmChartState", "Both ends of a fragment.")
      .def(
          "__eq__", [](const ChartState& a, const ChartState& b) { return a == b; },
          nb::is_operator(), kEquality)
      .def("__hash__", &ChartState::hash);

  nb::class_<Ngrams>(module, "LmNgrams", "A back-off model in memory, as an ARPA file lists it.")
      .def_prop_ro("order", &Ngrams::order)
      .def_prop_ro("special",
                   [](const Ngrams& self) {
                     return std::tuple(self.unknown, self.begin_sentence, self.end_sentence);
                   })
      .def_prop_ro("counts",
                   [](const Ngrams& self) {
                     std::vector<std::size_t> counts;
                     for (const auto& list : self.orders) counts.push_back(list.size());
                     return counts;
                   })
      .def(
          "write_arpa",
          [](const Ngrams& self, const nb::object& write) {
            const lm::Sink sink = python_sink(write);
            nb::gil_scoped_release release;
            lm::write_arpa(self, sink);
          },
          nb::arg("write"), "Passes the ARPA text to write(bytes), piece by piece.")
      .def(
          "build_hash",
          [](Ngrams& self) {
            lm::ModelArrays arrays;
            {
              nb::gil_scoped_release release;
              arrays = lm::build_hash(self);
            }
            return as_dict(self, std::move(arrays));
          },
          "The arrays of the fast layout; call at most one builder, once.")
      .def(
          "build_compact",
          [](Ngrams& self, int probability_bits, int backoff_bits) {
            lm::ModelArrays arrays;
            {
              nb::gil_scoped_release release;
              arrays = lm::build_compact(self, {probability_bits, backoff_bits});
            }
            return as_dict(self, std::move(arrays));
          },
          nb::arg("probability_bits") = 0, nb::arg("backoff_bits") = 0,
          "The arrays of the compact layout; call at most one builder, once.");

  nb::class_<lm::Estimator>(module, "LmEstimator", "Estimates a language model from text.")
      .def(
          "__init__",
          [](lm::Estimator* self, nb::handle settings, std::size_t threads) {
            auto options = read_options<lm::EstimateOptions>(settings);
            options.threads = threads;
            new (self) lm::Estimator(options);
          },
          nb::arg("options"), nb::arg("threads"))
      .def(
          "feed",
          [](lm::Estimator& self, const nb::bytes& bytes) {
            const std::string_view text(bytes.c_str(), bytes.size());
            PythonMonitor monitor{nb::none()};
            nb::gil_scoped_release release;
            self.feed(text, monitor);
          },
          nb::arg("text"))
      .def("set_words", &lm::Estimator::set_words, nb::arg("words"), nb::arg("lines"),
           nb::arg("tokens"), nb::arg("skipped"),
           "In the place of text: its words, numbered; their n-grams come by add_run.")
      .def("add_run", &lm::Estimator::add_run, nb::arg("path"),
           "A file of merge_ngrams with counted n-grams.")
      .def("begin_file", &lm::Estimator::begin_file, nb::arg("path"), nb::arg("longest_line"))
      .def("end_file",
           [](lm::Estimator& self) {
             PythonMonitor monitor{nb::none()};
             nb::gil_scoped_release release;
             self.end_file(monitor);
           })
      .def(
          "finish",
          [](lm::Estimator& self, nb::object progress) {
            PythonMonitor monitor(std::move(progress));
            nb::gil_scoped_release release;
            self.finish(monitor);
          },
          nb::arg("progress").none() = nb::none())
      .def(
          "write_arpa",
          [](const lm::Estimator& self, const nb::object& write) {
            PythonMonitor monitor{nb::none()};
            const lm::Sink sink = python_sink(write);
            nb::gil_scoped_release release;
            self.write_arpa(sink, monitor);
          },
          nb::arg("write"), "Passes the ARPA text to write(bytes), piece by piece.")
      .def("take_ngrams", &lm::Estimator::take_ngrams, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("tokens", &lm::Estimator::tokens)
      .def_prop_ro("skipped", &lm::Estimator::skipped)
      .def_prop_ro("fallbacks", &lm::Estimator::fallbacks)
      .def_prop_ro("counts", &lm::Estimator::counts);

  module.def(
      "count_ngrams",
      [](const Array<WordId>& words, const Array<std::uint64_t>& offsets, int order,
         unsigned bits) {
        const auto text = view(words);
        const auto lines = view(offsets);
        if (lines.empty() || !std::ranges::is_sorted(lines) ||
            lines.back() - lines.front() != text.size() || order < 1 || order > lm::kMaxOrder) {
          throw ConfigError("the lines of a text to be counted are not its words");
        }
        std::vector<lm::WordRecords> buckets;
        {
          nb::gil_scoped_release release;
          buckets = lm::count_ngrams(text, lines, order, bits);
        }
        return to_bytes(buckets);
      },
      nb::arg("words"), nb::arg("offsets"), nb::arg("order"), nb::arg("bits"),
      "The counted n-grams of some lines: a sorted run for each of 2^bits buckets.");
  module.def(
      "merge_ngrams",
      [](const ListOfBytes& parts, int order) {
        const auto runs = views(parts);
        lm::WordRecords merged;
        {
          nb::gil_scoped_release release;
          merged = lm::merge_ngrams(runs, order);
        }
        return to_bytes(merged);
      },
      nb::arg("parts"), nb::arg("order"), "One sorted run of several.");

  nb::class_<ArpaReader>(module, "ArpaReader", "Reads ARPA text piece by piece.")
      .def(nb::init<std::string, std::size_t>(), nb::arg("path"), nb::arg("longest_line"))
      .def(
          "feed",
          [](ArpaReader& self, const nb::bytes& bytes) {
            const std::string_view text(bytes.c_str(), bytes.size());
            nb::gil_scoped_release release;
            self.feed(text);
          },
          nb::arg("data"))
      .def("finish", &ArpaReader::finish);

  nb::class_<Model>(module, "LmModel", "Queries of a language model over its arrays.")
      .def(
          "__init__",
          [](Model* self, int order, std::tuple<WordId, WordId, WordId> special,
             bool compact_layout, const Array<std::uint8_t>& words,
             const Array<std::uint64_t>& offsets, const Array<std::uint32_t>& slots,
             const Array<float>& unigrams, const Array<std::uint64_t>& hash,
             const Array<std::uint32_t>& first_words, const Array<std::uint64_t>& compact,
             const Array<float>& codebook, const Array<std::uint8_t>& members,
             const Array<std::uint64_t>& member_offsets, const Array<std::uint32_t>& member_slots,
             const Array<std::uint32_t>& classes) {
            lm::ModelView arrays;
            arrays.order = order;
            std::tie(arrays.unknown, arrays.begin_sentence, arrays.end_sentence) = special;
            arrays.vocabulary_bytes = chars(words);
            arrays.vocabulary_offsets = view(offsets);
            arrays.vocabulary_slots = view(slots);
            arrays.unigrams = view(unigrams);
            arrays.compact_layout = compact_layout;
            arrays.hash = view(hash);
            arrays.first_words = view(first_words);
            arrays.compact = view(compact);
            arrays.codebook = view(codebook);
            arrays.member_bytes = chars(members);
            arrays.member_offsets = view(member_offsets);
            arrays.member_slots = view(member_slots);
            arrays.classes = view(classes);
            new (self) Model(arrays);
          },
          nb::arg("order"), nb::arg("special"), nb::arg("compact_layout"),
          nb::arg("words").noconvert(), nb::arg("offsets").noconvert(),
          nb::arg("slots").noconvert(), nb::arg("unigrams").noconvert(),
          nb::arg("hash").noconvert(), nb::arg("first_words").noconvert(),
          nb::arg("compact").noconvert(), nb::arg("codebook").noconvert(),
          nb::arg("members").noconvert(), nb::arg("member_offsets").noconvert(),
          nb::arg("member_slots").noconvert(), nb::arg("classes").noconvert(),
          nb::keep_alive<1, 16>(), nb::keep_alive<1, 15>(), nb::keep_alive<1, 14>(),
          nb::keep_alive<1, 13>(), nb::keep_alive<1, 12>(), nb::keep_alive<1, 11>(),
          nb::keep_alive<1, 5>(), nb::keep_alive<1, 6>(), nb::keep_alive<1, 7>(),
          nb::keep_alive<1, 8>(), nb::keep_alive<1, 9>(), nb::keep_alive<1, 10>())
      .def_prop_ro("order", &Model::order)
      .def_prop_ro("unknown", &Model::unknown)
      .def_prop_ro("end_sentence", &Model::end_sentence)
      .def("__len__", [](const Model& self) { return self.vocabulary().size(); })
      .def("find", &Model::find, nb::arg("word"), "The word's number, or that of <unk>.")
      .def("word",
           [](const Model& self, WordId id) {
             if (id >= self.vocabulary().size()) throw nb::index_error("no word has this number");
             return self.vocabulary().word(id);
           })
      .def("begin_sentence", &Model::begin_sentence)
      .def("empty", &Model::empty)
      .def(
          "step",
          [](const Model& self, const State& state, WordId word) {
            State next;
            const Model::Score score = self.full_score(state, word, next);
            return std::tuple(next, score.probability, static_cast<int>(score.length));
          },
          nb::arg("state"), nb::arg("word"), "(state after the word, log10 p, n-gram length)")
      .def(
          "encode",
          [](const Model& self, std::string_view line) {
            std::vector<WordId> ids;
            lm::for_each_word(line, [&](std::string_view word) { ids.push_back(self.find(word)); });
            return ids;
          },
          nb::arg("line"), "The numbers of a line's words.")
      .def(
          "score_lines",
          [](const Model& self, const std::vector<std::string_view>& lines, bool bos, bool eos,
             std::size_t threads) {
            PythonMonitor monitor{nb::none()};
            std::vector<double> values;
            {
              nb::gil_scoped_release release;
              for (const auto& line : lm::score_lines(self, lines, {bos, eos, threads}, monitor)) {
                values.insert(values.end(), {line.log10, double(line.words), line.log10_unknown,
                                             double(line.unknown)});
              }
            }
            return to_numpy(std::move(values), 4);
          },
          nb::arg("lines"), nb::arg("bos") = true, nb::arg("eos") = true, nb::arg("threads") = 1,
          "For each line: log10, words scored, and the same of unknown words alone.")
      .def(
          "unpack",
          [](const Model& self, std::size_t threads, nb::object progress) {
            PythonMonitor monitor(std::move(progress));
            nb::gil_scoped_release release;
            return lm::unpack(self, threads, monitor);
          },
          nb::arg("threads") = 1, nb::arg("progress").none() = nb::none(),
          "All n-grams of the model.")
      .def("chart", &chart, nb::arg("parts"),
           "State and added score of a fragment made of words' numbers, fragments and None for "
           "<s>.");

  module.def(
      "exchange_classes",
      [](const Array<WordId>& words, const Array<std::uint64_t>& offsets, std::size_t vocabulary,
         std::uint32_t classes, std::uint32_t rounds, nb::object progress) {
        PythonMonitor monitor(std::move(progress));
        std::vector<std::uint32_t> found;
        {
          nb::gil_scoped_release release;
          found = lm::exchange(view(words), view(offsets), vocabulary, {classes, rounds}, monitor);
        }
        return to_numpy(std::move(found));
      },
      nb::arg("words"), nb::arg("offsets"), nb::arg("vocabulary"), nb::arg("classes"),
      nb::arg("rounds"), nb::arg("progress").none(), "The class of every word of a text, from 0.");
  module.def(
      "class_likelihood",
      [](const Array<WordId>& words, const Array<std::uint64_t>& offsets,
         const Array<std::uint32_t>& classes) {
        for (std::size_t i = 0; i < words.size(); ++i) {
          if (words.data()[i] >= classes.size()) throw ConfigError("a word has no class");
        }
        nb::gil_scoped_release release;
        return lm::class_likelihood(view(words), view(offsets), view(classes));
      },
      nb::arg("words"), nb::arg("offsets"), nb::arg("classes"),
      "The log likelihood of a text in a bigram model of classes, but for a constant.");
  module.def("estimate_options_as_read", &options_as_read<lm::EstimateOptions>, nb::arg("options"));
  module.def(
      "interpolate_lms",
      [](const std::vector<const Ngrams*>& ngrams, const std::vector<const Model*>& models,
         const std::vector<double>& weights) {
        if (ngrams.size() != models.size() || ngrams.size() != weights.size()) {
          throw ConfigError("expected as many weights as models");
        }
        std::vector<lm::Component> components;
        for (std::size_t i = 0; i < ngrams.size(); ++i) {
          components.push_back({ngrams[i], models[i], weights[i]});
        }
        nb::gil_scoped_release release;
        return lm::interpolate(components);
      },
      nb::arg("ngrams"), nb::arg("models"), nb::arg("weights"),
      "One model that mixes several, each given as lists and for queries.");
}

}  // namespace dragoman::bindings
