#include "search/treelet/treelet_search.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "common/hash.hpp"
#include "search/treelet/jumps.hpp"

namespace dragoman::search {
namespace {

std::uint64_t all_bits(std::size_t length) {
  return length >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << length) - 1;
}

/// The logarithm of the probability of a dependency, as far as nothing is known of it.
constexpr float kUsualDependency = -0.7F;

/// How many contiguous pieces a set of positions has.
std::size_t blocks(std::uint64_t bits) {
  return static_cast<std::size_t>(std::popcount(bits & ~(bits << 1)));
}

}  // namespace

TreeletSearch::TreeletSearch(const TreeletModel& model, const ModelParts& parts, TreeShapes& shapes)
    : model_(model),
      weights_(parts.layout->of(Block::kTreelets, parts.weights)),
      distortion_(static_cast<float>(parts.weights[parts.layout->first(Block::kDistortion)])),
      shapes_(shapes),
      items_(model.language_models.size()),
      language_(model.language_models, parts.layout->of(Block::kLanguageModels, parts.weights)),
      attachments_(model, weights_.syntax, weights_.dependency, shapes),
      crossings_(parts),
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
  futures_.clear();
  queues_.assign(length_ + 1, {});
  estimate_futures();
  for (std::uint32_t i = 0; i < sphrases.size(); ++i) introduce(i);
  for (std::size_t covered = 1; covered <= length_; ++covered) {
    beam_ = beam_ == 0 ? 0 : effort.allow(model_.settings.beam, length_ - covered + 1, 1);
    work_ = 0;
    auto& queues = queues_[covered];
    // Joining the trees of an item makes items with fewer trees, which come later.
    for (std::size_t trees = queues.empty() ? 0 : queues.begin()->first; trees > 0; --trees) {
      const auto found = queues.find(trees);
      if (found == queues.end()) continue;
      for (const std::uint32_t id : found->second.best(items_, beam_)) expand(id);
      queues.erase(found);
    }
    queues.clear();
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
  for (const std::uint32_t shape : sphrase.shapes) {
    item.trees.push_back({shape, shapes_.treelet(shape).coverage});
  }
  TreeletEdge edge{TreeletStep::kIntroduce};
  edge.option = number;
  edge.syntax = sphrase.syntax;
  edge.score = option.score + weights_.analysis * sphrase.analysis +
               weights_.syntax * sphrase.syntax + language_.phrase(option, states_);
  for (const std::uint32_t shape : sphrase.shapes)
    item.pending += pending(shapes_.root_number(shape));
  WaitingItems& queue = this->queue(item.bits, item.trees.size());
  const float future =
      future_of(item.bits) + item.pending - to_come(item.bits, item.begin, item.end);
  if (!queue.hopeless(item.bits, edge.score + future)) offer(item, states_, edge, queue, future);
}

float TreeletSearch::to_come(std::uint64_t bits, int begin, int end) const {
  if (!model_.settings.distortion) return 0;
  return distortion_ * static_cast<float>(jumps_to_come(bits, begin, end, sentence_end()));
}

float TreeletSearch::least_to_come(std::uint64_t bits) const {
  if (!model_.settings.distortion) return 0;
  return distortion_ * static_cast<float>(least_jumps_to_come(bits, sentence_end()));
}

WaitingItems& TreeletSearch::queue(std::uint64_t bits, std::size_t trees) {
  auto& queues = queues_[static_cast<std::size_t>(std::popcount(bits))];
  const auto found = queues.find(trees);
  if (found != queues.end()) return found->second;
  return queues.try_emplace(trees, model_.settings, length_, trees).first->second;
}

void TreeletSearch::offer(TreeletItem& item, const States& states, const TreeletEdge& edge,
                          WaitingItems& queue, float future) {
  item.score = edge.score;
  if (item.bits == all_bits(length_)) {
    // The context of the first and last words is known now, and may change the order of the items.
    future += language_.ends(states);
    if (queue.hopeless(item.bits, item.score + future)) return;
  }
  std::uint64_t text = hash_combine(item.bits, std::uint64_t{item.begin} << 8 | item.end);
  for (const lm::ChartState& state : states) text = hash_combine(text, state.hash());
  const auto added = items_.add(item, states.data(), edge);
  if (added.fresh) queue.add(added.item, item.bits, text, item.score, future);
}

float TreeletSearch::pending(std::uint32_t root) const {
  return weights_.syntax * static_cast<float>(shapes_.root(root).usual) +
         weights_.dependency * kUsualDependency;
}

