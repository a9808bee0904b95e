#include "search/phrase/graph_writer.hpp"

#include <array>

namespace dragoman::search::phrase {
namespace {

/// Calls f(begin, end) for each run of source words of an option: in a lattice their numbers.
template <typename F>
void for_each_run(const GappedOptions& options, const TranslationOption& option, F&& f) {
  const std::uint32_t path = options.path_of(option);
  if (path == kNoPath) return options.shape(option).for_each_piece(f);
  const auto words = options.paths()[path];
  for (std::size_t i = 0; i < words.size();) {
    const std::uint32_t begin = words[i];
    std::uint32_t end = begin;
    while (i < words.size() && words[i] == end) ++i, ++end;
    f(begin, end);
  }
}

}  // namespace

void GraphWriter::explain(const Problem& problem, const TranslationOption* last,
                          const TranslationOption& option) {
  const StepFeatures& features = problem.features;
  const std::size_t words = problem.options.target_words(option);
  if (option.from_rule()) {
    features.rules.explain_rule(option.rule, words, row_.data());
    features.rule_features.explain(option.rule, row_.data());
  } else {
    features.rules.explain_kind(option.rule, words, row_.data());
  }
  const WordLattice& lattice = problem.options.lattice();
  const int jump = lattice.used() ? lattice_jump(lattice, last, option.begin)
                                  : Distortion::jump(last, option.begin);
  features.distortion.explain(jump, row_.data());
  problem.options.paths().explain(problem.options.path_of(option), row_.data());
  features.reordering.explain(last, option, row_.data());
}

void GraphWriter::add_edge(const Problem& problem, const TranslationOption& option, bool has_tail,
                           std::size_t offset) {
  for_each_run(problem.options, option, [&](std::uint32_t begin, std::uint32_t end) {
    writer_.add_span(static_cast<std::uint32_t>(offset + begin),
                     static_cast<std::uint32_t>(offset + end));
  });
  add_words(problem, option, has_tail);
  add_links(problem, option, has_tail, offset);
  const std::uint32_t later = option.gaps == kNoGaps ? 0 : problem.options.gaps(option).pieces;
  writer_.end_edge(forest_code(option.rule), row_, static_cast<std::int32_t>(later));
}

void GraphWriter::add_words(const Problem& problem, const TranslationOption& option,
                            bool has_tail) {
  if (has_tail) writer_.add_tail_place(0);
  for (const WordId id : problem.options.target(option.target)) {
    writer_.add_word(problem.options.words().word(id));
  }
}

void GraphWriter::add_links(const Problem& problem, const TranslationOption& option, bool has_tail,
                            std::size_t offset) {
  const std::size_t first = has_tail ? 1 : 0;
  const auto link = [&](std::size_t source, std::size_t place) {
    writer_.add_link(static_cast<std::uint32_t>(offset + source),
                     static_cast<std::uint32_t>(first + place));
  };
  const std::uint32_t path = problem.options.path_of(option);
  const bool one =
      path == kNoPath ? option.end - option.begin == 1 : problem.options.paths()[path].size() == 1;
  if (option.from_rule()) {
    // Positions in a rule count its gaps as symbols; here only words are counted.
    std::array<std::uint32_t, kMaxSideLength + 1> source{}, words{};
    std::size_t symbol = 0;
    for_each_run(problem.options, option, [&](std::uint32_t begin, std::uint32_t end) {
      if (symbol > 0 && path == kNoPath) ++symbol;
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
  } else if (one && problem.options.target(option.target).size() == 1) {
    link(path == kNoPath ? option.begin : problem.options.paths()[path].front(), 0);
  }
}

}  // namespace dragoman::search::phrase
