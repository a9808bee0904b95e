#include "evaluate/metric_formula.hpp"

#include <cmath>

#include "common/error.hpp"

namespace dragoman::evaluate {
namespace {

/// Lengths of hypothesis and reference, matches, n-grams (evaluate/bleu.py); exponential smoothing.
double bleu(std::span<const double> sums, std::size_t order) {
  const auto matches = sums.subspan(2, order), totals = sums.subspan(2 + order, order);
  double product = 1, missed = 1;
  bool some = false;
  for (std::size_t n = 0; n < order; ++n) {
    if (totals[n] <= 0) return 0;
    some = some || matches[n] > 0;
    product *= (matches[n] > 0 ? matches[n] : missed /= 2) / totals[n];
  }
  if (!some) return 0;
  const double brevity = sums[0] < sums[1] ? 1 - sums[1] / sums[0] : 0.0;
  return 100 * std::exp(std::log(product) / static_cast<double>(order) + brevity);
}

/// Edits and reference length (evaluate/ter.py).
double negative_ter(std::span<const double> sums) {
  if (sums[1] > 0) return -100 * sums[0] / sums[1];
  return sums[0] > 0 ? -100 : 0;
}

/// Hypothesis, reference and matching n-grams for every n (evaluate/chrf.py); F2.
double chrf(std::span<const double> sums, std::size_t order) {
  double precision = 0, recall = 0, orders = 0;
  for (std::size_t n = 0; n < order; ++n) {
    const double hypothesis = sums[3 * n], reference = sums[3 * n + 1];
    if (hypothesis <= 0 || reference <= 0) continue;
    precision += sums[3 * n + 2] / hypothesis;
    recall += sums[3 * n + 2] / reference;
    orders += 1;
  }
  if (precision <= 0) return 0;
  precision /= orders;
  recall /= orders;
  return 100 * 5 * precision * recall / (4 * precision + recall);
}

}  // namespace

std::size_t MetricFormula::Part::size() const {
  switch (kind) {
    case Kind::kBleu:
      return 2 + 2 * order;
    case Kind::kTer:
      return 2;
    case Kind::kChrf:
      return 3 * order;
  }
  return 0;
}

std::size_t MetricFormula::size() const {
  std::size_t total = 0;
  for (const Part& part : parts_) total += part.size();
  return total;
}

double MetricFormula::gain(std::span<const double> sums) const {
  double total = 0;
  for (const Part& part : parts_) {
    const auto mine = sums.first(part.size());
    sums = sums.subspan(part.size());
    switch (part.kind) {
      case Kind::kBleu:
        total += part.weight * bleu(mine, part.order);
        break;
      case Kind::kTer:
        total += part.weight * negative_ter(mine);
        break;
      case Kind::kChrf:
        total += part.weight * chrf(mine, part.order);
        break;
    }
  }
  return total;
}

MetricFormula::Kind metric_kind(const std::string& name) {
  if (name == "bleu") return MetricFormula::Kind::kBleu;
  if (name == "ter") return MetricFormula::Kind::kTer;
  if (name == "chrf") return MetricFormula::Kind::kChrf;
  throw ConfigError("there is no native formula for the metric '" + name + "'");
}

}  // namespace dragoman::evaluate
