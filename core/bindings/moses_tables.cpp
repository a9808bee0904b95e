#include <nanobind/stl/string.h>

#include <memory>

#include "bindings/rule_arrays.hpp"
#include "grammar/moses/moses_reader.hpp"
#include "grammar/moses/moses_writer.hpp"

namespace dragoman::bindings {

using grammar::MosesReader;
using grammar::MosesWriter;
using grammar::RuleTable;
using grammar::RuleTableArrays;

void bind_moses_tables(nb::module_& module) {
  nb::class_<MosesReader>(module, "MosesReader", "Moses' tables, fed block by block.")
      .def(
          "__init__",
          [](MosesReader* self, bool unescape, std::size_t longest_line, bool hierarchical) {
            new (self) MosesReader({unescape, hierarchical, longest_line});
          },
          nb::arg("unescape"), nb::arg("longest_line"), nb::arg("hierarchical") = false)
      .def("open", &MosesReader::open, nb::arg("name"))
      .def("open_reordering", &MosesReader::open_reordering, nb::arg("name"))
      .def(
          "feed",
          [](MosesReader& self, const nb::bytes& block) {
            const std::string_view text(block.c_str(), block.size());
            nb::gil_scoped_release release;
            self.feed(text);
          },
          nb::arg("block"))
      .def("close", &MosesReader::close)
      .def("finish", [](MosesReader& self) {
        RuleTableArrays arrays;
        {
          nb::gil_scoped_release release;
          arrays = self.finish();
        }
        ArrayDict out = to_dict(std::move(arrays), self.widths());
        add_vocabulary(out, "source", self.source_vocabulary());
        add_vocabulary(out, "target", self.target_vocabulary());
        return out;
      });
  nb::class_<MosesWriter>(module, "MosesWriter", "A rule table as Moses' text, block by block.")
      .def(
          "__init__",
          [](MosesWriter* self, const RuleTable& table, bool reordering) {
            new (self) MosesWriter(table, reordering ? MosesWriter::Kind::kReorderingTable
                                                     : MosesWriter::Kind::kPhraseTable);
          },
          nb::arg("table"), nb::arg("reordering") = false, nb::keep_alive<1, 2>())
      .def("next", [](MosesWriter& self) {
        std::string block;
        {
          nb::gil_scoped_release release;
          block = self.next();
        }
        return nb::bytes(block.data(), block.size());
      });
}

}  // namespace dragoman::bindings
