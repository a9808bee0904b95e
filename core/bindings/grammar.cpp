#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "bindings/rule_arrays.hpp"
#include "common/error.hpp"
#include "grammar/table/rule_table.hpp"
#include "grammar/table/rule_table_builder.hpp"

namespace dragoman::bindings {

using grammar::AlignmentPoint;
using grammar::kMaxSideLength;
using grammar::RuleId;
using grammar::RuleTable;
using grammar::RuleTableArrays;
using grammar::RuleTableBuilder;
using grammar::RuleTableView;
using grammar::RuleTableWidths;
namespace {

using Matrix = nb::ndarray<const float, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Points =
    nb::ndarray<const std::uint8_t, nb::numpy, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

/// The entry itself, never a converted copy: the table views it.
template <typename T>
T entry(const ArrayDict& arrays, const std::string& name) {
  if (!arrays.contains(name.c_str())) {
    throw ModelError("the rule table lacks the array '" + name + "'");
  }
  T array;
  if (!nb::try_cast<T>(arrays[name.c_str()], array, false)) {
    throw ModelError("the rule table's array '" + name + "' has the wrong type or shape");
  }
  return array;
}

template <typename T>
std::span<const T> vector_of(const ArrayDict& arrays, const std::string& name) {
  return view(entry<Array<T>>(arrays, name));
}

std::span<const float> matrix_of(const ArrayDict& arrays, const std::string& name,
                                 std::size_t& columns) {
  const Matrix matrix = entry<Matrix>(arrays, name);
  columns = matrix.shape(1);
  return {matrix.data(), matrix.shape(0) * matrix.shape(1)};
}

RuleTable::Words words_of(const ArrayDict& arrays, const std::string& side) {
  const auto bytes = vector_of<std::uint8_t>(arrays, side + "_bytes");
  return {{reinterpret_cast<const char*>(bytes.data()), bytes.size()},
          vector_of<std::uint64_t>(arrays, side + "_offsets"),
          vector_of<std::uint32_t>(arrays, side + "_slots")};
}

void make_table(RuleTable* self, const ArrayDict& arrays, bool validate) {
  std::size_t scores = 0, reordering = 0, counts = 0;
  const Points points = entry<Points>(arrays, "alignment");
  const RuleTableView table{
      .trie_first = vector_of<std::uint32_t>(arrays, "trie_first"),
      .trie_symbol = vector_of<Symbol>(arrays, "trie_symbol"),
      .trie_rules = vector_of<std::uint32_t>(arrays, "trie_rules"),
      .target_first = vector_of<std::uint64_t>(arrays, "target_first"),
      .target_symbols = vector_of<Symbol>(arrays, "target_symbols"),
      .align_first = vector_of<std::uint64_t>(arrays, "align_first"),
      .alignment = {reinterpret_cast<const AlignmentPoint*>(points.data()), points.shape(0)},
      .scores = matrix_of(arrays, "scores", scores),
      .reordering = matrix_of(arrays, "reordering", reordering),
      .counts = matrix_of(arrays, "counts", counts)};
  const RuleTable::Words source = words_of(arrays, "source"), target = words_of(arrays, "target");
  nb::gil_scoped_release release;
  new (self) RuleTable(source, target, table, {scores, reordering}, validate);
}

std::vector<AlignmentPoint> to_points(const std::vector<std::pair<int, int>>& links) {
  std::vector<AlignmentPoint> points;
  for (const auto& [source, target] : links) {
    if (source < 0 || target < 0 || static_cast<std::size_t>(source) >= kMaxSideLength ||
        static_cast<std::size_t>(target) >= kMaxSideLength) {
      throw Error("the alignment of a rule points outside of it");
    }
    points.push_back({static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target)});
  }
  return points;
}

void bind_builder(nb::module_& module) {
  struct Builder {
    explicit Builder(const RuleTableWidths& w) : widths(w), builder(w) {}
    RuleTableWidths widths;
    RuleTableBuilder builder;
  };
  nb::class_<Builder>(module, "RuleTableBuilder", "Rules in any order become a table's arrays.")
      .def(
          "__init__",
          [](Builder* self, std::size_t scores, std::size_t reordering, std::size_t counts) {
            new (self) Builder({scores, reordering, counts});
          },
          nb::arg("scores"), nb::arg("reordering") = 0, nb::arg("counts") = 0)
      .def("__len__", [](const Builder& self) { return self.builder.size(); })
      .def(
          "add",
          [](Builder& self, const std::vector<Symbol>& source, const std::vector<Symbol>& target,
             const std::vector<std::pair<int, int>>& alignment, const std::vector<float>& scores,
             const std::vector<float>& reordering, const std::vector<float>& counts) {
            const auto points = to_points(alignment);
            self.builder.add({source, target, points, scores, reordering, counts});
          },
          nb::arg("source"), nb::arg("target"), nb::arg("alignment"), nb::arg("scores"),
          nb::arg("reordering") = std::vector<float>(), nb::arg("counts") = std::vector<float>())
      .def(
          "finish",
          [](Builder& self) {
            RuleTableArrays arrays;
            {
              nb::gil_scoped_release release;
              arrays = self.builder.finish();
            }
            return to_dict(std::move(arrays), self.widths);
          },
          "The arrays by name; the builder is empty afterwards.");
}

void bind_table(nb::module_& module) {
  nb::class_<RuleTable>(module, "RuleTable", "A view over the arrays of a rule table.")
      .def("__init__", &make_table, nb::arg("arrays"), nb::arg("validate") = true,
           nb::keep_alive<1, 2>(),
           "Views the arrays of a dictionary, which must not be changed any more.")
      .def("__len__", &RuleTable::size)
      .def_prop_ro("max_source_length", &RuleTable::max_source_length)
      .def_prop_ro("source_vocabulary", &RuleTable::source_vocabulary,
                   nb::rv_policy::reference_internal)
      .def_prop_ro("target_vocabulary", &RuleTable::target_vocabulary,
                   nb::rv_policy::reference_internal)
      .def(
          "find",
          [](const RuleTable& self, const std::vector<Symbol>& source) {
            RuleTable::Node node = self.root();
            for (const Symbol symbol : source) node = self.child(node, symbol);
            return node == RuleTable::kNoNode ? std::pair<RuleId, RuleId>(0, 0) : self.rules(node);
          },
          nb::arg("source"), "The rules [begin, end) with this source side.");
}

}  // namespace

