// The parts of a model from which the options of a sentence are made.
#pragma once

#include <span>

#include "grammar/table/rule_table.hpp"
#include "lm/model.hpp"
#include "search/api/feature_layout.hpp"

namespace dragoman::search {

// The names of the grammar that decoders use.
using grammar::AlignmentPoint;
using grammar::kMaxSideLength;
using grammar::RuleId;
using grammar::RuleTable;

struct ModelParts {
  const RuleTable* rules;
  const FeatureLayout* layout;
  std::span<const double> weights;  ///< by FeatureLayout
  std::span<const lm::Model* const> language_models;
};

}  // namespace dragoman::search
