// Corpus metrics as functions of summed statistics, for loops that evaluate them at every corner of
// a line. The formulas equal those of src/dragoman/evaluate, up to rounding.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace dragoman::evaluate {

/// A weighted sum of metrics' gains: scores from 0 to 100, oriented so that more is better.
class MetricFormula {
 public:
  enum class Kind { kBleu, kTer, kChrf };
  struct Part {
    Kind kind;
    double weight = 1;
    std::size_t order = 4;  ///< longest n-gram; not used by TER

    std::size_t size() const;
  };

  explicit MetricFormula(std::vector<Part> parts) : parts_(std::move(parts)) {}

  /// How many statistics a candidate has.
  std::size_t size() const;

  /// `sums` holds size() numbers, the parts' statistics end to end.
  double gain(std::span<const double> sums) const;

 private:
  std::vector<Part> parts_;
};

/// "bleu", "ter" or "chrf"; throws ConfigError for other names.
MetricFormula::Kind metric_kind(const std::string& name);

}  // namespace dragoman::evaluate
