#include "search/treelet/treelet_search.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <unordered_map>
#include <utility>

#include "common/hash.hpp"
#include "search/treelet/jumps.hpp"

namespace dragoman::search {
namespace {

std::uint64_t all_bits(std::size_t length) {
  return length >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << length) - 1;
}

/// Whether a set of positions has more than so many contiguous pieces.
bool more_blocks(std::uint64_t bits, std::size_t most) {
  for (; most > 0; --most) bits &= bits + (bits & -bits);  // takes the first piece away
  return bits != 0;
}

}  // namespace

TreeletSearch::TreeletSearch(const TreeletModel& model, const ModelParts& parts, TreeShapes& shapes)
    : model_(model),
      weights_(parts.layout->of(Block::kTreelets, parts.weights)),
      distortion_(model.settings.distortion
                      ? static_cast<float>(parts.weights[parts.layout->first(Block::kDistortion)])
                      : 0),
      shapes_(shapes),
      items_(model.language_models.size()),
      language_(model.language_models, parts.layout->of(Block::kLanguageModels, parts.weights)),
      attachments_(model, weights_.syntax, weights_.dependency, shapes),
      crossings_(parts),
      future_(weights_, distortion_, shapes),
      states_(model.language_models.size()) {}

std::uint32_t TreeletSearch::run(const TranslationOptions& options, const SPhraseOptions& sphrases,
                                 const treelet::SourceSentence& source, Effort& effort) {
  options_ = &options;
  sphrases_ = &sphrases;
  language_.begin(options, sphrases);
  attachments_.begin(source);
  crossings_.reset(source.heads);
  length_ = options.sentence_length();
  beam_ = model_.settings.beam;
  goal_ = kNoTreeletItem;
  items_.clear();
  heads_.clear();
  closed_.clear();
  rows_.clear();
  queues_.clear();
  queues_.resize(length_ + 1);
  future_.begin(options, sphrases);
  for (std::uint32_t i = 0; i < sphrases.size(); ++i) introduce(i);
  for (std::size_t covered = 1; covered <= length_; ++covered) {
    beam_ = beam_ == 0 ? 0 : effort.allow(model_.settings.beam, length_ - covered + 1, 1);
    work_ = 0;
    auto& queues = queues_[covered];
    // Joining the trees of an item makes items with fewer trees, which come later.
    for (std::size_t trees = queues.size(); trees-- > 0;) {
      if (queues[trees] == nullptr) continue;
      const auto taken = queues[trees]->best(items_, beam_);
      for (const Group& group : grouped(taken, trees)) expand(group);
      queues[trees].reset();
    }
    effort.spend(work_, std::max<std::size_t>(beam_, 1));
  }
  finish();
  return goal_;
}

void TreeletSearch::introduce(std::uint32_t number) {
  const SPhraseOption& sphrase = (*sphrases_)[number];
  const TranslationOption& option = (*options_)[sphrase.option];
  TreeletItem item;
  item.bits = sphrase.bits;
  item.unclaimed = sphrase.unclaimed;
  if (model_.settings.distortion) {
    item.begin = static_cast<std::uint8_t>(option.begin);
    item.end = static_cast<std::uint8_t>(option.end);
  }
  row_.clear();
  for (const std::uint32_t shape : sphrase.shapes) {
    row_.push_back({shape, shapes_.treelet(shape).coverage});
  }
  TreeletEdge edge{TreeletStep::kIntroduce};
  edge.option = number;
  edge.syntax = sphrase.syntax;
  edge.score = option.score + weights_.analysis * sphrase.analysis +
               weights_.syntax * sphrase.syntax + language_.phrase(option, states_);
  for (const std::uint32_t shape : sphrase.shapes)
    item.pending += future_.pending(shapes_.root_number(shape));
  WaitingItems& queue = this->queue(option.end - option.begin, row_.size());
  const float future = future_.outside(item.bits).phrases + item.pending -
                       future_.jumps(item.bits, item.begin, item.end);
  if (!queue.hopeless(item.bits, edge.score + future))
    offer(item, row_, states_, edge, queue, future);
}

