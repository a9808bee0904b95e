// What an item of the treelet search will still cost: the phrases for the words that it does not
// cover, as the phrase decoder estimates them, and the jumps that the item makes necessary, if
// jumps count. With TreeletEstimate::kTrees also what the treelets of these phrases usually ask of
// the syntactic model, and the attachment of the item's own trees; the paper has no such estimate.
#pragma once

#include <cstdint>

#include "common/probing_table.hpp"
#include "search/options/future_costs.hpp"
#include "search/treelet/jumps.hpp"
#include "search/treelet/sphrase_estimates.hpp"
#include "search/treelet/treelet_language.hpp"

namespace dragoman::search::treelet {

/// The weights of the block of treelets, by name.
struct TreeletWeights {
  explicit TreeletWeights(std::span<const double> all)
      : analysis(static_cast<float>(all[kAnalysis])),
        syntax(static_cast<float>(all[kSyntax])),
        dependency(static_cast<float>(all[kDependency])),
        broken(static_cast<float>(all[kBroken])) {}
  float analysis, syntax, dependency, broken;
};

class TreeletFuture {
 public:
  /// `distortion`: the weight of a word that is jumped over; 0 if jumps do not count.
  TreeletFuture(const TreeletWeights& weights, float distortion, TreeletEstimate estimate,
                const TreeShapes& shapes)
      : weights_(weights),
        distortion_(distortion),
        trees_(estimate == TreeletEstimate::kTrees),
        shapes_(shapes) {}

  void begin(const TranslationOptions& options, const SPhraseOptions& sphrases);

  /// The estimate for all words that are not in a set.
  struct Outside {
    std::uint64_t bits = 0;
    float phrases = 0;
    float least = 0;  ///< with the least that jumps will cost
    bool free() const { return bits == 0; }
  };
  const Outside& outside(std::uint64_t bits);
  /// What it will usually cost to attach a tree with this root; 0 if that is not estimated.
  float pending(std::uint32_t root) const;
  /// What a jump over so many words costs.
  float jump(int words) const { return distortion_ * static_cast<float>(words); }
  /// What the jumps will cost that an item makes necessary whose text begins and ends there.
  float jumps(const JumpsToCome& jumps, int begin, int end) const {
    return distortion_ == 0 ? 0 : distortion_ * static_cast<float>(jumps.of(begin, end));
  }
  float jumps(std::uint64_t bits, int begin, int end) const {
    return jumps(jumps_over(bits), begin, end);
  }
  /// The jumps of items over these words.
  JumpsToCome jumps_over(std::uint64_t bits) const { return {bits, length_}; }

 private:
  const TreeletWeights& weights_;
  float distortion_;
  bool trees_;  ///< whether what trees will cost is estimated too
  const TreeShapes& shapes_;
  int length_ = 0;
  SPhraseEstimates estimates_;
  FutureCosts costs_;
  ProbingTable<Outside> known_;
};

}  // namespace dragoman::search::treelet
