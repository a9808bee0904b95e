// What all decoders offer Python in the same way.
#pragma once

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>
#include <vector>

#include "bindings/bind.hpp"
#include "bindings/custom_features.hpp"
#include "search/shared/decoding.hpp"
#include "search/shared/sentence.hpp"

namespace dragoman::bindings {

/// Defines `feature_names` and `decode` for a decoder. `Custom` asks the features written in Python
/// that are not rule features; `source` is where the request names them.
template <typename Custom, typename Decoder, typename Source>
void bind_decoding(nb::class_<Decoder>& decoder, Source search::DecodeRequest::* source) {
  decoder.def_prop_ro("feature_names", [](const Decoder& self) { return self.layout().names(); })
      .def(
          "decode",
          [source](const Decoder& self, const std::vector<const search::Sentence*>& sentences,
                   std::size_t threads, bool forests, nb::object progress, nb::object sessions,
                   nb::object rules, std::size_t forest_edges, std::size_t nbest, bool distinct) {
            std::vector<search::Sentence> copies;
            copies.reserve(sentences.size());
            for (const search::Sentence* sentence : sentences) copies.push_back(*sentence);
            PythonMonitor monitor(std::move(progress));
            Custom custom(sessions);
            PythonRuleFeatures rule_features(rules);
            search::DecodeRequest request{threads, forests, {forest_edges, nbest, distinct}};
            if (!sessions.is_none()) request.*source = &custom;
            if (!rules.is_none()) request.rules = &rule_features;
            nb::gil_scoped_release release;
            return self.decode(copies, request, monitor);
          },
          nb::arg("sentences"), nb::arg("threads") = 1, nb::arg("forests") = false,
          nb::arg("progress") = nb::none(), nb::arg("sessions") = nb::none(),
          nb::arg("rules") = nb::none(), nb::arg("forest_edges") = 0, nb::arg("nbest") = 0,
          nb::arg("distinct") = true);
}

}  // namespace dragoman::bindings