void TreeletSearch::estimate_futures() {
  estimates_.clear(length_, options_->max_length());
  for (std::size_t i = 0; i < sphrases_->size(); ++i) {
    const SPhraseOption& sphrase = (*sphrases_)[i];
    const TranslationOption& option = (*options_)[sphrase.option];
    float estimate =
        option.estimate + weights_.analysis * sphrase.analysis + weights_.syntax * sphrase.syntax;
    for (const std::uint32_t shape : sphrase.shapes) {
      estimate += pending(shapes_.root_number(shape));
    }
    estimates_.add(option.begin, option.end - option.begin, estimate);
  }
  future_.compute(estimates_, length_);
}

float TreeletSearch::future_of(std::uint64_t bits) {
  const auto [entry, added] = futures_.try_emplace(bits, 0.0F);
  if (added) entry->second = future_.outside(bits);
  return entry->second;
}

void TreeletSearch::join(std::uint32_t mine, const Kept& others) {
  const std::uint64_t bits = items_[mine].bits;
  const std::size_t trees = items_[mine].trees.size();
  const float score = items_[mine].score + items_[mine].pending;
  others.for_each_disjoint(bits, [&](const Group& group) {
    const std::uint64_t both = bits | group.bits;
    if (model_.settings.max_blocks > 0 && blocks(both) > model_.settings.max_blocks) return;
    WaitingItems& queue = this->queue(both, trees + group.trees - 1);
    const float future = future_of(both);
    const float least = future - least_to_come(both);
    for (const std::uint32_t other : group.items) {
      // Joining seldom adds to the scores, so pairs that are hopeless already are left.
      const TreeletItem& its = items_[other];
      if (queue.hopeless(both, score + its.score + its.pending + least)) break;
      adjoin(mine, other, queue, future);
      adjoin(other, mine, queue, future);
    }
  });
}

void TreeletSearch::expand(std::uint32_t id) {
  const std::uint64_t bits = items_[id].bits;
  const std::size_t trees = items_[id].trees.size();
  if (trees > 1) {
    join_inside(id);
    join(id, heads_);
    join(id, closed_);
    join(id, rows_);
    rows_.add(bits, trees, id);
    return;
  }
  join(id, closed_);
  join(id, rows_);
  const std::uint32_t shape = items_[id].trees.front().shape;
  if (!shapes_.sites(shape, Side::kLeft).empty()) heads_.add(bits, 1, id);
  bool fresh = false;
  const std::uint32_t closed = close(id, fresh);
  if (closed == kNoTreeletItem || !fresh) return;
  join(closed, heads_);
  join(closed, rows_);
  closed_.add(bits, 1, closed);
}

bool TreeletSearch::closable(const PartialTree& tree, std::uint64_t unclaimed, TreeletEdge& edge) {
  edge.crossed = crossings_.count(tree.coverage);
  if ((holes(tree.coverage) & ~unclaimed) == 0) return true;
  if (model_.settings.constituents == Constituents::kSoft) ++edge.broken;
  return model_.settings.constituents != Constituents::kHard;
}

std::uint32_t TreeletSearch::close(std::uint32_t id, bool& fresh) {
  const TreeletItem& item = items_[id];
  const PartialTree tree = item.trees.front();
  TreeletEdge edge{TreeletStep::kClose};
  if (!closable(tree, item.unclaimed, edge)) return kNoTreeletItem;
  edge.tails[0] = id;
  edge.score = item.score - cost(edge);
  TreeletItem made;
  made.bits = item.bits;
  made.unclaimed = item.unclaimed;
  made.begin = item.begin;
  made.end = item.end;
  made.trees = {{0, tree.coverage}};
  made.closed = true;
  made.score = edge.score;
  made.pending = item.pending;
  made.root = shapes_.root_number(tree.shape);
  std::copy_n(items_.states(id), states_.size(), states_.begin());
  const auto added = items_.add(made, states_.data(), edge);
  fresh = added.fresh;
  return added.item;
}

