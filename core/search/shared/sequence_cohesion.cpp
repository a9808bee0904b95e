#include "search/shared/sequence_cohesion.hpp"

#include <algorithm>
#include <utility>

#include "common/bits.hpp"
#include "common/hash.hpp"

namespace dragoman::search {
namespace {

constexpr auto kNoNode = SourceTree::kNoNode;

}  // namespace

bool PhraseSequence::operator==(const PhraseSequence& other) const {
  for (std::size_t i = 0; i < words.blocks(); ++i) {
    if (words[i] != other.words[i]) return false;
  }
  return steps == other.steps && ends == other.ends && in_first == other.in_first &&
         in_last == other.in_last;
}

std::uint64_t PhraseSequence::hash() const {
  std::uint64_t hash = 0;
  const auto add = [&](std::uint64_t value) { hash = hash_combine(hash, value); };
  for (std::size_t i = 0; i < words.blocks(); ++i) add(words[i]);
  for (const auto* nodes : {&ends, &in_first, &in_last}) {
    add(nodes->size());
    for (const Node node : *nodes) add(node);
  }
  for (const PendingStep& step : steps) {
    add(std::uint64_t{step.over} << 32 | step.crossed.size() << 3 | step.other * 4U |
        step.counted * 2U | (step.any_counted ? 1U : 0U));
    for (const CrossedSubtree& subtree : step.crossed) {
      const CohesionCounts& waiting = subtree.waiting;
      add(std::uint64_t{subtree.node} << 2 | subtree.begun * 2U | (subtree.left ? 1U : 0U));
      add(std::uint64_t{waiting.words} << 32 | waiting.verbs << 16 | waiting.nouns);
    }
  }
  return hash;
}

SequenceCohesion::SequenceCohesion(const ModelParts& model, const CohesionSettings& settings)
    : settings_(settings),
      place_(model.layout->first(Block::kCohesion)),
      weights_(model.layout->of(Block::kCohesion, model.weights)) {
  for (const CohesionFeature feature : settings.features) {
    switch (feature) {
      case CohesionFeature::kCoh1:
      case CohesionFeature::kCoh5Interruption:
        interruptions_ = true;
        break;
      case CohesionFeature::kCoh2:
        any_interruptions_ = true;
        break;
      case CohesionFeature::kCoh4:
        all_words_ = true;
        break;
      case CohesionFeature::kCoh3:
      case CohesionFeature::kCoh5Count:
      case CohesionFeature::kCoh5Verbs:
      case CohesionFeature::kCoh5Nouns:
        words_ = true;
        break;
    }
  }
  ends_count_ = interruptions_ || words_;
}

void SequenceCohesion::begin_sentence(std::span<const std::int32_t> heads,
                                      std::span<const std::uint8_t> kinds, bool hard) {
  hard_ = hard;
  used_ =
      (hard || !settings_.features.empty()) && !heads.empty() && heads.size() <= WordSet::kMaxWords;
  sequences_.clear();
  numbers_.clear(1 << 8);
  values_.clear();
  if (used_) tree_.reset(heads, kinds, 0, heads.size());
}

std::uint32_t SequenceCohesion::number(PhraseSequence sequence) {
  std::uint32_t& number = numbers_.insert(
      sequence.hash(), [&](std::uint32_t known) { return sequences_[known] == sequence; },
      [&](std::uint32_t known) { return sequences_[known].hash(); });
  if (is_free(number)) {
    number = static_cast<std::uint32_t>(sequences_.size());
    sequences_.push_back(std::move(sequence));
  }
  return number;
}

std::uint32_t SequenceCohesion::phrase(const WordSet& words) {
  PhraseSequence made(tree_.blocks());
  made.words.add(words);
  std::vector<Node> ends;
  Node over = kNoNode;
  for (std::size_t word = 0; word < tree_.size(); ++word) {
    if (!words.has(word)) continue;
    const bool begins = word == 0 || !words.has(word - 1);
    const bool finishes = word + 1 == tree_.size() || !words.has(word + 1);
    if (begins || finishes) ends.push_back(static_cast<Node>(word));
    if (over == kNoNode) over = static_cast<Node>(word);
    while (!tree_.dominates(over, static_cast<Node>(word))) over = tree_.head(over);
  }
  if (ends_count_) made.ends = lifted(ends, words);
  PendingStep step{!ends_count_, lift(over, words), false, false, {}};
  for (const Node child : tree_.children(over)) {
    if (tree_.touches(child, words) && !all_in(child, words)) step.crossed.push_back({child});
  }
  if (hard_) {
    for (Node node = 0; node < tree_.root(); ++node) {
      if (tree_.touches(node, words) && !all_in(node, words) && !tree_.dominates(node, over)) {
        made.in_first.push_back(node);
      }
    }
    if (!two_apart(made.in_first)) made.in_first.clear();
    made.in_last = made.in_first;
  }
  if (simplify(step)) made.steps.push_back(std::move(step));
  reduce(made.steps);
  return number(std::move(made));
}

SequenceCohesion::Joined SequenceCohesion::join(std::span<const std::uint32_t> parts, bool closed) {
  PhraseSequence made(tree_.blocks());
  for (const std::uint32_t part : parts) made.words.add(sequences_[part].words);
  closed = closed || all_in(tree_.root(), made.words);
  Totals totals;
  bool torn = false;
  WordSet before(tree_.blocks());
  const PhraseSequence* last = nullptr;
  for (const std::uint32_t part : parts) {
    const PhraseSequence& own = sequences_[part];
    for (const PendingStep& known : own.steps) {
      PendingStep& step = step_ = known;
      if (!step.other && last != nullptr) follow(step, last->ends);
      step.other = step.other || last != nullptr || closed;
      advance(step, {own.words, before, made.words, closed}, totals);
      if (!closed && simplify(step)) made.steps.push_back(step);
    }
    if (hard_ && last != nullptr) torn = torn || this->torn(*last, own);
    before.add(own.words);
    last = &own;
  }
  made.ends = lifted(last->ends, made.words);
  if (hard_) {
    if (!closed) made.in_first = kept_apart(sequences_[parts.front()], made.words, true);
    made.in_last = kept_apart(*last, made.words, false);
  }
  std::ranges::sort(made.steps);
  reduce(made.steps);

  Joined joined{0, !hard_ || (totals.any_interruptions == 0 && !torn), 0, values_.size()};
  double score = 0;
  for (std::size_t i = 0; i < settings_.features.size(); ++i) {
    std::uint32_t value = 0;
    switch (settings_.features[i]) {
      case CohesionFeature::kCoh1:
      case CohesionFeature::kCoh5Interruption:
        value = totals.interruptions;
        break;
      case CohesionFeature::kCoh2:
        value = totals.any_interruptions;
        break;
      case CohesionFeature::kCoh3:
      case CohesionFeature::kCoh5Count:
        value = totals.words.words;
        break;
      case CohesionFeature::kCoh4:
        value = totals.all_words;
        break;
      case CohesionFeature::kCoh5Verbs:
        value = totals.words.verbs;
        break;
      case CohesionFeature::kCoh5Nouns:
        value = totals.words.nouns;
        break;
    }
    values_.push_back(-static_cast<float>(value));
    score -= weights_[i] * value;
  }
  joined.score = static_cast<float>(score);
  joined.sequence = number(std::move(made));
  return joined;
}

void SequenceCohesion::explain(const Joined& joined, float* row) const {
  for (std::size_t i = 0; i < settings_.features.size(); ++i) {
    row[place_ + i] += values_[joined.values + i];
  }
}

void SequenceCohesion::follow(PendingStep& step, std::span<const Node> ends) const {
  for (const Node end : ends) {
    const Node node = tree_.climb(end, step.over);
    if (node == kNoNode) continue;
    const auto known = std::ranges::find(step.crossed, node, &CrossedSubtree::node);
    if (known != step.crossed.end()) {
      known->left = true;
    } else {
      step.crossed.push_back({node, true, true});
    }
  }
}

void SequenceCohesion::advance(PendingStep& step, const Place& place, Totals& totals) const {
  for (CrossedSubtree& subtree : step.crossed) {
    const CohesionCounts more = count(subtree.node, place);
    subtree.waiting.words += more.words;
    subtree.waiting.verbs += more.verbs;
    subtree.waiting.nouns += more.nouns;
    subtree.begun = subtree.begun || tree_.touches(subtree.node, place.before);
    settle(step, subtree, totals);
  }
  if (hard_ || any_interruptions_ || all_words_ || !step.other) {
    const std::size_t known = step.crossed.size();
    add_outer_subtrees(step, place);
    for (std::size_t i = known; i < step.crossed.size(); ++i) settle(step, step.crossed[i], totals);
  }
  std::erase_if(step.crossed, [&](const auto& one) { return all_in(one.node, place.all); });
  std::ranges::sort(step.crossed);
  if (step.over != kNoNode) step.over = lift(step.over, place.all);
}

void SequenceCohesion::add_outer_subtrees(PendingStep& step, const Place& place) const {
  const auto known = static_cast<std::ptrdiff_t>(step.crossed.size());
  for (Node node = step.over; node != kNoNode; node = tree_.head(node)) {
    for (const Node child : tree_.children(node)) {
      if (tree_.touches(child, place.own) || !tree_.touches(child, place.all)) continue;
      const auto same = [&](const CrossedSubtree& one) { return one.node == child; };
      // A phrase before ends in it.
      const auto end = step.crossed.begin() + known;
      if (std::any_of(step.crossed.begin(), end, same)) continue;
      step.crossed.push_back(
          {child, tree_.touches(child, place.before), false, count(child, place)});
    }
  }
}

void SequenceCohesion::settle(PendingStep& step, CrossedSubtree& subtree, Totals& totals) const {
  if (!subtree.begun || subtree.waiting.words == 0) return;
  totals.all_words += subtree.waiting.words;
  if (!step.any_counted) ++totals.any_interruptions;
  step.any_counted = true;
  if (subtree.left) {
    totals.words.words += subtree.waiting.words;
    totals.words.verbs += subtree.waiting.verbs;
    totals.words.nouns += subtree.waiting.nouns;
    if (!step.counted) ++totals.interruptions;
    step.counted = true;
  }
  subtree.waiting = {};
}

bool SequenceCohesion::simplify(PendingStep& step) const {
  const bool any = hard_ || any_interruptions_;
  if (!any) step.any_counted = false;
  if (!interruptions_) step.counted = false;
  const bool all = (any && !step.any_counted) || all_words_;
  const bool ends = words_ || (interruptions_ && !step.counted);
  for (CrossedSubtree& subtree : step.crossed) {
    if (!ends) subtree.left = false;
    const bool of_first = words_ && !step.other;
    if (!all_words_ && !of_first) {
      subtree.waiting.words = std::min<std::uint32_t>(subtree.waiting.words, 1);
    }
    if (!of_first) subtree.waiting.verbs = subtree.waiting.nouns = 0;
  }
  if (!step.other) return true;
  if (!all) {
    step.over = kNoNode;
    std::erase_if(step.crossed, [](const CrossedSubtree& one) { return !one.left; });
  }
  if (std::ranges::none_of(step.crossed, &CrossedSubtree::left)) step.counted = false;
  return step.over != kNoNode || !step.crossed.empty();
}

void SequenceCohesion::reduce(std::vector<PendingStep>& steps) const {
  if (!hard_ || !settings_.features.empty()) return;
  std::vector<PendingStep> single;
  for (const PendingStep& step : steps) {
    if (step.over != kNoNode) single.push_back({true, step.over, false, false, {}});
    for (const CrossedSubtree& one : step.crossed) {
      single.push_back({true, kNoNode, false, false, {one}});
    }
  }
  std::ranges::sort(single);
  const auto equal = std::ranges::unique(single);
  single.erase(equal.begin(), equal.end());
  // A node's outer subtrees are among those of any node below it. A begun subtree must be finished
  // before the sequence, and with it those below it.
  const auto implied = [&](const PendingStep& one) {
    return std::ranges::any_of(single, [&](const PendingStep& other) {
      if (&one == &other) return false;
      if (one.over != kNoNode)
        return other.over != kNoNode && tree_.dominates(one.over, other.over);
      return other.over == kNoNode && one.crossed[0].begun && other.crossed[0].begun &&
             tree_.dominates(other.crossed[0].node, one.crossed[0].node);
    });
  };
  steps.clear();
  std::ranges::copy_if(single, std::back_inserter(steps),
                       [&](const PendingStep& one) { return !implied(one); });
}

bool SequenceCohesion::torn(const PhraseSequence& before, const PhraseSequence& after) const {
  if (before.in_last.empty() || after.in_first.empty()) return false;
  WordSet both = no_words();
  both.add(before.words);
  both.add(after.words);
  std::vector<Node> shared;
  std::ranges::copy_if(before.in_last, std::back_inserter(shared), [&](Node node) {
    return std::ranges::find(after.in_first, node) != after.in_first.end() && all_in(node, both);
  });
  return two_apart(shared);
}

std::vector<SequenceCohesion::Node> SequenceCohesion::kept_apart(const PhraseSequence& part,
                                                                 const WordSet& all,
                                                                 bool first) const {
  WordSet others = all;
  others.remove(part.words);
  std::vector<Node> nodes = first ? part.in_first : part.in_last;
  std::erase_if(nodes, [&](Node node) { return tree_.touches(node, others); });
  if (!two_apart(nodes)) nodes.clear();
  return nodes;
}

bool SequenceCohesion::two_apart(std::span<const Node> nodes) const {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!tree_.dominates(nodes[i], nodes[j]) && !tree_.dominates(nodes[j], nodes[i])) return true;
    }
  }
  return false;
}

