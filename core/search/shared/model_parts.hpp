// Everything about a model that the options of a sentence are made from.
#pragma once

#include <span>

#include "grammar/rule_table.hpp"
#include "lm/model.hpp"
#include "search/shared/feature_layout.hpp"

namespace dragoman::search {

// What the decoders know of a grammar.
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
