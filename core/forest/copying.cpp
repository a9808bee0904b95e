#include "forest/copying.hpp"

namespace dragoman::forest {
namespace {

/// Appends `values`, and the position of their end.
template <typename T>
void append(std::vector<T>& to, std::vector<std::uint32_t>& first, std::span<const T> values) {
  to.insert(to.end(), values.begin(), values.end());
  first.push_back(static_cast<std::uint32_t>(to.size()));
}

}  // namespace

Forest empty_like(const Forest& whole) {
  Forest empty;
  empty.feature_count = whole.feature_count;
  empty.words = whole.words;
  empty.target_treelets = whole.target_treelets;
  return empty;
}

Forest begun_like(const Forest& whole) {
  Forest begun = empty_like(whole);
  begun.node_edges = begun.tail_first = begun.span_first = {0};
  begun.symbol_first = begun.link_first = {0};
  return begun;
}

void append_edge(const Forest& whole, EdgeId e, NodeId head, std::span<const NodeId> tails,
                 Forest& kept) {
  kept.head.push_back(head);
  append(kept.tails, kept.tail_first, tails);
  kept.rule.push_back(whole.rule[e]);
  kept.score.push_back(whole.score[e]);
  kept.later.push_back(whole.later[e]);
  append(kept.spans, kept.span_first, whole.spans_of(e));
  append(kept.symbols, kept.symbol_first, whole.symbols_of(e));
  append(kept.links, kept.link_first, whole.links_of(e));
  const auto features = whole.features_of(e);
  kept.features.insert(kept.features.end(), features.begin(), features.end());
  if (!whole.tree_steps.empty()) kept.tree_steps.push_back(whole.tree_steps[e]);
}

}  // namespace dragoman::forest
