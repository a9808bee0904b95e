#include "grammar/treelet/source_clauses.hpp"

#include <algorithm>
#include <array>

namespace dragoman::treelet {
namespace {

constexpr std::string_view kConjunct = "conj";
constexpr std::array<std::string_view, 13> kClauses = {
    "csubj", "csubjpass", "ccomp",   "xcomp",  "pcomp",  "advcl",    "acl",
    "relcl", "rcmod",     "partmod", "infmod", "purpcl", "parataxis"};

/// A sentence's words with their relations and heads. Heads must form a forest.
struct Words {
  std::span<const Relation> relations;
  std::span<const std::int32_t> heads;

  std::size_t above(std::size_t word) const { return static_cast<std::size_t>(heads[word]); }
  bool heads_clause(std::size_t word) const {
    while (relations[word].kind == RelationKind::kConjunct && heads[word] >= 0) word = above(word);
    return heads[word] < 0 || relations[word].kind == RelationKind::kClause;
  }
  std::int32_t clause(std::size_t word) const {
    while (!heads_clause(word)) word = above(word);
    return static_cast<std::int32_t>(word);
  }
};

}  // namespace

Relation relation_of(std::string_view label) {
  const std::string_view base = label.substr(0, label.find(':'));
  RelationKind kind = RelationKind::kOther;
  if (base == kConjunct) kind = RelationKind::kConjunct;
  if (std::ranges::find(kClauses, base) != kClauses.end()) kind = RelationKind::kClause;
  return {label.empty() ? kNoName : name_of(label), kind};
}

void LabelledWords::add(std::span<const Relation> relations, std::span<const std::int32_t> heads) {
  const Words words{relations, heads};
  const bool known = std::ranges::any_of(
      relations, [](const Relation& relation) { return relation.name != kNoName; });
  for (std::size_t word = 0; word < relations.size(); ++word) {
    labels.push_back(relations[word].name);
    clauses.push_back(known ? words.clause(word) : kNoClause);
  }
}

}  // namespace dragoman::treelet
