#include "grammar/extract/rule_tasks.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>

#include "bindings/byte_parts.hpp"
#include "bindings/corpus_arrays.hpp"
#include "bindings/rule_arrays.hpp"

namespace dragoman::bindings {
namespace {

using grammar::BothStatistics;
using grammar::Lexicon;
using grammar::PairStatistics;
using grammar::RuleBatch;
using grammar::RuleTasks;
using grammar::TargetCount;

/// Pairs, and those seen once, twice, ...; of both kinds.
using StatisticsLists = std::vector<std::vector<double>>;

StatisticsLists lists_of(const BothStatistics& statistics) {
  StatisticsLists out;
  for (const PairStatistics& each : statistics) {
    std::vector<double>& list = out.emplace_back(each.seen.begin(), each.seen.end());
    list[0] = each.pairs;
  }
  return out;
}

BothStatistics statistics_of(const StatisticsLists& lists) {
  BothStatistics out;
  if (lists.size() != out.size()) throw ConfigError("statistics are of two kinds of pairs");
  for (std::size_t kind = 0; kind < out.size(); ++kind) {
    if (lists[kind].size() != out[kind].seen.size())
      throw ConfigError("statistics have 11 numbers");
    std::ranges::copy(lists[kind], out[kind].seen.begin());
    out[kind].pairs = lists[kind][0];
    out[kind].seen[0] = 0;
  }
  return out;
}

/// The driver's half: rules of all tasks on their way into one table.
class RuleParts {
 public:
  RuleParts(const RuleTasks& tasks, std::size_t memory, const std::string& directory)
      : widths_(tasks.widths()), builder_(widths_, {memory, directory}) {}

  void add(std::span<const std::byte> part) {
    RuleBatch::of_bytes(part, widths_).drain(widths_, builder_);
  }
  ArrayDict finish() {
    grammar::RuleTableArrays arrays;
    {
      nb::gil_scoped_release release;
      arrays = builder_.finish();
    }
    return to_dict(std::move(arrays), widths_);
  }

 private:
  grammar::RuleTableWidths widths_;
  grammar::RuleTableBuilder builder_;
};

}  // namespace

void bind_rule_tasks(nb::module_& module) {
  nb::class_<Lexicon>(module, "LinkLexicon", "Word translation probabilities of counted links.")
      .def(
          "__init__",
          [](Lexicon* self, const Array<WordId>& source, const Array<WordId>& target,
             const Array<std::uint32_t>& counts, std::size_t source_words,
             std::size_t target_words) {
            const auto sources = view(source), targets = view(target);
            const auto numbers = view(counts);
            if (sources.size() != targets.size() || sources.size() != numbers.size()) {
              throw ConfigError("a lexicon has as many counts as pairs");
            }
            std::vector<Lexicon::Entry> entries;
            for (std::size_t k = 0; k < sources.size(); ++k) {
              entries.push_back({sources[k], targets[k], numbers[k]});
            }
            new (self) Lexicon(entries, source_words, target_words);
          },
          nb::arg("source"), nb::arg("target"), nb::arg("counts"), nb::arg("source_words"),
          nb::arg("target_words"));

  nb::class_<RuleTasks>(module, "RuleTasks",
                        "What tasks on many machines do to make a rule table (rule_tasks.hpp).")
      .def(
          "collect",
          [](const RuleTasks& self, const SideArrays& source, const SideArrays& target,
             const LinkArrays& links, std::uint32_t first, unsigned bits, const std::string& path) {
            const grammar::AlignedCorpus lines = corpus_of(source, target, links);
            std::vector<grammar::Bytes> buckets;
            {
              nb::gil_scoped_release release;
              check(lines, path);
              buckets = self.collect(lines, first, bits);
            }
            return to_bytes(buckets);
          },
          nb::arg("source"), nb::arg("target"), nb::arg("links"), nb::arg("first"), nb::arg("bits"),
          nb::arg("path"), "The instances of some lines, in 2^bits buckets by source side.")
      .def(
          "sorted",
          [](const RuleTasks& self, const ListOfBytes& parts) {
            const auto all = views(parts);
            grammar::Bytes out;
            {
              nb::gil_scoped_release release;
              out = self.sorted(all);
            }
            return to_bytes(out);
          },
          nb::arg("parts"))
      .def(
          "count",
          [](const RuleTasks& self, const nb::bytes& sorted) {
            const auto instances = view(sorted);
            grammar::TargetCounts counts;
            {
              nb::gil_scoped_release release;
              counts = self.count(instances);
            }
            return std::tuple(to_bytes(counts.targets), lists_of(counts.statistics));
          },
          nb::arg("sorted"),
          "Records of target sides, 32 bytes each with the hash first, sorted; and statistics.")
      .def(
          "score",
          [](const RuleTasks& self, const SideArrays& source, const SideArrays& target,
             const LinkArrays& links, const Lexicon& lexicon, const nb::bytes& sorted,
             const ListOfBytes& targets, const StatisticsLists& statistics) {
            const grammar::AlignedCorpus corpus = corpus_of(source, target, links);
            const auto instances = view(sorted);
            const auto parts = views(targets);
            std::vector<std::byte> out;
            {
              nb::gil_scoped_release release;
              std::vector<TargetCount> known;
              for (const auto part : parts) {
                const auto more = values_of<TargetCount>(part);
                known.insert(known.end(), more.begin(), more.end());
              }
              const BothStatistics all = statistics_of(statistics);
              out = self.score(corpus, lexicon, instances, known, all).to_bytes();
            }
            return to_bytes(out);
          },
          nb::arg("source"), nb::arg("target"), nb::arg("links"), nb::arg("lexicon"),
          nb::arg("sorted"), nb::arg("targets"), nb::arg("statistics"),
          "The rules of a bucket, for RuleParts.");

  module.def(
      "join_targets",
      [](const ListOfBytes& parts) {
        const auto all = views(parts);
        std::vector<std::vector<TargetCount>> counts;
        {
          nb::gil_scoped_release release;
          for (const auto part : all) counts.push_back(values_of<TargetCount>(part));
          grammar::join(counts);
        }
        return to_bytes(counts);
      },
      nb::arg("parts"), "Says to each part what all parts say of its target sides.");

  nb::class_<RuleParts>(module, "RuleParts", "Rules of many tasks on their way into one table.")
      .def(nb::init<const RuleTasks&, std::size_t, const std::string&>(), nb::arg("tasks"),
           nb::arg("memory"), nb::arg("directory"))
      .def(
          "add",
          [](RuleParts& self, const nb::bytes& part) {
            const auto bytes = view(part);
            nb::gil_scoped_release release;
            self.add(bytes);
          },
          nb::arg("part"))
      .def("finish", &RuleParts::finish, "The arrays of a rule table, without vocabularies.");
}

}  // namespace dragoman::bindings
