// The features of a model: their names, and their places in a feature vector.
//
//   FeatureLayout layout;
//   layout.append(Block::kLanguageModels, {"lm"});
//   layout.append(Block::kColumns, columns);
//   row[layout.first(Block::kColumns) + 2] += 1;
//
// A decoder appends its features block by block. The class that computes a block asks where the
// block begins. The order in which blocks are appended is the order of a model's weights.
// features/catalogue.hpp has the names and descriptions of the features of every block.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace dragoman::search {

/// Features that are computed by one class.
enum class Block : std::uint8_t {
  kLanguageModels,
  kColumns,    ///< scores of the rule table
  kPenalties,  ///< of phrases, words and unknown words
  kDistortion,
  kReordering,
  kCohesion,
  kGaps,
  kCrossings,     ///< cohesion of hierarchical derivations
  kLattice,       ///< scores of the input
  kArity,         ///< of hierarchical rules
  kGlue,          ///< of hierarchical derivations
  kTreelets,      ///< of s-phrases and target trees
  kOperations,    ///< operation sequences
  kRuleFeatures,  ///< of rules in a sentence or document (rule_feature.hpp)
  kCustom,        ///< search features from outside of the core
};
inline constexpr std::size_t kBlocks = 15;

class FeatureLayout {
 public:
  static constexpr std::size_t kAbsent = std::numeric_limits<std::size_t>::max();

  FeatureLayout() { places_.fill({kAbsent, 0}); }

  /// Appends a block. A block is appended at most once; a block without names counts as absent.
  template <typename Names>
  void append(Block block, const Names& names) {
    if (std::empty(names)) return;
    places_[static_cast<std::size_t>(block)] = {names_.size(), std::size(names)};
    for (const auto& name : names) names_.emplace_back(name);
  }

  const std::vector<std::string>& names() const { return names_; }
  std::size_t size() const { return names_.size(); }
  bool has(Block block) const { return first(block) != kAbsent; }
  /// The place of a block's first feature; kAbsent if the model does not have the block.
  std::size_t first(Block block) const { return places_[static_cast<std::size_t>(block)].first; }
  std::size_t count(Block block) const { return places_[static_cast<std::size_t>(block)].count; }
  /// The weights of a block; empty if the block is absent.
  std::span<const double> of(Block block, std::span<const double> weights) const {
    return has(block) ? weights.subspan(first(block), count(block)) : std::span<const double>();
  }

 private:
  struct Place {
    std::size_t first, count;
  };
  std::vector<std::string> names_;
  std::array<Place, kBlocks> places_;
};

}  // namespace dragoman::search
