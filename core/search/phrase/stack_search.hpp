// Multi-stack beam search (Koehn 2004): hypotheses lie in stacks by how many words they cover;
// stack after stack, every hypothesis is expanded by every option.
#pragma once

#include <optional>
#include <vector>

#include "search/phrase/beam.hpp"

namespace dragoman::search::phrase {

/// A feature's scores for the steps from one hypothesis to one span: computed for every option or,
/// if they do not depend on the option, once.
template <typename Feature>
struct OfSpan {
  template <typename C>
  float most(const Feature& feature, const typename Feature::State&, const C&, std::size_t,
             std::size_t) {
    return feature.most();
  }
  void begin_options() {}
  template <typename C>
  float extend(const Feature& feature, const typename Feature::State& in, const Step<C>& step,
               typename Feature::State& out) {
    return feature.extend(in, step, out);
  }
};

template <typename Feature>
  requires Feature::kBySpan
struct OfSpan<Feature> {
  template <typename C>
  float most(const Feature& feature, const typename Feature::State& in, const C& before,
             std::size_t begin, std::size_t end) {
    if (!steps) steps.emplace(feature, before, begin, end);
    return score = steps->score(in);
  }
  /// Must be called after most() and before the first extend().
  void begin_options() { state = steps->state(); }
  template <typename C>
  float extend(const Feature&, const typename Feature::State&, const Step<C>&,
               typename Feature::State& out) {
    out = state;
    return score;
  }

  std::optional<typename Feature::SpanSteps> steps;
  float score = 0;
  typename Feature::State state;
};

/// Asks the feature about all steps from a group of hypotheses that can be good enough.
template <typename C, typename Feature>
void expect_steps(Beam<C, Feature>& beam, const NodeGroup& group, std::size_t covered) {
  const auto& steps = beam.steps();
  if (!steps.feature().asks()) return;
  const C coverage = beam.graph().nodes[group.begin].coverage;
  steps.for_each_place(coverage, [&](const auto& place, auto options) {
    const std::size_t after = covered + place.words();
    const float future = steps.problem().future.of(steps.after(coverage, place));
    const float worst = beam.open(after).worst();
    for (std::uint32_t number = group.begin; number < group.end; ++number) {
      const auto& node = beam.graph().nodes[number];
      const TranslationOption* last = steps.last_option(node);
      if (!steps.within_limit(coverage, last, place.begin)) continue;
      const float most = node.score + steps.distortion(node, last, place.begin) + future +
                         steps.ahead(node.state) + (last == nullptr ? 0 : last->forward_bound) +
                         steps.feature().most();
      for (const TranslationOption& option : options) {
        if (most + option.bound < worst) continue;
        steps.feature().expect(node.state,
                               Step<C>{coverage, last, option, after == steps.problem().length()});
      }
    }
  });
  steps.feature().settle();
}

/// Calls f(place, options) for every place that some hypothesis of a group may translate next and
/// that may be good enough for the stack of the result.
template <typename C, typename Feature, typename F>
void for_each_promising(Beam<C, Feature>& beam, const NodeGroup& group, std::size_t covered,
                        F&& f) {
  const auto& steps = beam.steps();
  const C coverage = beam.graph().nodes[group.begin].coverage;
  if constexpr (Steps<C, Feature>::kPieces) {
    const RankedPlaces& places = steps.feature().places();
    steps.for_each_begin(coverage, [&](std::size_t begin, bool open) {
      float most = kForbidden;
      for (std::uint32_t number = group.begin; number < group.end; ++number) {
        most = std::max(most, steps.most_without_gain(beam.graph().nodes[number], begin));
      }
      if (most == kForbidden) return;
      const std::size_t left = steps.problem().length() - covered;
      for (std::size_t words = 1; words <= std::min(left, places.max_words()); ++words) {
        const auto& stack = beam.open(covered + words);
        for (const RankedPlace& ranked : places.of(begin, words, open)) {
          if (most + ranked.gain < stack.worst()) break;
          const Shape& shape = ranked.place.shape;
          if (!steps.possible(coverage, shape)) continue;
          f(shape, steps.problem().options.of(ranked.place));
        }
      }
    });
  } else {
    steps.for_each_place(coverage, f);
  }
}

/// The hypotheses of a group that may be extended at a word, and the common data of their steps
/// there.
template <typename C, typename Feature>
class Starts {
 public:
  struct Start {
    std::uint32_t number;  ///< of the hypothesis
    const TranslationOption* last;
    float base;  ///< its score and the distortion
    float most;  ///< base, pending pieces, and the most that its last option can add
  };

