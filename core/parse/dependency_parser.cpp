#include "parse/dependency_parser.hpp"

#include <algorithm>

#include "common/error.hpp"
#include "parse/projective.hpp"
#include "parse/training.hpp"

namespace dragoman::parse {
namespace {

void check_fit(const Weights& weights, const ArcLabels& labels) {
  if (weights.classes() != labels.actions()) {
    throw ModelError("the parser's weights do not fit its labels");
  }
}

}  // namespace

void TaggedSentences::check() const {
  sentences.check(tags, "tags");
  if (std::any_of(tags.begin(), tags.end(), [&](Class t) { return t >= coarse.size(); })) {
    throw ConfigError("a tag's number is too large");
  }
}

void check(const DependencySettings& settings) {
  settings.labels.check();
  if (settings.beam == 0) throw ConfigError("expected a beam of at least 1");
}

DependencyTrainer::DependencyTrainer(const Treebank& treebank, std::size_t labels, std::size_t beam)
    : sentences_(treebank.sentences),
      uses_(labels),
      settings_{{uses_, true}, beam},
      weights_(settings_.labels.actions()) {
  sentences_.check();
  sentences_.sentences.check(treebank.heads, "heads");
  sentences_.sentences.check(treebank.labels, "labels");
  read(treebank);
  check(settings_);
}

void DependencyTrainer::read(const Treebank& treebank) {
  const Sentences& all = sentences_.sentences;
  bool only_roots = true;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto heads = all.part(treebank.heads, i);
    const auto labels = all.part(treebank.labels, i);
    check_tree(heads);
    const auto lifted = projective_heads(heads);
    if (!std::equal(lifted.begin(), lifted.end(), heads.begin())) ++lifted_;
    std::size_t roots = 0;
    for (std::size_t word = 0; word < lifted.size(); ++word) {
      if (labels[word] >= uses_.size()) throw ConfigError("a label's number is too large");
      const bool root = static_cast<std::size_t>(lifted[word]) == lifted.size();
      uses_[labels[word]] |= root ? ArcLabels::kUnderRoot : ArcLabels::kUnderWord;
      roots += root ? 1 : 0;
    }
    only_roots = only_roots && roots == lifted.size();
    if (roots > 1) settings_.labels.one_root = false;
    right_actions_.push_back(oracle_actions(lifted, labels));
  }
  if (only_roots) settings_.labels.one_root = false;
}

std::int64_t score_dependencies(const TaggedSentences& sentence, const Weights& weights,
                                const ArcLabels& labels, std::span<const Class> actions) {
  sentence.check();
  labels.check();
  check_fit(weights, labels);
  if (sentence.sentences.size() != 1) throw ConfigError("expected one sentence");
  const TaggedWords words = sentence.sentence(0);
  return score_sequence(ArcHybrid(words, labels), weights, actions);
}

std::size_t DependencyTrainer::iterate(std::uint64_t seed, Monitor& monitor) {
  return learn_all(right_actions_.size(), seed, monitor, [&](std::size_t i) {
    const TaggedWords sentence = sentences_.sentence(i);
    const ArcHybrid system(sentence, settings_.labels);
    return learn(system, std::span<const Class>(right_actions_[i]), settings_.beam, weights_,
                 memory_);
  });
}

Arcs parse_dependencies(const TaggedSentences& sentences, const Weights& weights,
                        const DependencySettings& settings, std::size_t threads, Monitor& monitor) {
  sentences.check();
  check(settings);
  check_fit(weights, settings.labels);
  const std::size_t size = sentences.tags.size();
  Arcs result{std::vector<std::int32_t>(size), std::vector<std::uint16_t>(size)};
  using Memory = BeamMemory<ArcHybrid>;
  for_each_sentence<Memory>(
      sentences.sentences, threads, monitor, [&](std::size_t i, Memory& memory) {
        const TaggedWords sentence = sentences.sentence(i);
        const ArcHybrid system(sentence, settings.labels);
        const Arcs arcs = arcs_of(actions_to(search(system, weights, settings.beam, memory)));
        const auto start = static_cast<std::ptrdiff_t>(sentences.sentences.offsets[i]);
        std::copy(arcs.heads.begin(), arcs.heads.end(), result.heads.begin() + start);
        std::copy(arcs.labels.begin(), arcs.labels.end(), result.labels.begin() + start);
      });
  return result;
}

}  // namespace dragoman::parse