void TreeletSearch::adjoin(std::uint32_t left, std::uint32_t right, WaitingItems& queue,
                           float outside) {
  const std::uint64_t bits = items_[left].bits | items_[right].bits;
  const std::uint8_t jump = this->jump(left, right);
  const float together = items_[left].score + items_[right].score - distortion_ * jump;
  outside -= to_come(bits, items_[left].begin, items_[right].end);
  const float waiting = items_[left].pending + items_[right].pending;
  // Joining seldom adds to the scores, so pairs that are hopeless already are left.
  if (queue.hopeless(bits, together + waiting + outside)) return;
  ++work_;
  float seam = 0;
  bool scored = false;
  for (const bool head_left : {true, false}) {
    const std::uint32_t head = head_left ? left : right, other = head_left ? right : left;
    if (items_[head].closed) continue;
    const bool alone = items_[other].trees.size() == 1;
    if (alone && !items_[other].closed) continue;
    const Side side = head_left ? Side::kRight : Side::kLeft;
    const PartialTree tree = head_left ? items_[head].trees.back() : items_[head].trees.front();
    if (shapes_.sites(tree.shape, side).empty()) continue;
    const PartialTree modifier =
        head_left ? items_[other].trees.front() : items_[other].trees.back();
    TreeletEdge edge{TreeletStep::kAdjoin};
    if (!alone && !closable(modifier, items_[other].unclaimed, edge)) continue;
    const std::uint32_t root = alone ? items_[other].root : shapes_.root_number(modifier.shape);
    if (!scored) seam = language_.seam(items_.states(left), items_.states(right), states_);
    scored = true;
    const float base = together + seam - cost(edge);
    if (queue.hopeless(bits, base + waiting + outside)) continue;
    made_.pending = waiting - pending(root);
    const float future = outside + made_.pending;
    edge.head_left = head_left;
    edge.tails = {left, right};
    edge.jump = jump;
    made_.trees.clear();
    for (const Attachment& way : attachments_.of(tree.shape, side, root)) {
      edge.score = base + way.total;
      if (queue.hopeless(bits, edge.score + future)) continue;
      edge.site = shapes_.sites(tree.shape, side)[way.site];
      edge.regular = way.regular;
      edge.syntax = way.syntax;
      edge.dependency = way.dependency;
      if (made_.trees.empty()) put_together(left, right, tree.coverage | modifier.coverage);
      made_.trees[items_[left].trees.size() - 1].shape = way.shape;
      offer(made_, states_, edge, queue, future);
    }
  }
}

void TreeletSearch::put_together(std::uint32_t left, std::uint32_t right, std::uint64_t coverage) {
  const TreeletItem &a = items_[left], &b = items_[right];
  made_.bits = a.bits | b.bits;
  made_.unclaimed = a.unclaimed | b.unclaimed;
  made_.begin = a.begin;
  made_.end = b.end;
  made_.trees.assign(a.trees.begin(), a.trees.end() - 1);
  made_.trees.push_back({0, coverage});
  made_.trees.insert(made_.trees.end(), b.trees.begin() + 1, b.trees.end());
}

std::uint8_t TreeletSearch::jump(std::uint32_t left, std::uint32_t right) const {
  if (!model_.settings.distortion) return 0;
  const int from = items_[left].end, to = items_[right].begin;
  return static_cast<std::uint8_t>(std::abs(to - from));
}

void TreeletSearch::join_inside(std::uint32_t id) {
  for (std::size_t i = 0; i + 1 < items_[id].trees.size(); ++i) {
    for (const bool head_left : {true, false}) {
      const TreeletItem item = items_[id];
      const PartialTree tree = item.trees[head_left ? i : i + 1];
      const PartialTree modifier = item.trees[head_left ? i + 1 : i];
      const Side side = head_left ? Side::kRight : Side::kLeft;
      TreeletEdge edge{TreeletStep::kInside};
      if (!closable(modifier, item.unclaimed, edge)) continue;
      edge.tails[0] = id;
      edge.tree = static_cast<std::uint8_t>(i);
      edge.head_left = head_left;
      TreeletItem made = item;
      made.trees.erase(made.trees.begin() + static_cast<std::ptrdiff_t>(i));
      made.trees[i].coverage = tree.coverage | modifier.coverage;
      std::copy_n(items_.states(id), states_.size(), states_.begin());
      WaitingItems& queue = this->queue(made.bits, made.trees.size());
      const std::uint32_t root = shapes_.root_number(modifier.shape);
      made.pending = item.pending - pending(root);
      const float future =
          future_of(made.bits) + made.pending - to_come(made.bits, made.begin, made.end);
      for (const Attachment& way : attachments_.of(tree.shape, side, root)) {
        edge.site = shapes_.sites(tree.shape, side)[way.site];
        edge.regular = way.regular;
        edge.syntax = way.syntax;
        edge.dependency = way.dependency;
        edge.score = item.score + way.total - cost(edge);
        made.trees[i].shape = way.shape;
        if (queue.hopeless(made.bits, edge.score + future)) continue;
        offer(made, states_, edge, queue, future);
      }
    }
  }
}

void TreeletSearch::finish() {
  std::vector<std::uint32_t> complete;
  closed_.for_each_disjoint(~all_bits(length_), [&](const Group& group) {
    if (group.bits == all_bits(length_)) complete = group.items;
  });
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
    goal_ = items_.add(made, states_.data(), edge).item;
  }
}

}  // namespace dragoman::search
