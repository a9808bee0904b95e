#include "search/treelet/treelet_writer.hpp"

#include <utility>

#include "search/shared/rule_scores.hpp"

namespace dragoman::search::treelet {

forest::Forest TreeletWriter::write(std::uint32_t goal, bool all) {
  forest::ForestWriter writer(parts_.weights);
  numbers_.assign(items_.size(), 0);
  for (const std::uint32_t id : order(goal, all)) {
    numbers_[id] = writer.node();
    for (std::uint32_t e = items_[id].edges; e != kNoTreeletItem; e = items_.edge(e).next) {
      add_edge(writer, items_.edge(e));
      if (!all) break;
    }
    writer.end_node();
  }
  return std::move(writer).finish();
}

std::vector<std::uint32_t> TreeletWriter::order(std::uint32_t goal, bool all) const {
  struct Visit {
    std::uint32_t item, edge;
    std::size_t tail;
  };
  std::vector<bool> seen(items_.size(), false);
  std::vector<Visit> stack{{goal, items_[goal].edges, 0}};
  std::vector<std::uint32_t> order;
  seen[goal] = true;
  while (!stack.empty()) {
    Visit& visit = stack.back();
    if (visit.edge == kNoTreeletItem) {
      order.push_back(visit.item);
      stack.pop_back();
      continue;
    }
    const TreeletEdge& edge = items_.edge(visit.edge);
    if (visit.tail == edge.tails.size() || edge.tails[visit.tail] == kNoTreeletItem) {
      visit.edge = all ? edge.next : kNoTreeletItem;
      visit.tail = 0;
      continue;
    }
    const std::uint32_t tail = edge.tails[visit.tail++];
    if (seen[tail]) continue;
    seen[tail] = true;
    stack.push_back({tail, items_[tail].edges, 0});
  }
  return order;
}

void TreeletWriter::add_edge(forest::ForestWriter& writer, const TreeletEdge& edge) {
  row_.assign(parts_.layout->size(), 0);
  search_.language().explain(items_, edge,
                             row_.data() + parts_.layout->first(Block::kLanguageModels));
  float* treelets = row_.data() + parts_.layout->first(Block::kTreelets);
  treelets[kSyntax] += edge.syntax;
  treelets[kDependency] += edge.dependency;
  treelets[kBroken] -= static_cast<float>(edge.broken);
  search_.crossings().explain(edge.crossed, row_.data());
  row_[parts_.layout->first(Block::kDistortion)] -= static_cast<float>(edge.jump);
  std::int64_t rule = forest::kAdjunction;
  if (edge.step == TreeletStep::kIntroduce) {
    const SPhraseOption& sphrase = sphrases_[edge.option];
    treelets[kAnalysis] += sphrase.analysis;
    add_phrase(writer, sphrase);
    rule = forest_code(options_[sphrase.option].rule);
  } else {
    for (std::size_t k = 0; k < edge.tails.size() && edge.tails[k] != kNoTreeletItem; ++k) {
      writer.add_tail(numbers_[edge.tails[k]]);
      writer.add_tail_place(k);
    }
  }
  writer.end_edge(rule, row_);
}

void TreeletWriter::add_phrase(forest::ForestWriter& writer, const SPhraseOption& sphrase) {
  const TranslationOption& option = options_[sphrase.option];
  const auto target = options_.target(option.target);
  const RuleScores scores(parts_);
  writer.add_span(option.begin, option.end);
  for (const WordId word : target) writer.add_word(options_.words().word(word));
  if (option.from_rule()) {
    scores.explain_rule(option.rule, target.size(), row_.data());
    rule_features_.explain(option.rule, row_.data());
    for (const AlignmentPoint& point : model_.rules->alignment(option.rule)) {
      writer.add_link(option.begin + point.source, point.target);
    }
  } else {
    scores.explain_kind(option.rule, target.size(), row_.data());
    if (target.size() == 1 && option.end - option.begin == 1) writer.add_link(option.begin, 0);
  }
}

std::vector<TargetWord> TreeletWriter::analysis(std::uint32_t goal) const {
  return build(goal).words;
}

TreeletWriter::Built TreeletWriter::build(std::uint32_t item) const {
  const TreeletEdge& edge = items_.edge(items_[item].edges);
  if (edge.step == TreeletStep::kIntroduce) return introduced(edge);
  Built built = build(edge.tails[0]);
  if (edge.step == TreeletStep::kInside) attach(built, edge.tree, edge);
  if (edge.step == TreeletStep::kAdjoin) {
    const Built right = build(edge.tails[1]);
    const std::size_t offset = built.words.size(), last = built.trees.size() - 1;
    for (TargetWord word : right.words) {
      if (word.head >= 0) word.head += static_cast<std::int32_t>(offset);
      built.words.push_back(std::move(word));
    }
    for (const Built::Tree& tree : right.trees) {
      built.trees.push_back({tree.treelet + offset, tree.root + offset});
    }
    attach(built, last, edge);
  }
  return built;
}

void TreeletWriter::attach(Built& built, std::size_t left, const TreeletEdge& edge) {
  const auto first = built.trees.begin() + static_cast<std::ptrdiff_t>(left);
  const Built::Tree head = edge.head_left ? *first : *(first + 1);
  const Built::Tree modifier = edge.head_left ? *(first + 1) : *first;
  const auto word = static_cast<std::int32_t>(head.treelet + edge.site.word);
  std::uint8_t copy = edge.site.copy;
  if (edge.regular) {
    for (TargetWord& other : built.words) {
      const bool here = other.head == word && other.node == edge.site.node;
      if (here && other.copy > copy) ++other.copy;
    }
    ++copy;
  }
  TargetWord& root = built.words[modifier.root];
  root.head = word;
  root.node = edge.site.node;
  root.copy = copy;
  built.trees.erase(edge.head_left ? first + 1 : first);
}

TreeletWriter::Built TreeletWriter::introduced(const TreeletEdge& edge) const {
  Built built;
  const SPhraseOption& sphrase = sphrases_[edge.option];
  const auto target = options_.target(options_[sphrase.option].target);
  for (const std::uint32_t shape : sphrase.shapes) {
    const Treelet& treelet = shapes_.treelet(shape);
    const std::size_t first = built.words.size();
    built.trees.push_back({first, first + treelet.root});
    for (const TreeletWord& word : treelet.words) {
      const std::int32_t head = word.head < 0 ? -1 : word.head + static_cast<std::int32_t>(first);
      const std::string_view text = options_.words().word(target[built.words.size()]);
      built.words.push_back({std::string(text), model_.spine_texts[word.spine], head, word.node,
                             word.copy, word.source.first, word.source.last});
    }
  }
  return built;
}

}  // namespace dragoman::search::treelet
