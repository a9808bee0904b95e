#include "search/forest_builder.hpp"

namespace dragoman::search {

void ForestBuilder::explain(const Option* last, const Option& option, ContextId context,
                            bool finish) {
  const FeatureLayout& layout = *model_->layout;
  problem_->contexts.explain(context, option.target, finish, row_.data());
  const bool from_table = option.rule < kZoneRule;
  if (from_table) {
    const auto scores = model_->rules->scores(option.rule);
    for (std::size_t c = 0; c < scores.size(); ++c) row_[layout.column(c)] += scores[c];
  }
  row_[layout.phrase_penalty()] += 1;
  row_[layout.word_penalty()] -= static_cast<float>(problem_->options.target(option.target).size());
  if (option.rule == kUnknownRule) row_[layout.unknown()] += kUnknownScore;
  row_[layout.distortion()] -= static_cast<float>(jump(last, option.begin));
  if (!problem_->reordering) return;
  const Orientation o = orientation(last, option);
  if (from_table) row_[layout.backward(o)] += model_->rules->reordering(option.rule)[o];
  if (last != nullptr && last->rule < kZoneRule) {
    row_[layout.forward(o)] +=
        model_->rules->reordering(last->rule)[FeatureLayout::kOrientations + o];
  }
}

void ForestBuilder::add_edge(forest::NodeId head, const Option& option, bool has_tail,
                             std::size_t offset) {
  forest_.head.push_back(head);
  forest_.rule.push_back(option.rule == kUnknownRule ? forest::kUnknownWord
                         : option.rule == kZoneRule  ? forest::kZone
                                                     : option.rule);
  forest_.tail_first.push_back(static_cast<std::uint32_t>(forest_.tails.size()));
  forest_.spans.push_back({static_cast<std::uint32_t>(offset + option.begin),
                           static_cast<std::uint32_t>(offset + option.end)});
  forest_.span_first.push_back(static_cast<std::uint32_t>(forest_.spans.size()));

  if (has_tail) forest_.symbols.push_back(kFirstNonTerminal);
  const auto target = problem_->options.target(option.target);
  for (const WordId id : target) {
    const std::string word(problem_->options.words().word(id));
    const auto fresh = static_cast<Symbol>(forest_.words.size());
    const auto [entry, added] = words_.try_emplace(word, fresh);
    if (added) forest_.words.push_back(word);
    forest_.symbols.push_back(entry->second);
  }
  forest_.symbol_first.push_back(static_cast<std::uint32_t>(forest_.symbols.size()));

  const auto link = [&](std::size_t source, std::size_t place) {
    forest_.links.push_back({static_cast<std::uint32_t>(offset + option.begin + source),
                             static_cast<std::uint32_t>(place + (has_tail ? 1 : 0))});
  };
  if (option.rule < kZoneRule) {
    for (const AlignmentPoint& point : model_->rules->alignment(option.rule)) {
      link(point.source, point.target);
    }
  } else if (option.end - option.begin == 1 && target.size() == 1) {
    link(0, 0);
  }
  forest_.link_first.push_back(static_cast<std::uint32_t>(forest_.links.size()));

  forest_.features.insert(forest_.features.end(), row_.begin(), row_.end());
  double score = 0;
  for (std::size_t f = 0; f < row_.size(); ++f) score += model_->weights[f] * row_[f];
  forest_.score.push_back(score);
}

}  // namespace dragoman::search
