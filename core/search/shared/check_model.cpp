#include "search/shared/check_model.hpp"

#include <cmath>

#include "common/error.hpp"

namespace dragoman::search {

void check_model(const ModelParts& model, std::span<const std::string> columns) {
  if (columns.size() != model.rules->score_columns()) {
    throw ConfigError("the rule table has " + std::to_string(model.rules->score_columns()) +
                      " scores but " + std::to_string(columns.size()) + " names");
  }
  if (model.weights.size() != model.layout->size()) {
    throw ConfigError("the model has " + std::to_string(model.layout->size()) + " features but " +
                      std::to_string(model.weights.size()) + " weights");
  }
  for (const double weight : model.weights) {
    if (!std::isfinite(weight)) throw ConfigError("a weight is not a finite number");
  }
}

}  // namespace dragoman::search
