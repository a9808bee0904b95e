#include "lm/chart.hpp"

#include <algorithm>

namespace dragoman::lm {

void RuleScore::charge(WordId word, float probability, float charged_before, bool independent) {
  score_ += probability - charged_before;
  if (left_done_) return;
  if (independent || out_.left.length >= model_.order() - 1) {
    left_done_ = true;
    return;
  }
  LeftState& left = out_.left;
  left.words[left.length] = word;
  left.probabilities[left.length++] = probability;
}

void RuleScore::terminal(WordId word) {
  if (word >= model_.vocabulary().size()) word = model_.unknown();
  const State before = out_.right;
  const Model::Score score = model_.full_score(before, word, out_.right);
  charge(word, score.probability, 0, score.independent);
  if (out_.right.length != before.length + 1) left_done_ = true;
}

void RuleScore::non_terminal(const ChartState& in, float score) {
  score_ += score;
  if (in.left.length == 0) {
    if (!in.left.full) return;  // an empty fragment
    for (int i = 0; i < out_.right.length; ++i) score_ += out_.right.backoffs[i];
    left_done_ = true;
    out_.right = in.right;
    return;
  }
  if (out_.right.length == 0) {  // there is no context for its words
    out_.right = in.right;
    if (left_done_) return;
    if (out_.left.length > 0) {
      left_done_ = true;
    } else {
      out_.left = in.left;
      left_done_ = in.left.full;
    }
    return;
  }

  const Context context = extend(in.left, in.left.length);
  if (context.usable == 0) {  // the words after these do not see the context
    out_.right = in.right;
    return;
  }
  if (in.left.full) {
    for (int i = 0; i < context.usable; ++i) score_ += context.backoffs[i];
    left_done_ = true;
    out_.right = in.right;
  } else if (in.right.length < in.left.length) {  // minimal: cannot reach beyond its own words
    out_.right = in.right;
  } else {
    append(in.right, context.usable, context.backoffs);
  }
}

RuleScore::Context RuleScore::extend(const LeftState& left, int count) {
  Context context;
  context.usable = out_.right.length;
  std::copy_n(out_.right.backoffs, context.usable, context.backoffs);
  for (int k = 0; k < count && context.usable > 0; ++k) {
    float next[kMaxOrder - 1];
    const Model::Extension extension = model_.extend_left(
        {left.words, static_cast<std::size_t>(k + 1)}, left.probabilities[k], out_.right.words,
        {context.backoffs, static_cast<std::size_t>(context.usable)}, next);
    charge(left.words[k], extension.probability, left.probabilities[k], extension.independent);
    context.usable = extension.usable;
    std::copy_n(next, context.usable, context.backoffs);
    if (context.usable != out_.right.length) left_done_ = true;
  }
  return context;
}

void RuleScore::append(const State& right, int usable, const float* backoffs) {
  State joined = right;
  usable = std::min(usable, kMaxOrder - 1 - joined.length);
  std::copy_n(out_.right.words, usable, joined.words + joined.length);
  std::copy_n(backoffs, usable, joined.backoffs + joined.length);
  joined.length = static_cast<std::uint8_t>(joined.length + usable);
  out_.right = joined;
}

float joint(const Model& model, const State& before, int last, const LeftState& after, int first) {
  int usable = std::min<int>(last, before.length);
  float backoffs[2][kMaxOrder - 1];
  std::copy_n(before.backoffs, usable, backoffs[0]);
  float total = 0;
  const int count = std::min<int>(first, after.length);
  for (int k = 0; k < count && usable > 0; ++k) {
    const Model::Extension extension = model.extend_left(
        {after.words, static_cast<std::size_t>(k + 1)}, after.probabilities[k], before.words,
        {backoffs[k % 2], static_cast<std::size_t>(usable)}, backoffs[(k + 1) % 2]);
    total += extension.probability - after.probabilities[k];
    usable = extension.usable;
  }
  if (first > after.length && after.full) {
    for (int i = 0; i < usable; ++i) total += backoffs[count % 2][i];
  }
  return total;
}

}  // namespace dragoman::lm
