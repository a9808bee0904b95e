#include "search/treelet/treelet_writer.hpp"

#include <string>
#include <utility>

#include "search/shared/rule_scores.hpp"

namespace dragoman::search::treelet {

forest::Forest TreeletWriter::write(std::uint32_t goal, bool all) {
  forest::ForestWriter writer(parts_.weights);
  numbers_.assign(items_.size(), 0);
  phrases_.clear();
  phrase_numbers_.clear();
  for (const std::uint32_t id : order(goal, all)) {
    numbers_[id] = writer.node();
    for (std::uint32_t e = items_[id].edges; e != kNoTreeletItem; e = items_.edge(e).next) {
      add_edge(writer, items_.edge(e));
      if (!all) break;
    }
    writer.end_node();
  }
  writer.set_target_treelets(std::move(phrases_));
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
  search_.explain(edge, row_.data());
  std::int64_t rule = forest::kAdjunction;
  if (edge.step == TreeletStep::kIntroduce) {
    const SPhraseOption& sphrase = sphrases_[edge.option];
    row_[parts_.layout->first(Block::kTreelets) + kAnalysis] += sphrase.analysis;
    add_phrase(writer, options_[sphrase.option]);
    rule = forest_code(options_[sphrase.option].rule);
  } else {
    if (edge.step == TreeletStep::kDrop) {
      add_phrase(writer, options_[edge.option]);
      rule = forest_code(options_[edge.option].rule);
    }
    for (std::size_t k = 0; k < edge.tails.size() && edge.tails[k] != kNoTreeletItem; ++k) {
      writer.add_tail(numbers_[edge.tails[k]]);
      writer.add_tail_place(k);
    }
  }
  writer.add_tree_step(tree_step(edge));
  writer.end_edge(rule, row_);
}

void TreeletWriter::add_phrase(forest::ForestWriter& writer, const TranslationOption& option) {
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

forest::TreeStep TreeletWriter::tree_step(const TreeletEdge& edge) {
  using Kind = forest::TreeStep::Kind;
  forest::TreeStep step;
  if (edge.step == TreeletStep::kIntroduce) {
    const auto [entry, fresh] =
        phrase_numbers_.try_emplace(edge.option, static_cast<std::uint32_t>(phrases_.size()));
    if (fresh) phrases_.push_back(treelets(sphrases_[edge.option]));
    step.kind = Kind::kPhrase;
    step.phrase = entry->second;
  } else if (edge.step == TreeletStep::kAdjoin || edge.step == TreeletStep::kInside) {
    const bool inside = edge.step == TreeletStep::kInside;
    step.kind = Kind::kJoin;
    step.tree = inside ? edge.tree : static_cast<std::uint8_t>(items_[edge.tails[0]].trees - 1);
    step.head_left = edge.head_left;
    step.regular = edge.regular;
    step.word = edge.site.word;
    step.node = edge.site.node;
    step.copy = edge.site.copy;
  }
  return step;
}

forest::TargetTreelets TreeletWriter::treelets(const SPhraseOption& sphrase) const {
  forest::TargetTreelets words;
  const auto target = options_.target(options_[sphrase.option].target);
  for (const std::uint32_t shape : sphrase.shapes) {
    const auto first = static_cast<std::int32_t>(words.size());
    for (const TreeletWord& word : shapes_.treelet(shape).words) {
      const std::string_view text = options_.words().word(target[words.size()]);
      words.push_back({std::string(text), model_.spine_texts[word.spine],
                       word.head < 0 ? -1 : word.head + first, word.node, word.copy,
                       word.source.first, word.source.last});
    }
  }
  return words;
}

}  // namespace dragoman::search::treelet
