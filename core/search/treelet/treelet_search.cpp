#include "search/treelet/treelet_search.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "common/hash.hpp"
#include "lm/chart.hpp"

namespace dragoman::search {
namespace {

constexpr double kLn10 = 2.302585092994045684;

std::uint64_t all_bits(std::size_t length) {
  return length >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << length) - 1;
}

/// The positions between the first and the last that are not in the set.
std::uint64_t holes(std::uint64_t bits) {
  const int first = std::countr_zero(bits), last = 63 - std::countl_zero(bits);
  return all_bits(static_cast<std::size_t>(last) + 1) & ~all_bits(static_cast<std::size_t>(first)) &
         ~bits;
}

}  // namespace

TreeletSearch::TreeletSearch(const TreeletModel& model, const ModelParts& parts, TreeShapes& shapes)
    : model_(model),
      parts_(parts),
      shapes_(shapes),
      items_(model.language_models.size()),
      states_(model.language_models.size()) {
  for (const double weight : parts.layout->of(Block::kLanguageModels, parts.weights)) {
    lm_weights_.push_back(static_cast<float>(weight * kLn10));
  }
  const auto weights = parts.layout->of(Block::kTreelets, parts.weights);
  for (std::size_t i = 0; i < weights_.size(); ++i) weights_[i] = static_cast<float>(weights[i]);
}

void TreeletSearch::Kept::add(std::uint64_t bits, std::uint32_t item) {
  const auto [entry, added] = numbers_.try_emplace(bits, groups_.size());
  if (added) groups_.push_back({bits, {}});
  groups_[entry->second].second.push_back(item);
}

