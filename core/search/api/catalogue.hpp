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

#include "search/api/feature_layout.hpp"

namespace dragoman::search {

struct FeatureDeclaration {
  Block block;
  std::string_view name;
  std::string_view group;   ///< the column of explanations to which its cost belongs
  double weight;            ///< the weight with which tuning starts
  std::string_view what;    ///< the meaning of its value
  std::string_view source;  ///< the paper that introduced it
};

/// All features, block by block, in the order of their places.
std::span<const FeatureDeclaration> catalogue();

/// The names of a block in their usual order.
std::vector<std::string> names_of(Block block);

/// The names of some features of a block, given as an enumeration of their places.
template <typename Features>
std::vector<std::string> names_of(Block block, const Features& features) {
  const std::vector<std::string> all = names_of(block);
  std::vector<std::string> names;
  for (const auto feature : features) names.push_back(all[static_cast<std::size_t>(feature)]);
  return names;
}

/// The place of a name in its block. Throws ConfigError, which lists the names of the block, if the
/// block has no such name.
std::size_t place_in(Block block, std::string_view name);

/// The names of `count` language models: lm, lm2, lm3, ...
std::vector<std::string> language_model_names(std::size_t count);

}  // namespace dragoman::search