WaitingItems& TreeletSearch::queue(std::size_t covered, std::size_t trees) {
  auto& queues = queues_[covered];
  if (queues.size() <= trees) queues.resize(trees + 1);
  auto& found = queues[trees];
  if (found == nullptr) found = std::make_unique<WaitingItems>(model_.settings, length_, trees);
  return *found;
}

void TreeletSearch::offer(TreeletItem& item, std::span<const PartialTree> trees,
                          const States& states, const TreeletEdge& edge, WaitingItems& queue,
                          float future) {
  item.score = edge.score;
  if (item.bits == all_bits(length_)) {
    // The context of the first and last words is known now, and may change the order of the items.
    future += language_.ends(states);
    if (queue.hopeless(item.bits, item.score + future)) return;
  }
  std::uint64_t text = hash_combine(item.bits, std::uint64_t{item.begin} << 8 | item.end);
  for (const lm::ChartState& state : states) text = hash_combine(text, state.hash());
  const auto added = items_.add(item, trees, states.data(), edge);
  if (added.fresh) queue.add(added.item, item.bits, text, item.score, future);
}

TreeletSearch::Groups TreeletSearch::grouped(std::span<const std::uint32_t> items,
                                             std::size_t trees) const {
  Groups groups;
  std::unordered_map<std::uint64_t, std::size_t> numbers;
  for (const std::uint32_t id : items) {
    const std::uint64_t bits = items_[id].bits;
    const auto [entry, added] = numbers.try_emplace(bits, groups.size());
    const auto covered = static_cast<std::size_t>(std::popcount(bits));
    if (added) groups.push_back({bits, covered, trees, {}});
    groups[entry->second].items.push_back(id);
  }
  return groups;
}

void TreeletSearch::join(const Group& mine, const Groups& others) {
  if (mine.items.empty()) return;
  const std::size_t most = model_.settings.max_blocks, most_trees = model_.settings.max_trees;
  for (const Group& group : others) {
    const std::uint64_t both = mine.bits | group.bits;
    // An s-phrase may have more trees, which other words then join one by one.
    const bool rows = mine.trees > 1 && group.trees > 1;
    if (rows && most_trees > 0 && mine.trees + group.trees - 1 > most_trees) continue;
    if ((mine.bits & group.bits) != 0 || (most > 0 && more_blocks(both, most))) continue;
    WaitingItems& queue = this->queue(mine.covered + group.covered, mine.trees + group.trees - 1);
    const auto [_, future, least] = future_.outside(both);
    Place place{queue, both, future, queue.bound(both)};
    const auto hopeless = [&](std::uint32_t one, std::uint32_t other) {
      const TreeletItem &a = items_[one], &b = items_[other];
      return a.score + a.pending + b.score + b.pending + least < place.bound;
    };
    // Joining seldom adds to the scores, so pairs that are hopeless already are left.
    for (const std::uint32_t one : mine.items) {
      if (hopeless(one, group.items.front())) break;
      for (const std::uint32_t other : group.items) {
        if (hopeless(one, other)) break;
        adjoin(one, other, place);
        adjoin(other, one, place);
      }
    }
  }
}

void TreeletSearch::expand(const Group& group) {
  if (group.trees > 1) {
    for (const std::uint32_t id : group.items) join_inside(id);
    join(group, heads_);
    join(group, closed_);
    join(group, rows_);
    rows_.push_back(group);
    return;
  }
  join(group, closed_);
  join(group, rows_);
  Group heads{group.bits, group.covered, 1, {}}, closed = heads;
  for (const std::uint32_t id : group.items) {
    const std::uint32_t shape = items_.trees(id).front().shape;
    if (!shapes_.sites(shape, Side::kLeft).empty()) heads.items.push_back(id);
    bool fresh = false;
    const std::uint32_t made = close(id, fresh);
    if (made != kNoTreeletItem && fresh) closed.items.push_back(made);
  }
  if (!heads.items.empty()) heads_.push_back(std::move(heads));
  join(closed, heads_);
  join(closed, rows_);
  if (!closed.items.empty()) closed_.push_back(std::move(closed));
}

