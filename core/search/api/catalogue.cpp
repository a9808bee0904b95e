#include "search/api/catalogue.hpp"

#include <algorithm>
#include <array>

#include "common/error.hpp"

namespace dragoman::search {
namespace {

constexpr std::string_view kTranslation = "translation", kLanguage = "language model",
                           kReordering = "reordering", kPenalties = "penalties";
constexpr std::string_view kKoehn = "Koehn, Och & Marcu 2003", kGalley = "Galley & Manning 2010",
                           kCherry = "Cherry 2008", kBach = "Bach, Vogel & Cherry 2009",
                           kKoehn2005 = "Koehn et al. 2005", kChiang = "Chiang 2007",
                           kCarreras = "Carreras & Collins 2009", kMarton = "Marton & Resnik 2008";

constexpr std::array kCatalogue = {
    FeatureDeclaration{Block::kLanguageModels, "lm", kLanguage, 0.5,
                       "log probability of the translation; lm2, lm3, ... for further models",
                       "Chen & Goodman 1999"},
    FeatureDeclaration{Block::kColumns, "phrase_inverse", kTranslation, 0.2,
                       "log p(source phrase | target phrase)", kKoehn},
    FeatureDeclaration{Block::kColumns, "lexical_inverse", kTranslation, 0.2,
                       "log of the source words' probabilities given the target words", kKoehn},
    FeatureDeclaration{Block::kColumns, "phrase_direct", kTranslation, 0.2,
                       "log p(target phrase | source phrase)", kKoehn},
    FeatureDeclaration{Block::kColumns, "lexical_direct", kTranslation, 0.2,
                       "log of the target words' probabilities given the source words", kKoehn},
    FeatureDeclaration{Block::kColumns, "count.log", kTranslation, 0.05,
                       "log of how often the rule was seen (count_feature)", "Dragoman"},
    FeatureDeclaration{Block::kColumns, "count.once", kTranslation, 0.1,
                       "-1 for every rule seen once (count_feature)", "Moses"},
    FeatureDeclaration{Block::kColumns, "count.twice", kTranslation, 0.05,
                       "-1 for every rule seen twice (count_feature)", "Moses"},
    FeatureDeclaration{Block::kColumns, "count.few", kTranslation, 0.02,
                       "-1 for every rule seen 3 to 9 times (count_feature)", "Moses"},
    FeatureDeclaration{Block::kColumns, "count.gapped_once", kTranslation, 0.2,
                       "-1 for every rule with a gap seen once (count_feature)", "Dragoman"},
    FeatureDeclaration{Block::kPenalties, "phrase_penalty", kPenalties, 0.2, "1 for every phrase",
                       kKoehn},
    FeatureDeclaration{Block::kPenalties, "word_penalty", kPenalties, -1.0,
                       "minus the number of target words", kKoehn},
    FeatureDeclaration{Block::kPenalties, "unknown", kPenalties, 1.0,
                       "-100 for every word that no rule translates", "Moses"},
    FeatureDeclaration{Block::kDistortion, "distortion", kReordering, 0.3,
                       "minus the source words jumped over between one phrase and the next",
                       kKoehn},
    FeatureDeclaration{Block::kReordering, "reordering.backward.monotone", kReordering, 0.3,
                       "log probability that a phrase follows its predecessor in order",
                       kKoehn2005},
    FeatureDeclaration{Block::kReordering, "reordering.backward.swap", kReordering, 0.3,
                       "log probability that a phrase swaps with its predecessor", kKoehn2005},
    FeatureDeclaration{Block::kReordering, "reordering.backward.discontinuous", kReordering, 0.3,
                       "log probability that a phrase lies apart from its predecessor", kKoehn2005},
    FeatureDeclaration{Block::kReordering, "reordering.forward.monotone", kReordering, 0.3,
                       "log probability that the next phrase follows in order", kKoehn2005},
    FeatureDeclaration{Block::kReordering, "reordering.forward.swap", kReordering, 0.3,
                       "log probability that the next phrase swaps with this one", kKoehn2005},
    FeatureDeclaration{Block::kReordering, "reordering.forward.discontinuous", kReordering, 0.3,
                       "log probability that the next phrase lies apart from this one", kKoehn2005},
    FeatureDeclaration{Block::kCohesion, "coh1", kReordering, 0.1,
                       "-1 for every phrase that interrupts the last phrase's subtrees", kCherry},
    FeatureDeclaration{Block::kCohesion, "coh2", kReordering, 0.1,
                       "-1 for every phrase that interrupts any open subtree", kBach},
    FeatureDeclaration{Block::kCohesion, "coh3", kReordering, 0.1,
                       "minus the untranslated words of the subtrees that coh1 finds interrupted",
                       kBach},
    FeatureDeclaration{Block::kCohesion, "coh4", kReordering, 0.1,
                       "minus the untranslated words of the subtrees that coh2 finds interrupted",
                       kBach},
    FeatureDeclaration{Block::kCohesion, "coh5.interruption", kReordering, 0.1,
                       "as coh1, one of the four parts of Coh5", kBach},
    FeatureDeclaration{Block::kCohesion, "coh5.count", kReordering, 0.1, "as coh3", kBach},
    FeatureDeclaration{Block::kCohesion, "coh5.verbs", kReordering, 0.1,
                       "minus the verbs among the words of coh5.count", kBach},
    FeatureDeclaration{Block::kCohesion, "coh5.nouns", kReordering, 0.1,
                       "minus the nouns among the words of coh5.count", kBach},
    FeatureDeclaration{Block::kGaps, "gaps.distortion", kReordering, 0.1,
                       "minus the words jumped over within phrases: those in source gaps, or from "
                       "piece to piece in target order (gap_distortion)",
                       kGalley},
    FeatureDeclaration{Block::kGaps, "gaps.target_length", kReordering, 0.1,
                       "minus the words in target gaps", kGalley},
    FeatureDeclaration{Block::kGaps, "gaps.crossing", kReordering, 0.1,
                       "minus the phrases in cross-serial or bonbon configurations, each once",
                       kGalley},
    FeatureDeclaration{Block::kGaps, "gaps.cross_serial", kReordering, 0.1,
                       "minus the phrases in cross-serial configurations", kGalley},
    FeatureDeclaration{Block::kGaps, "gaps.bonbon", kReordering, 0.1,
                       "minus the phrases in bonbon configurations", kGalley},
    FeatureDeclaration{Block::kGaps, "gaps.source", kReordering, 0.1, "minus the source gaps",
                       "Dragoman"},
    FeatureDeclaration{Block::kGaps, "gaps.target", kReordering, 0.1, "minus the target gaps",
                       "Dragoman"},
    FeatureDeclaration{Block::kGaps, "gaps.subtree", kReordering, -0.1,
                       "minus the source gaps whose words are a subtree of the source's tree",
                       kMarton},
    FeatureDeclaration{Block::kGaps, "gaps.cross_subtree", kReordering, 0.1,
                       "minus the source gaps that have a part of a subtree, and other words",
                       kMarton},
    FeatureDeclaration{
        Block::kCrossings, "coh.crossing", kReordering, 0.1,
        "minus the subtrees that the span of a hierarchical rule or a pi-constituent crosses",
        kMarton},
    FeatureDeclaration{Block::kLattice, "lattice", kTranslation, 0.1,
                       "the scores of the words of a lattice that are translated",
                       "Dyer, Muresan & Resnik 2008"},
    FeatureDeclaration{Block::kArity, "arity.0", kPenalties, -0.1,
                       "1 for every rule without non-terminals", kChiang},
    FeatureDeclaration{Block::kArity, "arity.1", kPenalties, -0.1,
                       "1 for every rule with one non-terminal", kChiang},
    FeatureDeclaration{Block::kArity, "arity.2", kPenalties, -0.1,
                       "1 for every rule with two non-terminals", kChiang},
    FeatureDeclaration{Block::kGlue, "glue", kReordering, 0.2,
                       "1 for every part that glue appends to the translation", kChiang},
    FeatureDeclaration{Block::kTreelets, "treelet.analysis", kTranslation, 0.1,
                       "log p(treelets | source phrase, target phrase)", kCarreras},
    FeatureDeclaration{Block::kTreelets, "treelet.syntax", kLanguage, 0.1,
                       "log probability of the target tree in the syntactic language model",
                       kCarreras},
    FeatureDeclaration{Block::kTreelets, "treelet.dependency", kReordering, 0.2,
                       "log probability of the dependencies that join treelets, given the source",
                       kCarreras},
    FeatureDeclaration{Block::kTreelets, "treelet.broken", kReordering, 1.0,
                       "minus the pi-constituents that are not contiguous in the source",
                       kCarreras},
    FeatureDeclaration{Block::kOperations, "osm", kReordering, 0.1,
                       "log probability of the sequence of operations that generates both sides",
                       "Durrani et al. 2013"},
};

}  // namespace

std::span<const FeatureDeclaration> catalogue() { return kCatalogue; }

std::vector<std::string> names_of(Block block) {
  std::vector<std::string> names;
  for (const FeatureDeclaration& feature : kCatalogue) {
    if (feature.block == block) names.emplace_back(feature.name);
  }
  return names;
}

std::size_t place_in(Block block, std::string_view name) {
  const std::vector<std::string> names = names_of(block);
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  std::string all;
  for (const std::string& one : names) all += (all.empty() ? "" : ", ") + one;
  throw ConfigError("there is no feature '" + std::string(name) + "' among " + all);
}

std::vector<std::string> language_model_names(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= count; ++i) {
    names.push_back(i == 1 ? "lm" : "lm" + std::to_string(i));
  }
  return names;
}

}  // namespace dragoman::search
