// The catalogue: every feature that the core computes, declared once.
//
// Decoders take names from it, Python takes the rest (starting weights, groups of explanations, the
// table of features in the documentation). To add a feature, add a line here and compute it in a
// file of its own.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/shared/feature_layout.hpp"

namespace dragoman::search {

struct FeatureDeclaration {
  Block block;
  std::string_view name;
  std::string_view group;   ///< the column of explanations that its cost belongs to
  double weight;            ///< where tuning starts
  std::string_view what;    ///< what its value is
  std::string_view source;  ///< the paper that it comes from
};

/// All of them, block by block, in the order of their places.
std::span<const FeatureDeclaration> catalogue();

/// The names of a block in their usual order.
std::vector<std::string> names_of(Block block);

/// The place of a name among those of its block; throws ConfigError, which lists the block's names,
/// if it is not one of them.
std::size_t place_in(Block block, std::string_view name);

/// The names of `count` language models: lm, lm2, lm3, ...
std::vector<std::string> language_model_names(std::size_t count);

}  // namespace dragoman::search