bool TreeletSearch::closable(const PartialTree& tree, std::uint64_t unclaimed, TreeletEdge& edge) {
  edge.crossed = crossings_.count(tree.coverage);
  if ((holes(tree.coverage) & ~unclaimed) == 0) return true;
  if (model_.settings.constituents == Constituents::kSoft) ++edge.broken;
  return model_.settings.constituents != Constituents::kHard;
}

std::uint32_t TreeletSearch::close(std::uint32_t id, bool& fresh) {
  const TreeletItem& item = items_[id];
  const PartialTree tree = items_.trees(id).front();
  TreeletEdge edge{TreeletStep::kClose};
  if (!closable(tree, item.unclaimed, edge)) return kNoTreeletItem;
  edge.tails[0] = id;
  edge.score = item.score - cost(edge);
  TreeletItem made;
  made.bits = item.bits;
  made.unclaimed = item.unclaimed;
  made.begin = item.begin;
  made.end = item.end;
  const PartialTree kept{0, tree.coverage};
  made.closed = true;
  made.score = edge.score;
  made.pending = item.pending;
  made.root = shapes_.root_number(tree.shape);
  std::copy_n(items_.states(id), states_.size(), states_.begin());
  const auto added = items_.add(made, {&kept, 1}, states_.data(), edge);
  fresh = added.fresh;
  return added.item;
}

void TreeletSearch::adjoin(std::uint32_t left, std::uint32_t right, Place& place) {
  const std::uint8_t jump = this->jump(left, right);
  const float together = items_[left].score + items_[right].score - distortion_ * jump;
  const float outside =
      place.outside - future_.jumps(place.bits, items_[left].begin, items_[right].end);
  const float waiting = items_[left].pending + items_[right].pending;
  if (together + waiting + outside < place.bound) return;
  ++work_;
  float seam = 0;
  bool scored = false;
  for (const bool head_left : {true, false}) {
    const std::uint32_t head = head_left ? left : right, other = head_left ? right : left;
    if (items_[head].closed) continue;
    const bool alone = items_[other].trees == 1;
    if (alone && !items_[other].closed) continue;
    const Side side = head_left ? Side::kRight : Side::kLeft;
    const PartialTree tree = head_left ? items_.trees(head).back() : items_.trees(head).front();
    if (shapes_.sites(tree.shape, side).empty()) continue;
    const PartialTree modifier =
        head_left ? items_.trees(other).front() : items_.trees(other).back();
    TreeletEdge edge{TreeletStep::kAdjoin};
    if (!alone && !closable(modifier, items_[other].unclaimed, edge)) continue;
    const std::uint32_t root = alone ? items_[other].root : shapes_.root_number(modifier.shape);
    if (!scored) seam = language_.seam(items_.states(left), items_.states(right), states_);
    scored = true;
    const float base = together + seam - cost(edge);
    if (base + waiting + outside < place.bound) continue;
    made_.pending = waiting - future_.pending(root);
    const float future = outside + made_.pending;
    edge.head_left = head_left;
    edge.tails = {left, right};
    edge.jump = jump;
    row_.clear();
    for (const Attachment& way : attachments_.of(tree.shape, side, root)) {
      edge.score = base + way.total;
      if (edge.score + future < place.bound) continue;
      edge.site = shapes_.sites(tree.shape, side)[way.site];
      edge.regular = way.regular;
      edge.syntax = way.syntax;
      edge.dependency = way.dependency;
      if (row_.empty()) put_together(left, right, tree.coverage | modifier.coverage);
      row_[items_[left].trees - 1].shape = way.shape;
      offer(made_, row_, states_, edge, place.queue, future);
      place.bound = place.queue.bound(place.bits);
    }
  }
}

