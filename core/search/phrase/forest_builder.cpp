#include "search/phrase/forest_builder.hpp"

#include <array>

namespace dragoman::search {

void ForestBuilder::explain(const TranslationOption* last, const TranslationOption& option) {
  const FeatureLayout& layout = *model_->layout;
  if (option.from_rule()) {
    const auto scores = model_->rules->scores(option.rule);
    for (std::size_t c = 0; c < scores.size(); ++c) row_[layout.column(c)] += scores[c];
  }
  row_[layout.phrase_penalty()] += 1;
  const TranslationOptions& options = problem_->options;
  std::size_t words = options.target(option.target).size();
  for (const TranslationOption* piece = &option;
       piece->gaps != kNoGaps && options.gaps(*piece).next != kNoOption;) {
    piece = &options[options.gaps(*piece).next];
    words += options.target(piece->target).size();
  }
  row_[layout.word_penalty()] -= static_cast<float>(words);
  if (option.rule == kUnknownRule) row_[layout.unknown()] += kUnknownScore;
  row_[layout.distortion()] -= static_cast<float>(jump(last, option.begin));
  if (!problem_->reordering) return;
  const Orientation o = orientation(last, option);
  if (option.from_rule()) row_[layout.backward(o)] += model_->rules->reordering(option.rule)[o];
  if (last != nullptr && last->from_rule()) {
    row_[layout.forward(o)] +=
        model_->rules->reordering(last->rule)[FeatureLayout::kOrientations + o];
  }
}

void ForestBuilder::add_edge(forest::NodeId head, const TranslationOption& option, bool has_tail,
                             std::size_t offset) {
  forest_.head.push_back(head);
  forest_.rule.push_back(option.rule == kUnknownRule ? forest::kUnknownWord
                         : option.rule == kZoneRule  ? forest::kZone
                                                     : option.rule);
  forest_.tail_first.push_back(static_cast<std::uint32_t>(forest_.tails.size()));
  problem_->options.shape(option).for_each_piece([&](std::size_t begin, std::size_t end) {
    forest_.spans.push_back(
        {static_cast<std::uint32_t>(offset + begin), static_cast<std::uint32_t>(offset + end)});
  });
  forest_.span_first.push_back(static_cast<std::uint32_t>(forest_.spans.size()));
  add_words(option, has_tail);
  add_links(option, has_tail, offset);
  forest_.later.push_back(option.gaps == kNoGaps
                              ? 0
                              : static_cast<std::int32_t>(problem_->options.gaps(option).pieces));
  add_features();
}

void ForestBuilder::add_piece(forest::NodeId head, const TranslationOption& option, bool has_tail,
                              std::size_t slot) {
  forest_.head.push_back(head);
  forest_.rule.push_back(forest::kLaterPiece);
  forest_.tail_first.push_back(static_cast<std::uint32_t>(forest_.tails.size()));
  forest_.span_first.push_back(static_cast<std::uint32_t>(forest_.spans.size()));
  add_words(option, has_tail);
  forest_.link_first.push_back(static_cast<std::uint32_t>(forest_.links.size()));
  forest_.later.push_back(-1 - static_cast<std::int32_t>(slot));
  add_features();
}

void ForestBuilder::add_words(const TranslationOption& option, bool has_tail) {
  if (has_tail) forest_.symbols.push_back(kFirstNonTerminal);
  for (const WordId id : problem_->options.target(option.target)) {
    const std::string word(problem_->options.words().word(id));
    const auto fresh = static_cast<Symbol>(forest_.words.size());
    const auto [entry, added] = words_.try_emplace(word, fresh);
    if (added) forest_.words.push_back(word);
    forest_.symbols.push_back(entry->second);
  }
  forest_.symbol_first.push_back(static_cast<std::uint32_t>(forest_.symbols.size()));
}

void ForestBuilder::add_links(const TranslationOption& option, bool has_tail, std::size_t offset) {
  const std::size_t target = has_tail ? 1 : 0;
  const auto link = [&](std::size_t source, std::size_t place) {
    forest_.links.push_back(
        {static_cast<std::uint32_t>(offset + source), static_cast<std::uint32_t>(target + place)});
  };
  if (option.from_rule()) {
    // Positions in a rule count its gaps as symbols; here words count.
    std::array<std::uint32_t, kMaxSideLength + 1> source{}, words{};
    std::size_t symbol = 0;
    problem_->options.shape(option).for_each_piece([&](std::uint32_t begin, std::uint32_t end) {
      if (symbol > 0) ++symbol;
      for (std::uint32_t at = begin; at < end; ++at) source[symbol++] = at;
    });
    symbol = 0;
    std::uint32_t word = 0;
    for (const Symbol s : model_->rules->target(option.rule)) {
      words[symbol++] = s >= 0 ? word++ : word;
    }
    for (const AlignmentPoint& point : model_->rules->alignment(option.rule)) {
      link(source[point.source], words[point.target]);
    }
  } else if (option.end - option.begin == 1 &&
             problem_->options.target(option.target).size() == 1) {
    link(option.begin, 0);
  }
  forest_.link_first.push_back(static_cast<std::uint32_t>(forest_.links.size()));
}

void ForestBuilder::add_features() {
  forest_.features.insert(forest_.features.end(), row_.begin(), row_.end());
  double score = 0;
  for (std::size_t f = 0; f < row_.size(); ++f) score += model_->weights[f] * row_[f];
  forest_.score.push_back(score);
}

}  // namespace dragoman::search
