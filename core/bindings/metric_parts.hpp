// A metric's formula as Python passes it: (name, weight, longest n-gram) for every part.
#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "evaluate/metric_formula.hpp"

namespace dragoman::bindings {

using MetricParts = std::vector<std::tuple<std::string, double, std::size_t>>;

inline evaluate::MetricFormula metric_formula(const MetricParts& parts) {
  std::vector<evaluate::MetricFormula::Part> made;
  for (const auto& [name, weight, order] : parts) {
    made.push_back({evaluate::metric_kind(name), weight, order});
  }
  return evaluate::MetricFormula(std::move(made));
}

}  // namespace dragoman::bindings
