// The words of a lattice that steps of a search translate.
//
// In a sentence, the place of a step says which words it translates. In a lattice several words may
// leave a node, so that a step has to remember its own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/api/sentence.hpp"
#include "search/shared/model_parts.hpp"

namespace dragoman::search {

inline constexpr std::uint32_t kNoPath = 0xFFFFFFFF;

class LatticePaths {
 public:
  explicit LatticePaths(const ModelParts& model)
      : place_(model.layout->first(Block::kLattice)), weights_(model.weights) {}

  /// Begins a sentence, which must outlive its paths.
  void begin_sentence(const Sentence& sentence) {
    arcs_ = sentence.lattice;
    words_.clear();
    ends_.clear();
  }
  /// Whether the sentence is a lattice; otherwise there are no paths.
  bool used() const { return !arcs_.empty(); }

  /// Adds a path: numbers of words from left to right.
  std::uint32_t add(std::span<const std::uint32_t> words) {
    words_.insert(words_.end(), words.begin(), words.end());
    ends_.push_back(static_cast<std::uint32_t>(words_.size()));
    return static_cast<std::uint32_t>(ends_.size() - 1);
  }
  std::span<const std::uint32_t> operator[](std::uint32_t path) const {
    const std::uint32_t first = path == 0 ? 0 : ends_[path - 1];
    return std::span(words_).subspan(first, ends_[path] - first);
  }
  /// The node to which a word leads.
  std::uint32_t end(std::uint32_t word) const { return arcs_[word].end; }

  /// The weighted scores of a path's words.
  float score(std::uint32_t path) const {
    return place_ == FeatureLayout::kAbsent ? 0
                                            : static_cast<float>(weights_[place_] * value(path));
  }
  /// Adds the scores to a feature row; kNoPath has none.
  void explain(std::uint32_t path, float* row) const {
    if (path == kNoPath || place_ == FeatureLayout::kAbsent) return;
    row[place_] += static_cast<float>(value(path));
  }

 private:
  double value(std::uint32_t path) const {
    double sum = 0;
    for (const std::uint32_t word : (*this)[path]) sum += arcs_[word].score;
    return sum;
  }

  std::size_t place_;
  std::span<const double> weights_;
  std::span<const LatticeArc> arcs_;
  std::vector<std::uint32_t> words_, ends_;  ///< of all paths
};

}  // namespace dragoman::search
