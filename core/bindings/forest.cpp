#include "forest/forest.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <tuple>
#include <utility>

#include "bindings/bind.hpp"
#include "common/error.hpp"
#include "forest/expectation.hpp"
#include "forest/kbest.hpp"
#include "forest/mbr.hpp"
#include "forest/nearest_prefix.hpp"
#include "forest/prefix.hpp"
#include "forest/pruning.hpp"
#include "forest/word_links.hpp"
#include "forest/word_posteriors.hpp"

namespace dragoman::bindings {
namespace {

using forest::Forest;
using EdgeTuple = std::tuple<forest::NodeId, std::vector<forest::NodeId>, std::vector<Symbol>,
                             std::vector<float>, double>;

template <typename T>
auto copied(const std::vector<T>& values) {
  return to_numpy(std::vector<T>(values));
}

template <typename Pair>
auto pairs(const std::vector<Pair>& values) {
  static_assert(sizeof(Pair) == 2 * sizeof(std::uint32_t));
  const auto* first = reinterpret_cast<const std::uint32_t*>(values.data());
  return to_numpy(std::vector<std::uint32_t>(first, first + 2 * values.size()), 2);
}

/// The k best derivations as (score, edges); the forest itself is left as it is.
std::vector<std::tuple<double, std::vector<forest::EdgeId>>> k_best(const Forest& self,
                                                                    std::size_t k, bool distinct) {
  nb::gil_scoped_release release;
  forest::KBest best(self, {.distinct = distinct});
  std::vector<std::tuple<double, std::vector<forest::EdgeId>>> found;
  for (std::size_t i = 0; i < k && best.has(i); ++i) {
    found.emplace_back(best.score(i), best.derivation(i));
  }
  return found;
}

/// The same as lists for tuning: texts, a row of feature sums for each, scores.
auto k_best_table(const Forest& self, std::size_t k, bool distinct) {
  std::vector<std::vector<std::string>> texts;
  std::vector<double> features, scores;
  {
    nb::gil_scoped_release release;
    forest::KBest best(self, {.distinct = distinct});
    for (std::size_t i = 0; i < k && best.has(i); ++i) {
      texts.emplace_back();
      for (const Symbol word : best.text(i)) texts.back().push_back(self.words[word]);
      const std::size_t row = features.size();
      features.resize(row + self.feature_count);
      for (const forest::EdgeId edge : best.derivation(i)) {
        for (std::size_t f = 0; f < self.feature_count; ++f) {
          features[row + f] += self.features[edge * self.feature_count + f];
        }
      }
      scores.push_back(best.score(i));
    }
  }
  return std::tuple(std::move(texts), to_numpy(std::move(features), self.feature_count),
                    to_numpy(std::move(scores)));
}

/// Word, spine, head, node, copy, first and last source word.
using TargetWordData =
    std::tuple<std::string, std::string, int, int, int, std::uint32_t, std::uint32_t>;

}  // namespace

void bind_forest(nb::module_& module) {
  module.def(
      "edge_kinds",
      [] {
        std::vector<std::pair<std::string, std::int64_t>> rows;
        for (const forest::EdgeKind& kind : forest::kEdgeKinds) {
          rows.emplace_back(kind.name, kind.rule);
        }
        return rows;
      },
      "What edges apply that apply no rule of the table, and their rule numbers.");
  nb::class_<Forest>(module, "Forest", "A packed forest of rule applications.")
      .def_prop_ro("nodes", &Forest::nodes)
      .def_prop_ro("edges", &Forest::edges)
      .def_ro("words", &Forest::words)
      .def_prop_ro(
          "node_edges", [](const Forest& self) { return copied(self.node_edges); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "head", [](const Forest& self) { return copied(self.head); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "rule", [](const Forest& self) { return copied(self.rule); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "score", [](const Forest& self) { return copied(self.score); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "later", [](const Forest& self) { return copied(self.later); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "tail_first", [](const Forest& self) { return copied(self.tail_first); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "span_first", [](const Forest& self) { return copied(self.span_first); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "symbol_first", [](const Forest& self) { return copied(self.symbol_first); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "link_first", [](const Forest& self) { return copied(self.link_first); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "tails", [](const Forest& self) { return copied(self.tails); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "symbols", [](const Forest& self) { return copied(self.symbols); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "spans", [](const Forest& self) { return pairs(self.spans); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "links", [](const Forest& self) { return pairs(self.links); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "features",
          [](const Forest& self) {
            return to_numpy(std::vector<float>(self.features), self.feature_count);
          },
          nb::rv_policy::automatic)
      .def(
          "target_words",
          [](const Forest& self) {
            std::vector<TargetWordData> rows;
            for (const forest::TargetWord& w : forest::target_words(self)) {
              rows.emplace_back(w.word, w.spine, w.head, w.node, w.copy, w.first, w.last);
            }
            return rows;
          },
          "The words of a forest that is one derivation with their places in the target tree; none "
          "if there is no tree.")
      .def(
          "rescored",
          [](const Forest& self, const std::vector<double>& weights) {
            auto copy = std::make_unique<Forest>(self);
            copy->rescore(weights);
            return copy.release();
          },
          nb::rv_policy::take_ownership, nb::arg("weights"),
          "The same forest with the scores of other weights.")
      .def(
          "with_features",
          [](const Forest& self, std::size_t place, std::size_t count, const Array<float>& values,
             const std::vector<double>& weights) {
            nb::gil_scoped_release release;
            auto copy = std::make_unique<Forest>(self);
            copy->add_features(place, count, view(values));
            copy->rescore(weights);
            return copy.release();
          },
          nb::rv_policy::take_ownership, nb::arg("place"), nb::arg("count"), nb::arg("values"),
          nb::arg("weights"),
          "The same forest with more features before a place, a row of values for every edge, and "
          "the scores of these weights.")
      .def(
          "best",
          [](const Forest& self) {
            nb::gil_scoped_release release;
            forest::KBest best(self, {});
            const bool any = best.has(0);
            return new Forest(
                forest::only(self, any ? best.derivation(0) : std::vector<forest::EdgeId>()));
          },
          nb::rv_policy::take_ownership, "The best derivation alone.")
      .def(
          "word_links",
          [](const Forest& self) {
            auto found = forest::word_links(self);
            return std::tuple(std::move(found.rules), std::move(found.sources));
          },
          "(rules, source positions) of each word of a forest that holds one derivation.")
      .def(
          "pruned",
          [](const Forest& self, std::size_t edges) {
            nb::gil_scoped_release release;
            return new Forest(forest::prune(self, edges));
          },
          nb::rv_policy::take_ownership, nb::arg("edges"),
          "A forest of about so many edges, those of the best derivations.")
      .def(
          "with_prefix",
          [](const Forest& self, std::vector<std::vector<std::string>> words, bool partial) {
            nb::gil_scoped_release release;
            return new Forest(forest::with_prefix(self, {std::move(words), partial}));
          },
          nb::rv_policy::take_ownership, nb::arg("words"), nb::arg("partial") = false,
          "The forest of the derivations whose text begins so; each word is a list of spellings.")
      .def(
          "nearest_prefix",
          [](const Forest& self, std::vector<std::vector<std::string>> words, bool partial,
             double edit_cost) {
            nb::gil_scoped_release release;
            if (self.nodes() == 0) throw ModelError("an empty forest has no beginning");
            auto found = forest::nearest_prefix(self, {std::move(words), partial}, edit_cost);
            return std::tuple(std::move(found.words), found.edits);
          },
          nb::arg("words"), nb::arg("partial") = false, nb::arg("edit_cost") = 1.0,
          "(words by number, edits) of the beginning of a text that comes nearest.")
      .def("kbest", &k_best, nb::arg("k"), nb::arg("distinct") = false)
      .def("kbest_table", &k_best_table, nb::arg("k"), nb::arg("distinct") = true,
           "(texts, feature sums, scores) of the k best derivations.")
      .def(
          "expectation",
          [](const Forest& self, double scale) {
            forest::Expectation result;
            {
              nb::gil_scoped_release release;
              result = forest::expectation(self, scale);
            }
            return std::tuple(result.log_sum, to_numpy(std::move(result.edge_posterior)),
                              to_numpy(std::move(result.features)));
          },
          nb::arg("scale"), "(log of the sum, posterior of every edge, expected features).")
      .def(
          "posteriors",
          [](const Forest& self, double scale) {
            forest::Expectation result;
            {
              nb::gil_scoped_release release;
              result = forest::expectation(self, scale, false);
            }
            return to_numpy(std::move(result.edge_posterior));
          },
          nb::arg("scale"), "The posterior of every edge.")
      .def(
          "word_posteriors",
          [](const Forest& self, const Array<double>& posteriors,
             const std::vector<std::tuple<std::uint32_t, Symbol>>& pairs, bool linked) {
            nb::gil_scoped_release release;
            std::vector<forest::WordPair> wanted;
            for (const auto& [source, word] : pairs) wanted.push_back({source, word});
            return forest::word_posteriors(self, view(posteriors), wanted, linked);
          },
          nb::arg("posteriors"), nb::arg("pairs"), nb::arg("linked"),
          "For each (source position, target word) the sum over the edges that link the two, or "
          "else over those that cover the first and give the second.")
      .def_static(
          "build",
          [](std::vector<std::string> words, std::size_t feature_count,
             const std::vector<EdgeTuple>& tuples) {
            std::vector<forest::EdgeSpec> edges;
            for (const auto& [head, tails, symbols, features, score] : tuples) {
              edges.push_back({head, tails, symbols, features, score});
            }
            return new Forest(forest::make_forest(std::move(words), feature_count, edges));
          },
          nb::rv_policy::take_ownership, nb::arg("words"), nb::arg("feature_count"),
          nb::arg("edges"),
          "A forest from (head, tails, target symbols, features, score), sorted by head.");

  module.def(
      "mbr_gains",
      [](const std::vector<std::vector<Symbol>>& candidates, const std::vector<double>& scores,
         double scale) {
        nb::gil_scoped_release release;
        return forest::mbr_gains(candidates, scores, scale);
      },
      nb::arg("candidates"), nb::arg("scores"), nb::arg("scale"),
      "Expected sentence BLEU of every candidate.");
}

}  // namespace dragoman::bindings