std::uint32_t TreeletSearch::run(const TranslationOptions& options, const SPhraseOptions& sphrases,
                                 const FutureCosts& future, const treelet::SourceSentence& source,
                                 Effort& effort) {
  options_ = &options;
  sphrases_ = &sphrases;
  future_ = &future;
  source_ = &source;
  length_ = options.sentence_length();
  beam_ = model_.settings.beam;
  goal_ = kNoTreeletItem;
  items_.clear();
  heads_.clear();
  closed_.clear();
  rows_.clear();
  futures_.clear();
  dependencies_.clear();
  queues_.assign(length_ + 1, {});
  for (std::uint32_t i = 0; i < sphrases.size(); ++i) introduce(i);
  for (std::size_t covered = 1; covered <= length_; ++covered) {
    beam_ = beam_ == 0 ? 0 : effort.allow(model_.settings.beam, length_ - covered + 1);
    work_ = 0;
    auto& queues = queues_[covered];
    // Joining the trees of an item makes items with fewer trees, which come later.
    for (std::size_t trees = queues.empty() ? 0 : queues.begin()->first; trees > 0; --trees) {
      const auto found = queues.find(trees);
      if (found != queues.end()) process(found->second, beam_);
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
  for (const std::uint32_t shape : sphrase.shapes) {
    item.trees.push_back({shape, shapes_.treelet(shape).coverage});
  }
  TreeletEdge edge{TreeletStep::kIntroduce};
  edge.option = number;
  edge.syntax = sphrase.syntax;
  edge.score =
      option.score + weights_[kAnalysis] * sphrase.analysis + weights_[kSyntax] * sphrase.syntax;
  for (std::size_t m = 0; m < states_.size(); ++m) {
    lm::RuleScore score(*model_.language_models[m], states_[m]);
    for (const WordId word : options_->target(option.target)) {
      score.terminal(model_.language_models[m]->find(options_->words().word(word)));
    }
    edge.score += lm_weights_[m] * score.finish();
  }
  offer(item, states_, edge);
}

void TreeletSearch::offer(const TreeletItem& given, const States& states, const TreeletEdge& edge) {
  TreeletItem item = given;
  item.score = edge.score;
  Queue& queue = queues_[static_cast<std::size_t>(std::popcount(item.bits))][item.trees.size()];
  const float estimate = edge.score + future_of(item.bits);
  if (hopeless(queue, item.bits, estimate)) return;
  const auto added = items_.add(item, states.data(), edge);
  if (!added.fresh) return;
  queue.items.push_back(added.item);
  if (beam_ == 0) return;
  const auto keep = [&](std::vector<float>& heap) {
    heap.push_back(estimate);
    std::push_heap(heap.begin(), heap.end(), std::greater<>());
    if (heap.size() <= model_.settings.beam) return;
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    heap.pop_back();
  };
  if (model_.settings.beam_kind == TreeletBeam::kNaive) {
    keep(queue.best[0]);
  } else {
    for (std::size_t j = 0; j < length_; ++j) {
      if ((item.bits >> j & 1) != 0) keep(queue.best[j]);
    }
  }
}

bool TreeletSearch::hopeless(Queue& queue, std::uint64_t bits, float estimate) const {
  if (queue.best.empty()) queue.best.resize(length_);
  if (beam_ == 0) return false;
  const auto full = [&](const std::vector<float>& heap) {
    return heap.size() >= model_.settings.beam && estimate < heap.front();
  };
  if (model_.settings.beam_kind == TreeletBeam::kNaive) return full(queue.best[0]);
  for (std::size_t j = 0; j < length_; ++j) {
    if ((bits >> j & 1) != 0 && !full(queue.best[j])) return false;
  }
  return true;
}

std::vector<std::uint32_t> TreeletSearch::chosen(const Queue& queue, std::size_t beam) const {
  std::vector<std::pair<float, std::uint32_t>> order;
  for (const std::uint32_t id : queue.items) {
    order.emplace_back(items_[id].score + futures_.at(items_[id].bits), id);
  }
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<std::size_t> counts(length_, 0);
  std::vector<std::uint32_t> result;
  for (const auto& [estimate, id] : order) {
    bool keep = beam == 0;
    if (model_.settings.beam_kind == TreeletBeam::kNaive) {
      keep = keep || result.size() < beam;
    } else {
      for (std::size_t j = 0; j < length_; ++j) {
        if ((items_[id].bits >> j & 1) != 0) keep = counts[j]++ < beam || keep;
      }
    }
    if (keep) result.push_back(id);
  }
  return result;
}

void TreeletSearch::process(Queue& queue, std::size_t beam) {
  for (const std::uint32_t id : chosen(queue, beam)) expand(id);
  queue = {};
}

void TreeletSearch::expand(std::uint32_t id) {
  const std::uint64_t bits = items_[id].bits;
  const auto both = [&](Kept& others, std::uint32_t mine) {
    others.for_each_disjoint(bits, [&](std::uint32_t other) {
      adjoin(mine, other);
      adjoin(other, mine);
    });
  };
  if (items_[id].trees.size() > 1) {
    join_inside(id);
    both(heads_, id);
    both(closed_, id);
    both(rows_, id);
    rows_.add(bits, id);
    return;
  }
  both(closed_, id);
  both(rows_, id);
  const std::uint32_t shape = items_[id].trees.front().shape;
  if (!shapes_.sites(shape, Side::kLeft).empty()) heads_.add(bits, id);
  bool fresh = false;
  const std::uint32_t closed = close(id, fresh);
  if (closed == kNoTreeletItem || !fresh) return;
  both(heads_, closed);
  both(rows_, closed);
  closed_.add(bits, closed);
}

bool TreeletSearch::closable(const PartialTree& tree, std::uint64_t unclaimed,
                             std::uint8_t& broken) const {
  if ((holes(tree.coverage) & ~unclaimed) == 0) return true;
  if (model_.settings.constituents == Constituents::kSoft) ++broken;
  return model_.settings.constituents != Constituents::kHard;
}

ClosedRoot TreeletSearch::root_of(const PartialTree& tree) const {
  const Treelet& treelet = shapes_.treelet(tree.shape);
  const TreeletWord& word = treelet.words[treelet.root];
  return {word.lexeme, word.source};
}

std::uint32_t TreeletSearch::close(std::uint32_t id, bool& fresh) {
  const TreeletItem& item = items_[id];
  const PartialTree tree = item.trees.front();
  TreeletEdge edge{TreeletStep::kClose};
  if (!closable(tree, item.unclaimed, edge.broken)) return kNoTreeletItem;
  edge.tails[0] = id;
  edge.score = item.score - weights_[kBroken] * edge.broken;
  TreeletItem made;
  made.bits = item.bits;
  made.unclaimed = item.unclaimed;
  made.trees = {{0, tree.coverage}};
  made.closed = true;
  made.score = edge.score;
  made.root = items_.number(root_of(tree));
  std::copy_n(items_.states(id), states_.size(), states_.begin());
  const auto added = items_.add(made, states_.data(), edge);
  fresh = added.fresh;
  return added.item;
}

float TreeletSearch::dependency(const PartialTree& head, const Site& site, Side side,
                                const ClosedRoot& modifier) {
  const TreeletWord& word = shapes_.treelet(head.shape).words[site.word];
  std::uint64_t key = hash_combine(modifier.lexeme.spine->whole, modifier.lexeme.word);
  key = hash_combine(key, modifier.source.first * 65536U + modifier.source.last);
  key = hash_combine(key, shapes_.treelet_number(head.shape) * 256U + site.word);
  key = hash_combine(key, static_cast<std::uint64_t>(side));
  const auto [entry, added] = dependencies_.try_emplace(key, 0.0F);
  if (added) {
    entry->second = static_cast<float>(model_.dependencies->score(
        {modifier.lexeme, word.lexeme, modifier.source, word.source, side}, *source_));
  }
  return entry->second;
}

const std::vector<TreeletSearch::Way>& TreeletSearch::ways(const PartialTree& head, Side side,
                                                           const ClosedRoot& modifier) {
  ways_.clear();
  // Attaching may make new shapes, which moves the old ones.
  const std::vector<Site> sites = shapes_.sites(head.shape, side);
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    const float dependency = this->dependency(head, sites[i], side, modifier);
    for (const bool regular : {false, true}) {
      const auto made = shapes_.attach(head.shape, side, i, regular, modifier.lexeme);
      const auto syntax = static_cast<float>(made.syntax);
      ways_.push_back({weights_[kSyntax] * syntax + weights_[kDependency] * dependency, syntax,
                       dependency, i, made.shape, regular});
    }
  }
  const std::size_t most = model_.settings.attachments;
  if (most > 0 && ways_.size() > most) {
    std::stable_sort(ways_.begin(), ways_.end(),
                     [](const Way& a, const Way& b) { return a.total > b.total; });
    ways_.resize(most);
  }
  return ways_;
}

float TreeletSearch::language(std::uint32_t left, std::uint32_t right) {
  float total = 0;
  for (std::size_t m = 0; m < states_.size(); ++m) {
    lm::RuleScore score(*model_.language_models[m], states_[m]);
    score.non_terminal(items_.states(left)[m]);
    score.non_terminal(items_.states(right)[m]);
    total += lm_weights_[m] * score.finish();
  }
  return total;
}

void TreeletSearch::adjoin(std::uint32_t left, std::uint32_t right) {
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
    if (!alone && !closable(modifier, items_[other].unclaimed, edge.broken)) continue;
    const ClosedRoot root = alone ? items_.root(items_[other]) : root_of(modifier);
    if (!scored) seam = language(left, right);
    scored = true;
    edge.head_left = head_left;
    edge.tails = {left, right};
    const float base =
        items_[left].score + items_[right].score + seam - weights_[kBroken] * edge.broken;
    TreeletItem made;
    made.bits = items_[left].bits | items_[right].bits;
    made.unclaimed = items_[left].unclaimed | items_[right].unclaimed;
    made.trees.assign(items_[left].trees.begin(), items_[left].trees.end() - 1);
    const std::size_t place = made.trees.size();
    made.trees.push_back({0, tree.coverage | modifier.coverage});
    made.trees.insert(made.trees.end(), items_[right].trees.begin() + 1, items_[right].trees.end());
    const States states = states_;
    for (const Way& way : ways(tree, side, root)) {
      edge.site = shapes_.sites(tree.shape, side)[way.site];
      edge.regular = way.regular;
      edge.syntax = way.syntax;
      edge.dependency = way.dependency;
      edge.score = base + way.total;
      made.trees[place].shape = way.shape;
      offer(made, states, edge);
    }
  }
}

