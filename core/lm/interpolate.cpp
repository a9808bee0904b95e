#include "lm/interpolate.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/error.hpp"
#include "lm/key_index.hpp"
#include "lm/link.hpp"

namespace dragoman::lm {
namespace {

class Mixer {
 public:
  explicit Mixer(std::span<const Component> components)
      : components_(components), result_(std::make_unique<Ngrams>()) {}

  std::unique_ptr<Ngrams> run() {
    merge_vocabularies();
    std::size_t order = 0;
    for (const Component& c : components_) order = std::max(order, c.ngrams->orders.size());
    result_->orders.resize(order);
    for (int n = 1; n <= static_cast<int>(order); ++n) merge(n);
    for (int n = 1; n < static_cast<int>(order); ++n) set_backoffs(n);
    return std::move(result_);
  }

 private:
  void merge_vocabularies() {
    Vocabulary& words = result_->vocabulary;
    result_->unknown = words.insert("<unk>");
    result_->begin_sentence = words.insert("<s>");
    result_->end_sentence = words.insert("</s>");
    for (const Component& c : components_) {
      for (WordId id = 0; id < c.ngrams->vocabulary.size(); ++id) {
        words.insert(c.ngrams->vocabulary.word(id));
      }
    }
    for (const Component& c : components_) {
      auto& to = to_component_.emplace_back(words.size());
      for (WordId id = 0; id < words.size(); ++id)
        to[id] = c.model->vocabulary().find(words.word(id));
    }
  }

  /// log10 of the mixture of p(last word | the others).
  float mixture(const WordId* words, int n) const {
    if (n == 1 && words[0] == result_->begin_sentence) return -99.0F;
    double sum = 0;
    for (std::size_t c = 0; c < components_.size(); ++c) {
      const Model& model = *components_[c].model;
      const WordId last = to_component_[c][words[n - 1]];
      if (last == kNoWord) continue;
      State state = words[0] == result_->begin_sentence && n > 1 ? model.begin_sentence() : State{};
      State next;
      for (int i = words[0] == result_->begin_sentence ? 1 : 0; i < n - 1; ++i) {
        model.score(state, to_component_[c][words[i]], next);
        state = next;
      }
      sum += components_[c].weight * std::pow(10.0, model.score(state, last, next));
    }
    return std::max(-99.0F, static_cast<float>(std::log10(sum)));
  }

  void merge(int n) {
    NgramList& list = result_->orders[n - 1];
    KeyIndex& index = indexes_.emplace_back(0);
    std::vector<WordId> words(n);
    const auto add = [&] {
      if (!index.insert(key_of(words.data(), n), list.size())) return;
      list.words.insert(list.words.end(), words.begin(), words.end());
      list.probabilities.push_back(mixture(words.data(), n));
    };
    if (n == 1) {
      for (words[0] = 0; words[0] < result_->vocabulary.size(); ++words[0]) add();
      return;
    }
    for (const Component& c : components_) {
      if (n > c.ngrams->order()) continue;
      for (std::size_t i = 0; i < c.ngrams->orders[n - 1].size(); ++i) {
        for (int k = 0; k < n; ++k) {
          words[k] = result_->vocabulary.find(c.ngrams->vocabulary.word(c.ngrams->gram(n, i)[k]));
        }
        add();
      }
    }
  }

  /// p(last word | the others) in the result; all shorter contexts must have their back-offs.
  double probability(const WordId* words, int n) const {
    double backoff = 0;
    for (; n > 1; ++words, --n) {
      if (const auto* at = indexes_[n - 1].find(key_of(words, n))) {
        return std::pow(10.0, backoff + result_->orders[n - 1].probabilities[*at]);
      }
      if (const auto* at = indexes_[n - 2].find(key_of(words, n - 1))) {
        backoff += result_->orders[n - 2].backoffs[*at];
      }
    }
    return std::pow(10.0, backoff + result_->orders[0].probabilities[words[0]]);
  }

  /// Back-offs of the n-grams, from the n+1-grams that they begin.
  void set_backoffs(int n) {
    NgramList& list = result_->orders[n - 1];
    const NgramList& longer = result_->orders[n];
    std::vector<double> left(list.size(), 1), lower(list.size(), 1);
    std::vector<bool> context(list.size(), false);
    list.backoffs.assign(list.size(), 0);
    for (std::size_t i = 0; i < longer.size(); ++i) {
      const WordId* words = result_->gram(n + 1, i);
      const auto* at = indexes_[n - 1].find(key_of(words, n));
      if (at == nullptr) continue;  // refused when the model is linked
      context[*at] = true;
      left[*at] -= std::pow(10.0, longer.probabilities[i]);
      lower[*at] -= probability(words + 1, n);
    }
    constexpr double kLeast = 1e-12;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!context[i]) continue;
      const double ratio = std::max(left[i], kLeast) / std::max(lower[i], kLeast);
      list.backoffs[i] = static_cast<float>(std::log10(ratio));
    }
  }

  std::span<const Component> components_;
  std::unique_ptr<Ngrams> result_;
  std::vector<std::vector<WordId>> to_component_;
  std::vector<KeyIndex> indexes_;
};

}  // namespace

std::unique_ptr<Ngrams> interpolate(std::span<const Component> components) {
  if (components.empty()) throw ConfigError("there is no model to interpolate");
  for (const Component& component : components) {
    if (!(component.weight > 0)) throw ConfigError("the weights of models must be positive");
    check_not_linked(*component.ngrams);
  }
  return Mixer(components).run();
}

}  // namespace dragoman::lm
