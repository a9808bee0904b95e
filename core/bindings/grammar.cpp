#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "bindings/array_layout.hpp"
#include "bindings/rule_arrays.hpp"
#include "common/error.hpp"
#include "grammar/table/rule_table.hpp"
#include "grammar/table/rule_table_builder.hpp"
#include "grammar/table/table_layout.hpp"

namespace dragoman::bindings {

using grammar::AlignmentPoint;
using grammar::kMaxSideLength;
using grammar::RuleId;
using grammar::RuleTable;
using grammar::RuleTableArrays;
using grammar::RuleTableBuilder;
using grammar::RuleTableView;
using grammar::RuleTableWidths;
namespace table_layout = grammar::table_layout;

namespace {

using Matrix = nb::ndarray<const float, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Points =
    nb::ndarray<const std::uint8_t, nb::numpy, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

template <typename T>
T entry(const ArrayDict& arrays, const std::string& name) {
  return entry_of<T>(arrays, "rule table", name);
}

template <typename T>
std::span<const T> vector_of(const ArrayDict& arrays, const std::string& name) {
  return view(entry<Array<T>>(arrays, name));
}

/// An array by its type: columns and links of rules are matrices, all others are vectors.
template <typename T>
std::span<const T> array_of(const ArrayDict& arrays, const std::string& name) {
  if constexpr (std::is_same_v<T, AlignmentPoint>) {
    const Points points = entry<Points>(arrays, name);
    return {reinterpret_cast<const AlignmentPoint*>(points.data()), points.shape(0)};
  } else if constexpr (std::is_same_v<T, float>) {
    const Matrix matrix = entry<Matrix>(arrays, name);
    return {matrix.data(), matrix.shape(0) * matrix.shape(1)};
  } else {
    return vector_of<T>(arrays, name);
  }
}

/// What the name of a side is followed by, and the types.
constexpr std::array<std::pair<const char*, const char*>, 3> kVocabularyArrays{
    {{"_bytes", "u1"}, {"_offsets", "u8"}, {"_slots", "u4"}}};

RuleTable::Words words_of(const ArrayDict& arrays, const std::string& side) {
  const auto& [bytes_name, offsets, slots] = kVocabularyArrays;
  const auto bytes = vector_of<std::uint8_t>(arrays, side + bytes_name.first);
  return {{reinterpret_cast<const char*>(bytes.data()), bytes.size()},
          vector_of<std::uint64_t>(arrays, side + offsets.first),
          vector_of<std::uint32_t>(arrays, side + slots.first)};
}

void make_table(RuleTable* self, const ArrayDict& arrays, bool validate) {
  RuleTableView table;
  table_layout::visit_arrays(table, [&]<typename T>(const char* name, std::span<const T>& values) {
    values = array_of<T>(arrays, name);
  });
  const auto columns = [&](const char* name) { return entry<Matrix>(arrays, name).shape(1); };
  const std::size_t scores = columns(table_layout::kScores);
  const std::size_t reordering = columns(table_layout::kReordering);
  const RuleTable::Words source = words_of(arrays, "source"), target = words_of(arrays, "target");
  nb::gil_scoped_release release;
  new (self) RuleTable(source, target, table, {scores, reordering}, validate);
}

/// Hands values to Python as a matrix of so many rows, however few columns.
template <typename To, typename T>
nb::ndarray<To, nb::numpy, nb::ndim<2>> matrix_to_numpy(std::vector<T> values, std::size_t rows,
                                                        std::size_t columns) {
  auto* owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return {reinterpret_cast<To*>(owned->data()), {rows, columns}, owner};
}

/// The vocabularies' arrays and the table's.
ArrayLayout table_arrays() {
  ArrayLayout rows;
  for (const char* side : {"source", "target"}) {
    for (const auto& [name, type] : kVocabularyArrays) {
      rows.emplace_back(std::string(side) + name, type, false);
    }
  }
  RuleTableArrays arrays;
  table_layout::visit_arrays(arrays, [&]<typename T>(const char* name, std::vector<T>&) {
    if constexpr (std::is_same_v<T, AlignmentPoint>) {
      rows.emplace_back(name, numpy_type<std::uint8_t>(), true);
    } else {
      rows.emplace_back(name, numpy_type<T>(), std::is_same_v<T, float>);
    }
  });
  return rows;
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
  ArrayDict out;
  const std::size_t rules = arrays.target_first.size() - 1;
  const auto add = [&]<typename T>(const char* name, std::vector<T>& values) {
    if constexpr (std::is_same_v<T, AlignmentPoint>) {
      out[name] = matrix_to_numpy<std::uint8_t>(std::move(values), values.size(), 2);
    } else if constexpr (std::is_same_v<T, float>) {
      const std::string_view wanted = name;
      const std::size_t columns = wanted == table_layout::kScores       ? widths.scores
                                  : wanted == table_layout::kReordering ? widths.reordering
                                                                        : widths.counts;
      out[name] = matrix_to_numpy<float>(std::move(values), rules, columns);
    } else {
      out[name] = to_numpy(std::move(values));
    }
  };
  table_layout::visit_trie(arrays, add);
  if (!arrays.in_files) table_layout::visit_rules(arrays, add);
  return out;
}

void add_vocabulary(ArrayDict& arrays, const char* prefix, const Vocabulary& vocabulary) {
  const auto copy = [](auto values) {
    using T = std::remove_const_t<typename decltype(values)::element_type>;
    return std::vector<T>(values.begin(), values.end());
  };
  const auto bytes = vocabulary.bytes();
  const auto& [bytes_name, offsets, slots] = kVocabularyArrays;
  const std::string name(prefix);
  arrays[(name + bytes_name.first).c_str()] =
      to_numpy(std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
  arrays[(name + offsets.first).c_str()] = to_numpy(copy(vocabulary.offsets()));
  arrays[(name + slots.first).c_str()] = to_numpy(copy(vocabulary.slots()));
}

void bind_grammar(nb::module_& module) {
  module.def("rule_table_arrays", &table_arrays,
             "The arrays of a rule table: name, numpy's type, whether it is a matrix.");
  module.attr("LARGEST_NUMBER") = static_cast<double>(grammar::kLargestNumber);
  bind_table(module);
  bind_builder(module);
  bind_moses_tables(module);
  bind_rule_tasks(module);
  bind_extract(module);
  bind_suffix_grammar(module);
  bind_hierarchical(module);
}

}  // namespace dragoman::bindings
