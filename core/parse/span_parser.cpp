#include "parse/span_parser.hpp"

#include <algorithm>

#include "common/error.hpp"
#include "parse/training.hpp"

namespace dragoman::parse {
namespace {

void check(const TaggedSentences& sentences, const SpanSettings& settings) {
  sentences.check();
  settings.labels.check();
  if (settings.beam == 0) throw ConfigError("expected a beam of at least 1");
  if (settings.labels.punctuation.size() != sentences.coarse.size()) {
    throw ModelError("the parser's tags do not fit its tagger's");
  }
}

void check_fit(const Weights& weights, const SpanLabels& labels) {
  if (weights.classes() != labels.actions()) {
    throw ModelError("the parser's weights do not fit its labels");
  }
}

/// Where the actions of each sentence begin, and the end.
std::vector<std::size_t> action_starts(const Sentences& sentences) {
  std::vector<std::size_t> starts{0};
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    starts.push_back(starts.back() + span_actions(sentences.sentence(i).size()));
  }
  return starts;
}

/// Throws ConfigError unless each action is legal where it stands.
void check_actions(const SpanSystem& system, std::span<const Class> actions) {
  Arena arena;
  std::vector<Class> legal;
  const auto* state = system.start(arena);
  for (const Class action : actions) {
    legal.clear();
    system.list_actions(*state, legal);
    if (std::find(legal.begin(), legal.end(), action) == legal.end()) {
      throw ConfigError("the actions of a sentence make no tree");
    }
    state = system.apply(*state, action, arena);
  }
}

}  // namespace

SpanTrainer::SpanTrainer(const SpanTreebank& treebank, const SpanSettings& settings)
    : treebank_(treebank),
      settings_(settings),
      starts_(action_starts(treebank.sentences.sentences)),
      weights_(settings.labels.actions()) {
  check(treebank_.sentences, settings_);
  if (treebank_.actions.size() != starts_.back()) {
    throw ConfigError("expected the actions of all sentences");
  }
  for (std::size_t i = 0; i + 1 < starts_.size(); ++i) {
    const TaggedWords words = treebank_.sentences.sentence(i);
    check_actions(SpanSystem(words, settings_.labels),
                  treebank_.actions.subspan(starts_[i], starts_[i + 1] - starts_[i]));
  }
}

std::size_t SpanTrainer::iterate(std::uint64_t seed, Monitor& monitor) {
  return learn_all(starts_.size() - 1, seed, monitor, [&](std::size_t i) {
    const TaggedWords sentence = treebank_.sentences.sentence(i);
    const SpanSystem system(sentence, settings_.labels);
    return learn(system, treebank_.actions.subspan(starts_[i], starts_[i + 1] - starts_[i]),
                 settings_.beam, weights_, memory_);
  });
}

std::int64_t score_spans(const TaggedSentences& sentence, const Weights& weights,
                         const SpanLabels& labels, std::span<const Class> actions) {
  check(sentence, {labels, 1});
  check_fit(weights, labels);
  if (sentence.sentences.size() != 1) throw ConfigError("expected one sentence");
  const TaggedWords words = sentence.sentence(0);
  return score_sequence(SpanSystem(words, labels), weights, actions);
}

std::vector<Class> parse_spans(const TaggedSentences& sentences, const Weights& weights,
                               const SpanSettings& settings, std::size_t threads,
                               Monitor& monitor) {
  check(sentences, settings);
  check_fit(weights, settings.labels);
  const auto starts = action_starts(sentences.sentences);
  std::vector<Class> result(starts.back());
  using Memory = BeamMemory<SpanSystem>;
  for_each_sentence<Memory>(
      sentences.sentences, threads, monitor, [&](std::size_t i, Memory& memory) {
        const TaggedWords sentence = sentences.sentence(i);
        const SpanSystem system(sentence, settings.labels);
        const auto actions = actions_to(search(system, weights, settings.beam, memory));
        std::copy(actions.begin(), actions.end(),
                  result.begin() + static_cast<std::ptrdiff_t>(starts[i]));
      });
  return result;
}

}  // namespace dragoman::parse
