#include "search/shared/edge_features.hpp"

#include "common/error.hpp"
#include "common/hash.hpp"

namespace dragoman::search {

std::size_t EdgeFeatures::Hash::operator()(const FeatureQuestion& question) const {
  std::uint64_t hash = hash_combine(question.rule, question.last ? 1 : 0);
  hash = hash_combine(hash, static_cast<std::uint64_t>(question.begin) << 32 | question.end);
  return hash_combine(hash,
                      static_cast<std::uint64_t>(question.states[0]) << 32 | question.states[1]);
}

void EdgeFeatures::open(std::unique_ptr<FeatureSession> session) {
  session_ = std::move(session);
  answers_.clear();
  waiting_.clear();
  values_.clear();
}

void EdgeFeatures::expect(const FeatureQuestion& question) {
  if (answers_.try_emplace(question).second) waiting_.push_back(question);
}

void EdgeFeatures::settle() {
  if (waiting_.empty()) return;
  const FeatureSession::Answers given = session_->answer(waiting_);
  if (given.states.size() != waiting_.size() ||
      given.values.size() != waiting_.size() * weights_.size()) {
    throw ConfigError("features of edges gave " + std::to_string(given.states.size()) +
                      " answers to " + std::to_string(waiting_.size()) + " questions");
  }
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    double score = 0;
    for (std::size_t f = 0; f < weights_.size(); ++f) {
      score += weights_[f] * given.values[i * weights_.size() + f];
    }
    answers_[waiting_[i]] = {{waiting_[i].last ? 0 : given.states[i], static_cast<float>(score)},
                             values_.size() + i * weights_.size()};
  }
  values_.insert(values_.end(), given.values.begin(), given.values.end());
  waiting_.clear();
}

const EdgeFeatures::Answer& EdgeFeatures::answer(const FeatureQuestion& question) {
  expect(question);
  settle();
  return answers_[question];
}

EdgeFeatures::Known EdgeFeatures::look_up(const FeatureQuestion& question) {
  return used() ? answer(question).known : Known();
}

void EdgeFeatures::explain(const FeatureQuestion& question, float* row) {
  if (!used()) return;
  const std::size_t values = answer(question).values;
  for (std::size_t f = 0; f < weights_.size(); ++f) row[place_ + f] += values_[values + f];
}

}  // namespace dragoman::search
