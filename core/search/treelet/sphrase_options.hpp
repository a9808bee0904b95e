// The s-phrases of a sentence: its translation options with each of their analyses.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "search/options/translation_options.hpp"
#include "search/treelet/chosen_phrases.hpp"
#include "search/treelet/tree_shapes.hpp"
#include "search/treelet/treelet_model.hpp"

namespace dragoman::search::treelet {

struct SPhraseOption {
  std::uint32_t option;               ///< number in TranslationOptions
  std::uint64_t bits;                 ///< source words
  std::uint64_t unclaimed;            ///< those that no treelet claims
  float analysis;                     ///< log P(treelets | source, target)
  float syntax;                       ///< of the adjunctions inside
  std::vector<std::uint32_t> shapes;  ///< of the treelets, from left to right
};

class SPhraseOptions {
 public:
  SPhraseOptions(const TreeletModel& model, TreeShapes& shapes) : model_(model), shapes_(shapes) {}

  /// Replaces everything by the s-phrases of a sentence's options. `tags` are those of the source
  /// words; there may be none. `only`: those of other phrases are left; null: of none.
  void collect(const TranslationOptions& options, std::span<const std::string> tags,
               const ChosenPhrases* only = nullptr);

  const SPhraseOption& operator[](std::size_t number) const { return options_[number]; }
  std::size_t size() const { return options_.size(); }
  /// Options without words, by their numbers. They have no trees.
  std::span<const std::uint32_t> dropped() const { return dropped_; }

 private:
  void add_analyses(const TranslationOptions& options, std::uint32_t number);
  void add_usual(const TranslationOptions& options, std::uint32_t number, const std::string& tag);
  void add(const TranslationOption& option, std::uint32_t number, std::vector<TreeletWord> words,
           double analysis);
  dragoman::treelet::Lexeme lexeme(std::uint32_t spine, std::string_view word) const {
    return {&model_.spines[spine], dragoman::treelet::name_of(word)};
  }

  const TreeletModel& model_;
  TreeShapes& shapes_;
  std::vector<SPhraseOption> options_;
  std::vector<std::uint32_t> dropped_;
};

}  // namespace dragoman::search::treelet
