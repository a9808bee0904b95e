#include "search/phrase/features/cohesion.hpp"

#include <algorithm>

namespace dragoman::search::phrase {

Cohesion::Cohesion(const SourceTree& tree, const CohesionSettings& settings,
                   const ModelParts& model, bool hard)
    : tree_(tree),
      settings_(settings),
      place_(model.layout->has(Block::kCohesion) ? model.layout->first(Block::kCohesion) : 0),
      hard_(hard) {
  const auto weights = model.layout->of(Block::kCohesion, model.weights);
  for (std::size_t i = 0; i < settings.features.size(); ++i) {
    const auto weight = static_cast<float>(weights[i]);
    float most = -weight;
    switch (settings.features[i]) {
      case CohesionFeature::kCoh1:
      case CohesionFeature::kCoh5Interruption:
        interruption_ += weight;
        break;
      case CohesionFeature::kCoh2:
        any_interruption_ += weight;
        break;
      case CohesionFeature::kCoh3:
      case CohesionFeature::kCoh5Count:
        words_ += weight;
        counts_ = true;
        most *= static_cast<float>(tree.size());
        break;
      case CohesionFeature::kCoh4:
        all_words_ += weight;
        most *= static_cast<float>(tree.size());
        break;
      case CohesionFeature::kCoh5Verbs:
        verbs_ += weight;
        counts_ = true;
        most *= static_cast<float>(tree.size());
        break;
      case CohesionFeature::kCoh5Nouns:
        nouns_ += weight;
        counts_ = true;
        most *= static_cast<float>(tree.size());
        break;
    }
    const bool all = settings.features[i] == CohesionFeature::kCoh2 ||
                     settings.features[i] == CohesionFeature::kCoh4;
    (all ? exhaustive_ : local_) = true;
    most_ += std::max(0.0F, most);
  }
}

CohesionCounts Cohesion::count_all(Node over, const WordSet& before, const WordSet& after) const {
  CohesionCounts counts;
  // The highest nodes that lack the phrase are the side branches of the path from `over` upwards.
  Node below = kNoNode;
  for (Node node = over;; node = tree_.head(node)) {
    if (!tree_.finished(node, after)) {
      for (const Node branch : tree_.children(node)) {
        if (branch != below && tree_.touches(branch, before)) add(branch, after, counts);
      }
    }
    if (node == tree_.root()) return counts;
    below = node;
  }
}

Cohesion::Node Cohesion::lowest_over(const Shape& shape) const {
  if (!shape.has_gaps()) return tree_.lowest_over(shape.begin, shape.end);
  Node over = kNoNode;
  shape.for_each_piece([&](std::size_t begin, std::size_t end) {
    const Node piece = tree_.lowest_over(begin, end);
    if (over == kNoNode) over = piece;
    while (!tree_.dominates(over, piece)) over = tree_.head(over);
  });
  return over;
}

std::pair<CohesionCounts, CohesionCounts> Cohesion::count_both(const State& in, const Shape& last,
                                                               Node over, const WordSet& before,
                                                               const WordSet& after) const {
  const CohesionCounts all = count_all(over, before, after);
  if (!last.has_gaps()) return {count(in, over, after), all};
  // The highest nodes that lack the phrase have no words in common: each word counts once.
  CohesionCounts local;
  std::vector<Node> counted;
  last.for_each_piece([&](std::size_t begin, std::size_t end) {
    for (const std::size_t word : {begin, end - 1}) {
      const Node node = tree_.climb(static_cast<Node>(word), over);
      if (node == kNoNode || std::ranges::find(counted, node) != counted.end()) continue;
      counted.push_back(node);
      add(node, after, local);
    }
  });
  return {local, all};
}

// A finished translation is cohesive if no two spans of a local tree innersect (section 2). During
// the search, call a subtree open if some of its words are translated and some are not. Spans
// innersect if and only if, after some step,
//   - (1) a subtree is open that was open before, and the phrase has a word outside of it (an
//     interruption, equation 1), or
//   - (2) two subtrees without common words are open.
// In a projective tree contiguous phrases that cause (2) will certainly cause (1) later; forbidding
// (2) at once saves the search from that dead end. In a non-projective tree one phrase can finish
// both subtrees, and then (2) is the only violation. So open subtrees always form a chain, each
// within the next, and the coverage determines which subtrees are open.
bool Cohesion::legal(const WordSet& before, const Shape& shape,
                     const ReorderingLimits& limits) const {
  const WordSet after = with(before, shape);
  if (count_all(lowest_over(shape), before, after).words > 0) return false;
  Node open = tree_.root();
  bool chain = true;
  shape.for_each_piece([&](std::size_t begin, std::size_t end) {
    for (std::size_t word = begin; word < end; ++word) {
      const Node node = tree_.lowest_unfinished(static_cast<Node>(word), after);
      if (tree_.dominates(open, node)) {
        open = node;
      } else if (!tree_.dominates(node, open)) {
        chain = false;
      }
    }
  });
  return chain && can_finish(after, open, shape, limits);
}

// Follows one way to finish, word by word: it always takes the first uncovered word of the lowest
// open subtree. This way is cohesive. If the limits allow it, the hypothesis is not a dead end,
// because each step of this way leaves the rest of it possible. In a projective tree no other way
// needs shorter jumps. Once the way has reached the first gap of the sentence it goes on from left
// to right, which is always allowed. Where the way ends at the limit, a phrase with a source gap
// may still lead on, so that the hypothesis is not refused if there is one that reaches the word.
bool Cohesion::can_finish(WordSet covered, Node open, Shape last,
                          const ReorderingLimits& limits) const {
  const std::size_t length = limits.length;
  const int limit = limits.distortion_limit;
  const auto first_uncovered = [&](const std::uint64_t* bits) {
    for (std::size_t i = 0; i < tree_.blocks(); ++i) {
      const std::uint64_t left = bits[i] & ~covered[i];
      if (left != 0) return i * 64 + static_cast<std::size_t>(std::countr_zero(left));
    }
    return length;
  };
  for (;;) {
    const std::size_t gap = first_uncovered(tree_.subtree(tree_.root()));
    if (gap == length) return true;
    const std::size_t word = first_uncovered(tree_.subtree(open));
    if (word == gap && tree_.is_projective()) return true;
    bool near = limit < 0 || word == gap;
    last.for_each_piece([&](std::size_t, std::size_t end) {
      const std::size_t jump = word > end ? word - end : end - word;
      near = near || jump <= static_cast<std::size_t>(limit);
    });
    const bool far = limit >= 0 && word + 1 > gap + static_cast<std::size_t>(limit);
    if (!near || (far && word != gap)) return limits.gapped_option_reaches(gap, word);
    if (word != gap && word + 1 > limits.next_wall[gap]) return false;
    covered.add(word);
    last = {static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word + 1)};
    open = tree_.lowest_unfinished(static_cast<Node>(word), covered);
  }
}

void Cohesion::fill(const CohesionCounts& local, const CohesionCounts& all, float* values) const {
  for (std::size_t i = 0; i < settings_.features.size(); ++i) {
    std::uint32_t count = 0;
    switch (settings_.features[i]) {
      case CohesionFeature::kCoh1:
      case CohesionFeature::kCoh5Interruption:
        count = local.words > 0 ? 1 : 0;
        break;
      case CohesionFeature::kCoh2:
        count = all.words > 0 ? 1 : 0;
        break;
      case CohesionFeature::kCoh3:
      case CohesionFeature::kCoh5Count:
        count = local.words;
        break;
      case CohesionFeature::kCoh4:
        count = all.words;
        break;
      case CohesionFeature::kCoh5Verbs:
        count = local.verbs;
        break;
      case CohesionFeature::kCoh5Nouns:
        count = local.nouns;
        break;
    }
    values[i] -= static_cast<float>(count);
  }
}

}  // namespace dragoman::search::phrase
