#include "search/treelet/treelet_search.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "common/hash.hpp"
#include "search/treelet/jumps.hpp"

namespace dragoman::search::treelet {
namespace {

std::uint64_t all_bits(std::size_t length) {
  return length >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << length) - 1;
}

}  // namespace

TreeletSearch::TreeletSearch(const TreeletModel& model, const ModelParts& parts, TreeShapes& shapes)
    : model_(model),
      parts_(parts),
      settings_(model.settings),
      weights_(parts.layout->of(Block::kTreelets, parts.weights)),
      distortion_(model.settings.distortion
                      ? static_cast<float>(parts.weights[parts.layout->first(Block::kDistortion)])
                      : 0),
      shapes_(shapes),
      language_(model.language_models, parts.layout->of(Block::kLanguageModels, parts.weights)),
      attachments_(model, weights_.syntax, weights_.dependency, shapes),
      crossings_(parts),
      custom_(parts.layout->of(Block::kCustom, parts.weights), parts.layout->first(Block::kCustom)),
      cohesion_(parts, model.cohesion),
      future_(weights_, distortion_, model.settings.estimate, shapes),
      pairs_(settings_, future_, demands_) {}

std::uint32_t TreeletSearch::run(const Sentence& sentence, const TranslationOptions& options,
                                 const SPhraseOptions& sphrases,
                                 const dragoman::treelet::SourceSentence& source, bool hard,
                                 WorkBudget& budget) {
  options_ = &options;
  sphrases_ = &sphrases;
  language_.begin(options, sphrases);
  attachments_.begin(source);
  crossings_.reset(source.heads);
  cohesion_.begin_sentence(sentence.heads, sentence.kinds, hard);
  demands_.begin(sentence, options, model_.settings.punctuation_walls);
  settings_ = model_.settings;
  if (demands_.forced()) settings_.max_blocks = settings_.max_trees = 0;
  length_ = options.sentence_length();
  beam_ = settings_.beam;
  goal_ = kNoTreeletItem;
  made_ = {};
  items_.clear();
  groups_.clear(length_);
  queues_.clear();
  queues_.resize(length_ + 1);
  future_.begin(options, sphrases);
  if (custom_.used()) {
    for (std::uint32_t i = 0; i < sphrases.size(); ++i) custom_.expect(alone(i));
    custom_.settle();
  }
  for (std::uint32_t i = 0; i < sphrases.size(); ++i) introduce(i);
  for (std::size_t covered = 1; covered <= length_; ++covered) {
    beam_ = beam_ == 0 ? 0 : budget.allow(settings_.beam, length_ - covered + 1, 1);
    work_ = 0;
    join(covered);
    // Joining the trees of an item makes items with fewer trees, which come later.
    for (Queues& queues = queues_[covered]; !queues.empty();) {
      const auto first = queues.extract(queues.begin());
      expand(first.mapped().best(items_, beam_), static_cast<std::uint32_t>(first.key().first));
    }
    budget.spend(work_, std::max<std::size_t>(beam_, 1));
  }
  finish();
  return goal_;
}

WaitingItems& TreeletSearch::queue(std::size_t covered, std::size_t trees, std::uint32_t held) {
  const std::pair key(trees, demands_.part(held));
  return queues_[covered]
      .try_emplace(key, settings_, length_, trees, demands_.forced())
      .first->second;
}

std::uint32_t TreeletSearch::offer(TreeletItem& item, std::span<const PartialTree> trees,
                                   const TreeletEdge& edge, WaitingItems& queue, float future) {
  item.score = edge.score;
  if (item.bits == all_bits(length_)) {
    // The context of the first and last words is known now, and may change the order of the items.
    future += language_.ends(item.ends);
    if (queue.hopeless(item.bits, item.score + future)) return kNoTreeletItem;
  }
  const std::uint64_t text = variants_of(item, trees);
  const auto added = items_.add(item, trees, edge);
  if (added.fresh) queue.add(added.item, item.bits, text, item.score, future);
  return added.item;
}