ArrayDict to_dict(RuleTableArrays arrays, const RuleTableWidths& widths) {
  const auto matrix = [rows = arrays.target_first.size() - 1](std::vector<float> values,
                                                              std::size_t columns) {
    auto* owned = new std::vector<float>(std::move(values));
    nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<float>*>(p); });
    return nb::ndarray<float, nb::numpy, nb::ndim<2>>(owned->data(), {rows, columns}, owner);
  };
  ArrayDict out;
  out["trie_first"] = to_numpy(std::move(arrays.trie_first));
  out["trie_symbol"] = to_numpy(std::move(arrays.trie_symbol));
  out["trie_rules"] = to_numpy(std::move(arrays.trie_rules));
  if (arrays.in_files) return out;
  auto* owned = new std::vector<AlignmentPoint>(std::move(arrays.alignment));
  nb::capsule owner(owned,
                    [](void* p) noexcept { delete static_cast<std::vector<AlignmentPoint>*>(p); });
  out["target_first"] = to_numpy(std::move(arrays.target_first));
  out["target_symbols"] = to_numpy(std::move(arrays.target_symbols));
  out["align_first"] = to_numpy(std::move(arrays.align_first));
  out["alignment"] = nb::ndarray<std::uint8_t, nb::numpy, nb::ndim<2>>(
      reinterpret_cast<std::uint8_t*>(owned->data()), {owned->size(), 2}, owner);
  out["scores"] = matrix(std::move(arrays.scores), widths.scores);
  out["reordering"] = matrix(std::move(arrays.reordering), widths.reordering);
  out["counts"] = matrix(std::move(arrays.counts), widths.counts);
  return out;
}

void add_vocabulary(ArrayDict& arrays, const char* prefix, const Vocabulary& vocabulary) {
  const auto copy = [](auto values) {
    using T = std::remove_const_t<typename decltype(values)::element_type>;
    return std::vector<T>(values.begin(), values.end());
  };
  const auto bytes = vocabulary.bytes();
  const std::string name(prefix);
  arrays[(name + "_bytes").c_str()] =
      to_numpy(std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
  arrays[(name + "_offsets").c_str()] = to_numpy(copy(vocabulary.offsets()));
  arrays[(name + "_slots").c_str()] = to_numpy(copy(vocabulary.slots()));
}

void bind_grammar(nb::module_& module) {
  bind_table(module);
  bind_builder(module);
  bind_moses_tables(module);
  bind_extract(module);
  bind_suffix_grammar(module);
  bind_hierarchical(module);
}

}  // namespace dragoman::bindings
