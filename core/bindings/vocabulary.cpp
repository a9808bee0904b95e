#include "common/vocabulary.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string_view>
#include <tuple>

#include "bindings/bind.hpp"
#include "common/error.hpp"

namespace dragoman::bindings {
namespace {

template <typename T>
std::vector<T> copy(std::span<const T> values) {
  return {values.begin(), values.end()};
}

/// Appends the numbers of the line's words; words that a frozen vocabulary lacks become kNoWord.
void encode_line(Vocabulary& vocabulary, std::string_view line, std::vector<WordId>& ids) {
  for_each_token(line, [&](std::string_view token) {
    ids.push_back(vocabulary.frozen() ? vocabulary.find(token) : vocabulary.insert(token));
  });
}

}  // namespace

void bind_vocabulary(nb::module_& module) {
  nb::class_<Vocabulary>(module, "Vocabulary",
                         "Words as numbers: grows, or views the arrays of a file.")
      .def(nb::init<>())
      .def(
          "__init__",
          [](Vocabulary* self, const Array<std::uint8_t>& bytes,
             const Array<std::uint64_t>& offsets, const Array<std::uint32_t>& slots) {
            new (self) Vocabulary({reinterpret_cast<const char*>(bytes.data()), bytes.shape(0)},
                                  view(offsets), view(slots));
          },
          nb::arg("bytes").noconvert(), nb::arg("offsets").noconvert(),
          nb::arg("slots").noconvert(), nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(),
          nb::keep_alive<1, 4>())
      .def("__len__", &Vocabulary::size)
      .def("__contains__",
           [](const Vocabulary& self, std::string_view word) { return self.find(word) != kNoWord; })
      .def(
          "find",
          [](const Vocabulary& self, std::string_view word) -> std::optional<WordId> {
            const WordId id = self.find(word);
            return id == kNoWord ? std::nullopt : std::optional(id);
          },
          nb::arg("word"), "The word's number, or None.")
      .def("insert", &Vocabulary::insert, nb::arg("word"), "The word's number, new if need be.")
      .def(
          "word",
          [](const Vocabulary& self, WordId id) {
            if (id >= self.size()) throw nb::index_error("no word has this number");
            return self.word(id);
          },
          nb::arg("id"))
      .def_prop_ro("frozen", &Vocabulary::frozen)
      .def(
          "encode",
          [](Vocabulary& self, std::string_view line) {
            std::vector<WordId> ids;
            encode_line(self, line, ids);
            return to_numpy(std::move(ids));
          },
          nb::arg("line"),
          "The numbers of a line's words; unknown ones in a frozen vocabulary are 2^32-1.")
      .def(
          "encode_lines",
          [](Vocabulary& self, const std::vector<std::string_view>& lines) {
            std::vector<WordId> ids;
            std::vector<std::uint64_t> offsets{0};
            for (const std::string_view line : lines) {
              encode_line(self, line, ids);
              offsets.push_back(ids.size());
            }
            return std::tuple(to_numpy(std::move(ids)), to_numpy(std::move(offsets)));
          },
          nb::arg("lines"), "All lines' words end to end, and where each line starts.")
      .def(
          "arrays",
          [](const Vocabulary& self) {
            auto bytes = self.bytes();
            std::vector<std::uint8_t> raw(bytes.begin(), bytes.end());
            return std::tuple(to_numpy(std::move(raw)), to_numpy(copy(self.offsets())),
                              to_numpy(copy(self.slots())));
          },
          "Copies of (bytes, offsets, slots), to be saved and viewed again.");
}

}  // namespace dragoman::bindings
