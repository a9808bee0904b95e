// The first items of the treelet search: s-phrases, alone or with source words beside them that are
// given no translation.
#include <algorithm>
#include <bit>

#include "search/treelet/treelet_search.hpp"

namespace dragoman::search::treelet {

void TreeletSearch::introduce(std::uint32_t number) {
  const SPhraseOption& sphrase = (*sphrases_)[number];
  const TranslationOption& option = (*options_)[sphrase.option];
  TreeletItem item;
  item.bits = sphrase.bits;
  item.unclaimed = sphrase.unclaimed;
  if (settings_.distortion) {
    item.begin = static_cast<std::uint8_t>(option.begin);
    item.end = static_cast<std::uint8_t>(option.end);
  }
  row_.clear();
  for (const std::uint32_t shape : sphrase.shapes) {
    row_.push_back({shape, shapes_.treelet(shape).coverage});
  }
  const auto places = demands_.phrase(option);
  if (places.empty()) return;
  const auto custom = custom_.look_up(alone(number));
  item.custom = custom.state;
  item.cohesion = cohesion_.phrase(option.begin, option.end);
  TreeletEdge edge{TreeletStep::kIntroduce};
  edge.option = number;
  edge.syntax = sphrase.syntax;
  edge.score = option.score + weights_.analysis * sphrase.analysis +
               weights_.syntax * sphrase.syntax + custom.score +
               language_.phrase(option, item.ends);
  for (const std::uint32_t shape : sphrase.shapes)
    item.pending += future_.pending(shapes_.root_number(shape));
  const float future = future_.outside(item.bits).phrases + item.pending -
                       future_.jumps(item.bits, item.begin, item.end);
  for (const std::uint32_t held : places) {
    item.held = held;
    WaitingItems& queue = this->queue(option.end - option.begin, row_.size(), held);
    if (queue.hopeless(item.bits, edge.score + future)) continue;
    const std::uint32_t made = offer(item, row_, edge, queue, future);
    if (made == kNoTreeletItem || sphrases_->dropped().empty()) continue;
    drop_behind(made, option.end);
    drop_before(made, option.begin, option.end);
  }
}

void TreeletSearch::drop_behind(std::uint32_t item, std::size_t end) {
  for (const std::uint32_t number : sphrases_->dropped()) {
    if ((*options_)[number].begin != end) continue;
    const std::uint32_t made = drop(item, number, false);
    if (made != kNoTreeletItem) drop_behind(made, (*options_)[number].end);
  }
}

void TreeletSearch::drop_before(std::uint32_t item, std::size_t begin, std::size_t end) {
  for (const std::uint32_t number : sphrases_->dropped()) {
    const TranslationOption& option = (*options_)[number];
    if (option.end != begin) continue;
    const std::uint32_t made = drop(item, number, option.begin > 0);
    if (made == kNoTreeletItem) continue;
    if (option.begin > 0) {
      drop_before(made, option.begin, end);
    } else {
      drop_behind(made, end);
    }
  }
}

std::uint32_t TreeletSearch::drop(std::uint32_t id, std::uint32_t number, bool unfinished) {
  const TranslationOption& option = (*options_)[number];
  TreeletItem made = items_[id];
  const auto custom = custom_.look_up(dropping(id, number));
  made.custom = custom.state;
  float of_order = 0;
  if (cohesion_.used()) {
    const auto& joined = cohesion_.join(made.cohesion, cohesion_.phrase(option.begin, option.end));
    if (!joined.allowed) return kNoTreeletItem;
    made.cohesion = joined.sequence;
    of_order = joined.score;
  }
  made.joined = unfinished ? kUnfinished : 0;
  for (std::uint32_t i = option.begin; i < option.end; ++i) made.bits |= std::uint64_t{1} << i;
  made.unclaimed |= made.bits & ~items_[id].bits;
  if (settings_.distortion) {
    made.begin = std::min(made.begin, static_cast<std::uint8_t>(option.begin));
    made.end = std::max(made.end, static_cast<std::uint8_t>(option.end));
  }
  TreeletEdge edge{TreeletStep::kDrop};
  edge.option = number;
  edge.tails[0] = id;
  edge.score = items_[id].score + option.score + custom.score + of_order;
  const auto trees = items_.trees(id);
  row_.assign(trees.begin(), trees.end());
  if (unfinished) {
    made.score = edge.score;
    return items_.add(made, row_, edge).item;
  }
  const auto covered = static_cast<std::size_t>(std::popcount(made.bits));
  const float future = future_.outside(made.bits).phrases + made.pending -
                       future_.jumps(made.bits, made.begin, made.end);
  return offer(made, row_, edge, queue(covered, row_.size(), made.held), future);
}

}  // namespace dragoman::search::treelet
