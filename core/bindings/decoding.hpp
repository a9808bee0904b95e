// What all decoders offer Python in the same way; the request and the outcome by the mechanism of
// options (options.hpp).
#pragma once

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>
#include <vector>

#include "bindings/bind.hpp"
#include "bindings/custom_features.hpp"
#include "bindings/options.hpp"
#include "search/api/decoding.hpp"
#include "search/api/sentence.hpp"

namespace dragoman::bindings {

template <typename Visit>
void visit_fields(search::DecodeRequest& request, Visit&& visit) {
  visit("threads", request.threads);
  visit("forest", request.forest);
  visit("forest_edges", request.size.edges);
  visit("nbest", request.size.nbest);
  visit("distinct", request.size.distinct);
}

template <typename Visit>
void visit_fields(search::Outcome& outcome, Visit&& visit) {
  visit("degraded", outcome.degraded);
  visit("work", outcome.work);
  visit("unreachable", outcome.unreachable);
  const std::pair reached(outcome.reached.source, outcome.reached.target);
  visit("reached", reached);
  visit("reference", outcome.reference);
  visit("relaxed", outcome.relaxed);
  visit("fallback", outcome.fallback);
}

/// Defines `feature_names` and `decode` for a decoder.
template <typename Decoder>
void bind_decoding(nb::class_<Decoder>& decoder) {
  decoder.def_prop_ro("feature_names", [](const Decoder& self) { return self.layout().names(); })
      .def(
          "decode",
          [](const Decoder& self, const std::vector<const search::Sentence*>& sentences,
             nb::handle wanted, nb::object progress, nb::object sessions, nb::object rules) {
            std::vector<search::Sentence> copies;
            copies.reserve(sentences.size());
            for (const search::Sentence* sentence : sentences) copies.push_back(*sentence);
            PythonMonitor monitor(std::move(progress));
            PythonFeatures features(sessions);
            PythonRuleFeatures rule_features(rules);
            auto request = read_options<search::DecodeRequest>(wanted);
            if (!sessions.is_none()) request.features = &features;
            if (!rules.is_none()) request.rules = &rule_features;
            nb::gil_scoped_release release;
            return self.decode(copies, request, monitor);
          },
          nb::arg("sentences"), nb::arg("request"), nb::arg("progress") = nb::none(),
          nb::arg("sessions") = nb::none(), nb::arg("rules") = nb::none());
}

}  // namespace dragoman::bindings