std::uint64_t TreeletSearch::variants_of(const TreeletItem& item,
                                         std::span<const PartialTree> trees) {
  if (!demands_.forced()) {
    // Items that differ in their trees alone.
    const std::uint64_t text = hash_combine(
        item.bits, std::uint64_t{item.begin} << 8 | item.end | std::uint64_t{item.held} << 32);
    const std::uint64_t seams = std::uint64_t{item.ends.left} << 32 | item.ends.right;
    return hash_combine(hash_combine(text, seams), item.cohesion);
  }
  // Items that can be joined with the same others, whatever that scores.
  std::uint64_t same = hash_combine(hash_combine(item.bits, item.unclaimed),
                                    std::uint64_t{item.joined} << 32 | item.held);
  same = hash_combine(same, item.cohesion);
  for (const PartialTree& tree : trees) {
    const bool left = shapes_.sites(tree.shape, Side::kLeft).empty();
    const bool right = shapes_.sites(tree.shape, Side::kRight).empty();
    same = hash_combine(hash_combine(same, tree.coverage), left * 2U + right);
  }
  return same;
}

void TreeletSearch::join(std::size_t covered) {
  pairs_.find(groups_, covered, [&](std::size_t trees, std::uint32_t held) -> WaitingItems& {
    return queue(covered, trees, held);
  });
  for (const GroupPair& pair : pairs_.pairs()) join(pair);
}

void TreeletSearch::join(const GroupPair& pair) {
  ItemPlace& place = pairs_.place(pair);
  if (pair.estimate < place.bound) return;
  place.bound = place.queue->bound(place.bits);
  if (custom_.used()) {
    expect(*pair.one, *pair.other, place);
    if (pair.both_ways) expect(*pair.other, *pair.one, place);
    custom_.settle();
  }
  join(*pair.one, *pair.other, place);
  if (pair.both_ways) join(*pair.other, *pair.one, place);
}

void TreeletSearch::expect(const ItemGroup& before, const ItemGroup& after,
                           const ItemPlace& place) {
  for (const ItemGroup::Member& left : before.members) {
    for (const ItemGroup::Member& right : after.members) {
      if (left.inside + right.inside + place.least < place.bound) break;
      custom_.expect(meeting(left.item, right.item));
    }
  }
}

void TreeletSearch::join(const ItemGroup& before, const ItemGroup& after, ItemPlace& place) {
  const float outside = place.least - future_.jump(least_jump(before, after));
  const float most = after.best() + outside;
  // Joining seldom adds to the scores, so pairs that are hopeless already are left.
  for (const ItemGroup::Member& left : before.members) {
    if (left.inside + most < place.bound) break;
    for (const ItemGroup::Member& right : after.members) {
      if (left.inside + right.inside + outside < place.bound) break;
      adjoin(left, right, place);
    }
  }
}

void TreeletSearch::expand(std::span<const std::uint32_t> items, std::uint32_t trees) {
  std::vector<ItemGroup> groups;
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::size_t> numbers;
  for (const std::uint32_t id : items) {
    const std::uint64_t bits = items_[id].bits;
    const std::uint32_t held = items_[id].held;
    const auto [entry, added] = numbers.try_emplace({bits, held}, groups.size());
    if (added) groups.push_back({bits, trees, held, {}});
    groups[entry->second].members.push_back(ItemGroups::member(items_, id));
  }
  for (const ItemGroup& group : groups) expand(group);
}

void TreeletSearch::expand(const ItemGroup& group) {
  if (group.trees > 1) {
    for (const auto& member : group.members) join_inside(member.item);
    groups_.add(GroupKind::kRows, group);
    return;
  }
  ItemGroup heads{group.bits, 1, group.held, {}}, closed = heads;
  for (const auto& member : group.members) {
    const std::uint32_t shape = items_.trees(member.item).front().shape;
    if (!shapes_.sites(shape, Side::kLeft).empty()) heads.members.push_back(member);
    bool fresh = false;
    const std::uint32_t made = close(member.item, fresh);
    if (fresh) closed.members.push_back(ItemGroups::member(items_, made));
  }
  if (!heads.members.empty()) groups_.add(GroupKind::kHeads, std::move(heads));
  if (!closed.members.empty()) groups_.add(GroupKind::kClosed, std::move(closed));
}

bool TreeletSearch::closable(const PartialTree& tree, std::uint64_t unclaimed, TreeletEdge& edge) {
  edge.crossed = crossings_.count(tree.coverage);
  if ((holes(tree.coverage) & ~unclaimed) == 0) return true;
  if (settings_.constituents == Constituents::kSoft) ++edge.broken;
  return settings_.constituents != Constituents::kHard;
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
  made.ends = item.ends;
  made.held = item.held;
  made.custom = item.custom;
  made.cohesion = item.cohesion;
  const auto added = items_.add(made, {&kept, 1}, edge);
  fresh = added.fresh;
  return added.item;
}