void TreeletSearch::join_inside(std::uint32_t id) {
  for (std::size_t i = 0; i + 1 < items_[id].trees.size(); ++i) {
    for (const bool head_left : {true, false}) {
      const TreeletItem item = items_[id];
      const PartialTree tree = item.trees[head_left ? i : i + 1];
      const PartialTree modifier = item.trees[head_left ? i + 1 : i];
      const Side side = head_left ? Side::kRight : Side::kLeft;
      TreeletEdge edge{TreeletStep::kInside};
      if (!closable(modifier, item.unclaimed, edge.broken)) continue;
      edge.tails[0] = id;
      edge.tree = static_cast<std::uint8_t>(i);
      edge.head_left = head_left;
      TreeletItem made = item;
      made.trees.erase(made.trees.begin() + static_cast<std::ptrdiff_t>(i));
      made.trees[i].coverage = tree.coverage | modifier.coverage;
      std::copy_n(items_.states(id), states_.size(), states_.begin());
      const States states = states_;
      for (const Way& way : ways(tree, side, root_of(modifier))) {
        edge.site = shapes_.sites(tree.shape, side)[way.site];
        edge.regular = way.regular;
        edge.syntax = way.syntax;
        edge.dependency = way.dependency;
        edge.score = item.score + way.total - weights_[kBroken] * edge.broken;
        made.trees[i].shape = way.shape;
        offer(made, states, edge);
      }
    }
  }
}

