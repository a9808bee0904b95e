// The arrays of the models of target trees: opened, and a tree and its dependencies scored with
// them.
#include <span>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "grammar/treelet/dependency_model.hpp"
#include "grammar/treelet/source_clauses.hpp"
#include "grammar/treelet/syntactic_model.hpp"

namespace fuzz {

using namespace dragoman::treelet;

namespace {

HashedTable<Counts> table_of(const Arrays& arrays, const std::string& name) {
  return {arrays.get<std::uint64_t>(name + ".keys"), arrays.get<Counts>(name + ".values")};
}

/// "the house is small" with its spines, as in syntax_artifacts.py.
struct Tree {
  std::vector<Spine> inventory = {spine_of("DT"), spine_of("NN NP"), spine_of("VBZ VP S"),
                                  spine_of("JJ ADJP")};
  std::vector<Name> words = {name_of("the"), name_of("house"), name_of("is"), name_of("small")};
  std::vector<SpineId> spines = {0, 1, 2, 3};
  std::vector<std::int32_t> heads = {1, 2, kNoHead, 2};
  std::vector<std::uint8_t> nodes = {0, 1, 0, 0};
  std::vector<std::uint8_t> copies = {0, 0, 0, 0};

  AnalysedSentence sentence() const {
    return {words, inventory, Derivation{spines, heads, nodes, copies}};
  }
};

void score(const DependencyModel& model, const Tree& tree) {
  const std::vector<Name> tags = {name_of("DET"), name_of("NOUN"), name_of("AUX"), name_of("ADJ")};
  const std::vector<std::int32_t> heads = {1, 3, 3, -1};
  LabelledWords labelled;
  const std::vector<Relation> relations = {relation_of("det"), relation_of("nsubj"),
                                           relation_of("cop"), relation_of("root")};
  labelled.add(relations, heads);
  const SourceSentence source{4, tags, heads, labelled.labels, labelled.clauses};
  for (std::uint16_t word = 0; word + 1 < 4; ++word) {
    const auto next = static_cast<std::uint16_t>(word + 1);
    const Gamma gamma{{&tree.inventory[word], tree.words[word]},
                      {&tree.inventory[next], tree.words[next]},
                      {word, word},
                      {next, next},
                      Side::kLeft};
    model.score(gamma, source);
  }
}

}  // namespace

void use(const Arrays& arrays) {
  static const Tree tree;
  const auto numbers = arrays.get<std::uint32_t>("outcomes");
  Outcomes outcomes{};
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (i >= numbers.size() || numbers[i] == 0) throw dragoman::ModelError("no outcomes");
    outcomes[i] = numbers[i];  // settings, which Python checks
  }
  SyntacticModel(table_of(arrays, "syntax"), outcomes).score(tree.sentence());
  if (const auto weights = arrays.get<float>("dependencies.weights"); !weights.empty()) {
    GammaTemplates wanted;
    wanted.add(GammaTemplate::kClause);
    wanted.add(GammaTemplate::kRole);
    score(LogLinearDependencies(weights, wanted), tree);
  } else {
    score(BackedOffDependencies(table_of(arrays, "dependencies")), tree);
  }
}

}  // namespace fuzz
