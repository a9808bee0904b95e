#include "forest/target_trees.hpp"

#include <utility>

#include "common/error.hpp"
#include "forest/forest.hpp"

namespace dragoman::forest {
namespace {

/// A row of trees.
struct Row {
  std::vector<TargetWord> words;
  struct Tree {
    std::size_t treelet, root;  ///< the first word and the root of its root's treelet
  };
  std::vector<Tree> trees;
};

void append(Row& row, const std::vector<TargetWord>& words, const std::vector<Row::Tree>& trees) {
  const std::size_t offset = row.words.size();
  for (TargetWord word : words) {
    if (word.head >= 0) word.head += static_cast<std::int32_t>(offset);
    row.words.push_back(std::move(word));
  }
  for (const Row::Tree& tree : trees) {
    row.trees.push_back({tree.treelet + offset, tree.root + offset});
  }
}

/// Where the treelets of a phrase begin, and their roots.
std::vector<Row::Tree> trees_of(const TargetTreelets& words) {
  std::vector<Row::Tree> trees;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::size_t root = i;
    while (words[root].head >= 0) root = static_cast<std::size_t>(words[root].head);
    if (trees.empty() || trees.back().root != root) trees.push_back({i, root});
  }
  return trees;
}

void join(Row& row, std::size_t left, const TreeStep& step) {
  if (left + 1 >= row.trees.size()) throw ModelError("a forest joins trees that are not there");
  const auto first = row.trees.begin() + static_cast<std::ptrdiff_t>(left);
  const Row::Tree head = step.head_left ? *first : *(first + 1);
  const Row::Tree modifier = step.head_left ? *(first + 1) : *first;
  const auto word = static_cast<std::int32_t>(head.treelet + step.word);
  std::uint8_t copy = step.copy;
  if (step.regular) {
    for (TargetWord& other : row.words) {
      const bool here = other.head == word && other.node == step.node;
      if (here && other.copy > copy) ++other.copy;
    }
    ++copy;
  }
  TargetWord& root = row.words[modifier.root];
  root.head = word;
  root.node = step.node;
  root.copy = copy;
  row.trees.erase(step.head_left ? first + 1 : first);
}

}  // namespace

std::vector<TargetWord> target_words(const Forest& derivation) {
  if (derivation.tree_steps.empty()) return {};
  std::vector<Row> rows(derivation.nodes());
  for (EdgeId e = 0; e < derivation.edges(); ++e) {
    const TreeStep& step = derivation.tree_steps[e];
    Row row;
    if (step.kind == TreeStep::Kind::kPhrase) {
      const TargetTreelets& phrase = derivation.target_treelets->at(step.phrase);
      append(row, phrase, trees_of(phrase));
    }
    for (const NodeId tail : derivation.tails_of(e)) {
      append(row, rows[tail].words, rows[tail].trees);
      rows[tail] = {};
    }
    if (step.kind == TreeStep::Kind::kJoin) join(row, step.tree, step);
    rows[derivation.head[e]] = std::move(row);
  }
  return std::move(rows.back().words);
}

}  // namespace dragoman::forest