SequenceCohesion::Node SequenceCohesion::lift(Node node, const WordSet& words) const {
  while (node != kNoNode && all_in(node, words)) node = tree_.head(node);
  return node;
}

std::vector<SequenceCohesion::Node> SequenceCohesion::lifted(std::span<const Node> ends,
                                                             const WordSet& words) const {
  std::vector<Node> found;
  for (const Node end : ends) {
    const Node node = lift(end, words);
    if (node != kNoNode && !tree_.is_whole(node)) found.push_back(node);
  }
  std::ranges::sort(found);
  const auto equal = std::ranges::unique(found);
  found.erase(equal.begin(), equal.end());
  // Where the climb from a node finds a subtree, the climb from a node below it finds the same.
  std::vector<Node> lowest;
  std::ranges::copy_if(found, std::back_inserter(lowest), [&](Node node) {
    return std::ranges::none_of(
        found, [&](Node other) { return other != node && tree_.dominates(node, other); });
  });
  return lowest;
}

CohesionCounts SequenceCohesion::count(Node node, const Place& place) const {
  CohesionCounts counts;
  const std::uint64_t* bits = tree_.subtree(node);
  for (std::size_t i = 0; i < tree_.blocks(); ++i) {
    // What follows a sequence that begins the translation is uncovered, wherever it is.
    const std::uint64_t known = place.closed ? ~std::uint64_t{0} : place.all[i];
    const std::uint64_t open = bits[i] & known & ~place.own[i] & ~place.before[i];
    if (open == 0) continue;
    counts.words += static_cast<std::uint32_t>(count_bits(open));
    counts.verbs += static_cast<std::uint32_t>(count_bits(open & tree_.verbs()[i]));
    counts.nouns += static_cast<std::uint32_t>(count_bits(open & tree_.nouns()[i]));
  }
  return counts;
}

}  // namespace dragoman::search