void TreeletSearch::finish() {
  std::vector<std::uint32_t> complete;
  closed_.for_each_disjoint(~all_bits(length_), [&](std::uint32_t id) {
    if (items_[id].bits == all_bits(length_)) complete.push_back(id);
  });
  for (const std::uint32_t id : complete) {
    TreeletItem made;
    made.bits = items_[id].bits;
    TreeletEdge edge{TreeletStep::kGoal};
    edge.tails[0] = id;
    edge.syntax = static_cast<float>(
        model_.syntax->score(treelet::root_events(items_.root(items_[id]).lexeme)));
    edge.score = items_[id].score + weights_[kSyntax] * edge.syntax;
    std::vector<float> scores(states_.size(), 0);
    explain_language(edge, scores.data());
    for (std::size_t m = 0; m < scores.size(); ++m) {
      edge.score += lm_weights_[m] / static_cast<float>(kLn10) * scores[m];
    }
    made.score = edge.score;
    std::fill(states_.begin(), states_.end(), lm::ChartState{});
    goal_ = items_.add(made, states_.data(), edge).item;
  }
}

void TreeletSearch::explain_language(const TreeletEdge& edge, float* scores) const {
  for (std::size_t m = 0; m < states_.size(); ++m) {
    const lm::Model& model = *model_.language_models[m];
    lm::ChartState state;
    lm::RuleScore score(model, state);
    if (edge.step == TreeletStep::kIntroduce) {
      const auto& option = (*options_)[(*sphrases_)[edge.option].option];
      for (const WordId word : options_->target(option.target)) {
        score.terminal(model.find(options_->words().word(word)));
      }
    } else if (edge.step == TreeletStep::kAdjoin) {
      for (const std::uint32_t tail : edge.tails) score.non_terminal(items_.states(tail)[m]);
    } else if (edge.step == TreeletStep::kGoal) {
      score.begin_sentence();
      score.non_terminal(items_.states(edge.tails[0])[m]);
      score.terminal(model.end_sentence());
    } else {
      continue;
    }
    scores[m] += static_cast<float>(kLn10 * score.finish());
  }
}

float TreeletSearch::future_of(std::uint64_t bits) {
  const auto [entry, added] = futures_.try_emplace(bits, 0.0F);
  if (added) {
    for (std::size_t i = 0; i < length_;) {
      if ((bits >> i & 1) != 0) {
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < length_ && (bits >> end & 1) == 0) ++end;
      entry->second += future_->span(i, end);
      i = end;
    }
  }
  return entry->second;
}

}  // namespace dragoman::search
