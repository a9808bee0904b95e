#include "search/chart/joint_scores.hpp"

namespace dragoman::search {
namespace {

constexpr double kLn10 = 2.302585092994045684;
/// More words than any state has.
constexpr int kAll = lm::kMaxOrder;

bool is_nothing(const lm::ChartState& piece) { return piece.left.length == 0 && !piece.left.full; }

}  // namespace

JointScores::JointScores(const ModelParts& model, const ChartRules& rules, const ChartItems& items)
    : model_(model), rules_(rules), items_(items), ends_(model.language_models.size()) {
  for (const double weight : model.layout->of(Block::kLanguageModels, model.weights)) {
    weights_.push_back(static_cast<float>(weight * kLn10));
  }
  for (std::size_t m = 0; m < weights_.size(); ++m) {
    lm::RuleScore end(*model.language_models[m], ends_[m]);
    end.terminal(model.language_models[m]->end_sentence());
    end_score_ += weights_[m] * end.finish();
  }
}

void JointScores::learn(const ChartRule& rule, const PartialTails& tails, std::size_t tail,
                        bool whole, Joints& joints) const {
  const std::size_t place = rule.tail_at(0) == tail ? 0 : 1;
  joints[2 * place] = left_joint(rule, tails, place);
  joints[2 * place + 1] = right_joint(rule, tails, place, whole);
  // Side by side, the two tails have one joint: the second's.
  if (place == 0 && rule.arity == 2) joints[2] = left_joint(rule, tails, 1);
}

Joints JointScores::all(const ChartRule& rule, const PartialTails& tails, bool whole) const {
  Joints joints{};
  for (std::size_t place = 0; place < rule.arity; ++place) {
    joints[2 * place] = left_joint(rule, tails, place);
    joints[2 * place + 1] = right_joint(rule, tails, place, whole);
  }
  return joints;
}

float JointScores::left_joint(const ChartRule& rule, const PartialTails& tails,
                              std::size_t place) const {
  const PartialTail& tail = tails[rule.tail_at(place)];
  float total = 0;
  for (std::size_t m = 0; m < weights_.size(); ++m) {
    const lm::ChartState& piece = rules_.piece(rule, m, place);
    const lm::State* before = &piece.right;
    int known = kAll;
    if (is_nothing(piece)) {
      if (place == 0) continue;
      const PartialTail& other = tails[rule.tail_at(place - 1)];
      before = &items_.states(other.item)[m].right;
      known = other.right;
    }
    total += weights_[m] * lm::joint(*model_.language_models[m], *before, known,
                                     items_.states(tail.item)[m].left, tail.left);
  }
  return total;
}

float JointScores::right_joint(const ChartRule& rule, const PartialTails& tails, std::size_t place,
                               bool whole) const {
  const PartialTail& tail = tails[rule.tail_at(place)];
  float total = 0;
  for (std::size_t m = 0; m < weights_.size(); ++m) {
    const lm::ChartState* after = &rules_.piece(rule, m, place + 1);
    if (is_nothing(*after)) {
      if (!whole || place + 1 < rule.arity) continue;
      after = &ends_[m];
    }
    total += weights_[m] * lm::joint(*model_.language_models[m], items_.states(tail.item)[m].right,
                                     tail.right, after->left, kAll);
  }
  return total;
}

}  // namespace dragoman::search