  /// Must be called for every group.
  void clear() { begin_ = kNowhere; }
  const std::vector<Start>& at(std::size_t begin, const NodeGroup& group, Beam<C, Feature>& beam) {
    if (begin != begin_) {
      begin_ = begin;
      starts_.clear();
      const auto& steps = beam.steps();
      for (std::uint32_t number = group.begin; number < group.end; ++number) {
        const auto& node = beam.graph().nodes[number];
        const TranslationOption* last = steps.last_option(node);
        if (!steps.within_limit(node.coverage, last, begin)) continue;
        const float base = node.score + steps.distortion(node, last, begin);
        const float forward = last == nullptr ? 0 : last->forward_bound;
        starts_.push_back({number, last, base, base + steps.ahead(node.state) + forward});
      }
    }
    return starts_;
  }

 private:
  static constexpr std::size_t kNowhere = ~std::size_t{0};
  std::size_t begin_ = kNowhere;
  std::vector<Start> starts_;
};

template <typename C, typename Feature>
void stack_search(Beam<C, Feature>& beam) {
  using Node = typename Beam<C, Feature>::Node;
  const auto& steps = beam.steps();
  const Problem& problem = steps.problem();
  const std::size_t length = problem.length();
  std::vector<const TranslationOption*> promising;
  Starts<C, Feature> starts;

  for (std::size_t covered = 0; covered <= length; ++covered) {
    const std::size_t limit = problem.settings.stack;
    const auto groups =
        beam.close(covered, limit == 0 ? 0 : beam.budget().allow(limit, length - covered + 1));
    if (covered == length) return;
    for (const NodeGroup& group : groups) {
      if constexpr (Asks<Feature>) expect_steps(beam, group, covered);
      const C coverage = beam.graph().nodes[group.begin].coverage;
      starts.clear();
      for_each_promising(beam, group, covered, [&](const auto& place, auto options) {
        const C next = steps.after(coverage, place);
        const float future = problem.future.of(next);
        const bool complete = covered + place.words() == length;
        Stack<Node>& stack = beam.open(covered + place.words());
        float best_bound = kForbidden;
        for (const TranslationOption& option : options)
          best_bound = std::max(best_bound, option.bound);
        OfSpan<Feature> of_span;

        for (const auto& [number, last, base, most_so_far] : starts.at(place.begin, group, beam)) {
          float most = most_so_far + future;
          if (most + steps.feature().most() + best_bound < stack.worst()) continue;
          const Node& node = beam.graph().nodes[number];
          most += of_span.most(steps.feature(), node.state, coverage, place.begin, place.end);
          // Early discarding (Moore and Quirk 2007), but by an upper bound: no good hypothesis is
          // lost.
          promising.clear();
          for (const TranslationOption& option : options) {
            if (most + option.bound < stack.worst()) continue;
            problem.contexts.prefetch(node.context, option.target);
            promising.push_back(&option);
          }
          if (promising.empty()) continue;
          of_span.begin_options();
          for (const TranslationOption* option : promising) {
            problem.contexts.prefetch_models(node.context, option->target);
          }
          for (const TranslationOption* option : promising) {
            Node fresh;
            if constexpr (Steps<C, Feature>::kPieces) {
              // The open phrases after a step take longest to compute.
              const float most_left = base + option->score + steps.reordering(last, *option) +
                                      problem.contexts.extend(node.context, option->target).score +
                                      future + steps.ahead(node.state) + steps.ahead_of(*option) +
                                      steps.feature().most(node.state, *option);
              if (problem.contexts.bounded() && steps.rounded_up(most_left) < stack.worst()) {
                continue;
              }
            }
            const float feature_score =
                of_span.extend(steps.feature(), node.state,
                               Step<C>{coverage, last, *option, complete}, fresh.state);
            fresh.score = base + option->score + steps.reordering(last, *option) + feature_score;
            const float rest = future + steps.ahead(fresh.state);
            if (!(fresh.score + rest + problem.contexts.bound(option->target) >= stack.worst())) {
              continue;
            }
            fresh.coverage = next;
            fresh.previous = number;
            fresh.option = problem.options.number(*option);
            fresh.identity = option->identity;
            const bool finished = complete && steps.finished(fresh.state);
            score_language(steps, node.context, *option, finished, rest, fresh);
            stack.add(fresh);
          }
        }
        beam.budget().spend(options.size() * (group.end - group.begin), 0);
      });
      beam.budget().spend(0, group.end - group.begin);
    }
  }
}

}  // namespace dragoman::search::phrase