void TreeletSearch::put_together(std::uint32_t left, std::uint32_t right, std::uint64_t coverage) {
  const TreeletItem &a = items_[left], &b = items_[right];
  made_.bits = a.bits | b.bits;
  made_.unclaimed = a.unclaimed | b.unclaimed;
  made_.begin = a.begin;
  made_.end = b.end;
  const auto before = items_.trees(left), after = items_.trees(right);
  row_.assign(before.begin(), before.end() - 1);
  row_.push_back({0, coverage});
  row_.insert(row_.end(), after.begin() + 1, after.end());
}

std::uint8_t TreeletSearch::jump(std::uint32_t left, std::uint32_t right) const {
  if (!model_.settings.distortion) return 0;
  const int from = items_[left].end, to = items_[right].begin;
  return static_cast<std::uint8_t>(std::abs(to - from));
}

void TreeletSearch::join_inside(std::uint32_t id) {
  const TreeletItem item = items_[id];
  for (std::size_t i = 0; i + 1 < item.trees; ++i) {
    for (const bool head_left : {true, false}) {
      const auto trees = items_.trees(id);
      const PartialTree tree = trees[head_left ? i : i + 1];
      const PartialTree modifier = trees[head_left ? i + 1 : i];
      const Side side = head_left ? Side::kRight : Side::kLeft;
      TreeletEdge edge{TreeletStep::kInside};
      if (!closable(modifier, item.unclaimed, edge)) continue;
      edge.tails[0] = id;
      edge.tree = static_cast<std::uint8_t>(i);
      edge.head_left = head_left;
      TreeletItem made = item;
      row_.assign(trees.begin(), trees.end());
      row_.erase(row_.begin() + static_cast<std::ptrdiff_t>(i));
      row_[i].coverage = tree.coverage | modifier.coverage;
      std::copy_n(items_.states(id), states_.size(), states_.begin());
      const auto covered = static_cast<std::size_t>(std::popcount(made.bits));
      WaitingItems& queue = this->queue(covered, row_.size());
      const std::uint32_t root = shapes_.root_number(modifier.shape);
      made.pending = item.pending - future_.pending(root);
      const float future = future_.outside(made.bits).phrases + made.pending -
                           future_.jumps(made.bits, made.begin, made.end);
      for (const Attachment& way : attachments_.of(tree.shape, side, root)) {
        edge.site = shapes_.sites(tree.shape, side)[way.site];
        edge.regular = way.regular;
        edge.syntax = way.syntax;
        edge.dependency = way.dependency;
        edge.score = item.score + way.total - cost(edge);
        row_[i].shape = way.shape;
        if (queue.hopeless(made.bits, edge.score + future)) continue;
        offer(made, row_, states_, edge, queue, future);
      }
    }
  }
}

void TreeletSearch::finish() {
  std::vector<std::uint32_t> complete;
  for (const Group& group : closed_) {
    if (group.bits == all_bits(length_)) complete = group.items;
  }
  for (const std::uint32_t id : complete) {
    TreeletItem made;
    made.bits = items_[id].bits;
    TreeletEdge edge{TreeletStep::kGoal};
    edge.tails[0] = id;
    edge.jump = items_[id].begin;
    edge.syntax = static_cast<float>(
        model_.syntax->score(treelet::root_events(shapes_.root(items_[id].root).lexeme)));
    edge.score = items_[id].score + weights_.syntax * edge.syntax - distortion_ * edge.jump +
                 language_.ends({items_.states(id), states_.size()});
    made.score = edge.score;
    std::fill(states_.begin(), states_.end(), lm::ChartState{});
    goal_ = items_.add(made, {}, states_.data(), edge).item;
  }
}

}  // namespace dragoman::search