void TreeletSearch::adjoin(const ItemGroup::Member& first, const ItemGroup::Member& second,
                           ItemPlace& place) {
  const auto jump = static_cast<std::uint8_t>(
      settings_.distortion ? std::abs(int{second.begin} - int{first.end}) : 0);
  const float over = future_.jump(jump);
  const float outside = place.outside - future_.jumps(place.jumps, first.begin, second.end);
  if (first.inside + second.inside - over + outside < place.bound) return;
  ++work_;
  const std::uint32_t left = first.item, right = second.item;
  if (items_[right].joined > 0) return;
  const float together = items_[left].score + items_[right].score - over;
  const float waiting = items_[left].pending + items_[right].pending;
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
    if (!scored) {
      seam = language_.seam(items_[left].ends.right, items_[right].ends.left);
      if (custom_.used()) {
        const auto custom = custom_.look_up(meeting(left, right));
        seam += custom.score;
        made_.custom = custom.state;
      }
      if (cohesion_.used()) {
        const auto& joined = cohesion_.join(items_[left].cohesion, items_[right].cohesion);
        if (!joined.allowed) return;
        seam += joined.score;
        made_.cohesion = joined.sequence;
      }
      scored = true;
    }
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
      made_.held = place.held;
      row_[items_[left].trees - 1].shape = attachments_.shape(tree.shape, side, way, root);
      offer(made_, row_, edge, *place.queue, future);
      place.bound = place.queue->bound(place.bits);
    }
  }
}

void TreeletSearch::put_together(std::uint32_t left, std::uint32_t right, std::uint64_t coverage) {
  const TreeletItem &a = items_[left], &b = items_[right];
  made_.bits = a.bits | b.bits;
  made_.unclaimed = a.unclaimed | b.unclaimed;
  made_.begin = a.begin;
  made_.end = b.end;
  made_.ends = language_.join(a.ends, b.ends);
  made_.joined = static_cast<std::uint8_t>(a.trees - 1);
  const auto before = items_.trees(left), after = items_.trees(right);
  row_.assign(before.begin(), before.end() - 1);
  row_.push_back({0, coverage});
  row_.insert(row_.end(), after.begin() + 1, after.end());
}

void TreeletSearch::join_inside(std::uint32_t id) {
  const TreeletItem item = items_[id];
  for (std::size_t i = std::max<std::size_t>(item.joined, 1) - 1; i + 1 < item.trees; ++i) {
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
      made.joined = static_cast<std::uint8_t>(i);
      row_.assign(trees.begin(), trees.end());
      row_.erase(row_.begin() + static_cast<std::ptrdiff_t>(i));
      row_[i].coverage = tree.coverage | modifier.coverage;
      const auto covered = static_cast<std::size_t>(std::popcount(made.bits));
      WaitingItems& queue = this->queue(covered, row_.size(), made.held);
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
        if (queue.hopeless(made.bits, edge.score + future)) continue;
        row_[i].shape = attachments_.shape(tree.shape, side, way, root);
        offer(made, row_, edge, queue, future);
      }
    }
  }
}

void TreeletSearch::finish() {
  for (const ItemGroup& group : groups_.of(GroupKind::kClosed, length_)) {
    if (!demands_.complete(group.held)) continue;
    for (const auto& member : group.members) finish(member.item);
  }
}

void TreeletSearch::finish(std::uint32_t id) {
  TreeletItem made;
  made.bits = items_[id].bits;
  TreeletEdge edge{TreeletStep::kGoal};
  edge.tails[0] = id;
  edge.jump = items_[id].begin;
  edge.syntax = static_cast<float>(
      model_.syntax->score(dragoman::treelet::root_events(shapes_.word(items_[id].root).lexeme)));
  edge.score = items_[id].score + weights_.syntax * edge.syntax - distortion_ * edge.jump +
               language_.ends(items_[id].ends) + custom_.look_up(whole(id)).score;
  made.score = edge.score;
  goal_ = items_.add(made, {}, edge).item;
}

Reached TreeletSearch::reached() const {
  Reached best;
  for (std::uint32_t id = 0; id < items_.size(); ++id) {
    const Held& held = demands_[items_[id].held];
    if (held.from != 0) continue;
    const auto source = static_cast<std::size_t>(std::popcount(items_[id].bits));
    if (std::pair<std::size_t, std::size_t>(held.to, source) >
        std::pair(best.target, best.source)) {
      best = {source, held.to};
    }
  }
  return best;
}

}  // namespace dragoman::search::treelet
