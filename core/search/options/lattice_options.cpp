// The options of a lattice: the rules of all paths. An option knows its path, whose scores are
// part of its own.

#include <algorithm>
#include <numeric>
#include <tuple>

#include "common/error.hpp"
#include "search/options/translation_options.hpp"

namespace dragoman::search {
namespace {

/// Words that phrases are followed over, of all paths from all nodes: where many equal words stand
/// side by side, the paths of a phrase are as many as their combinations.
constexpr std::size_t kMostFollowed = 2'000'000;

}  // namespace

void TranslationOptions::collect_lattice(const Sentence& sentence, const OptionLimits& limits,
                                         bool relaxed) {
  paths_.begin_sentence(sentence);
  source_.clear();
  for (const std::string& word : sentence.words) {
    source_.push_back(model_.rules->source_vocabulary().find(word));
  }
  path_.clear();
  followed_ = 0;
  for (std::size_t node = 0; node < length_; ++node) {
    follow(node, node, model_.rules->root(), limits);
  }
  add_unknown_arcs(sentence, limits.unknown);
  if (relaxed) {
    const auto runs = runs_for(static_cast<std::size_t>(lattice_.distance(0, length_)));
    for (std::size_t node = 0; node < length_; ++node) {
      for (const std::uint32_t word : lattice_.leaving(node)) {
        const std::uint32_t path = paths_.add({&word, 1});
        add_words(node, lattice_.end(word), kDeletedRule, {});
        set_path(path);
        for (const std::vector<WordId>& run : runs) {
          add_words(node, lattice_.end(word), run.size() == 1 ? kBackOffRule : kInsertedRule, run);
          set_path(path);
        }
      }
    }
  }
  sort_lattice();
}

void TranslationOptions::follow(std::size_t begin, std::size_t at, RuleTable::Node node,
                                const OptionLimits& limits) {
  if (at == length_) return;
  for (const std::uint32_t word : lattice_.leaving(at)) {
    if (source_[word] == kNoWord) continue;
    const auto next = model_.rules->child(node, static_cast<Symbol>(source_[word]));
    if (next == RuleTable::kNoNode) continue;
    if (++followed_ > kMostFollowed) {
      throw ConfigError("a lattice has too many paths with phrases of the model: prune it");
    }
    path_.push_back(word);
    const BestRules best = candidates_.best(next, table_limit(limits), reference_);
    const auto first = static_cast<std::uint32_t>(begin),
               end = static_cast<std::uint32_t>(lattice_.end(word));
    const std::uint32_t path = best.rules.empty() ? kNoPath : paths_.add(path_);
    for (std::size_t i = 0; i < best.rules.size(); ++i) {
      if (best.options == nullptr) {
        add_rule(first, end, best.rules[i]);
      } else {
        add_remembered(first, end, best.rules[i], best.options[i]);
      }
      set_path(path);
    }
    follow(begin, end, next, limits);
    path_.pop_back();
  }
}

void TranslationOptions::set_path(std::uint32_t path) {
  const float score = paths_.score(path);
  TranslationOption& option = options_.back();
  option.score += score;
  option.estimate += score;
  option.bound += score;
  option_paths_.push_back(path);
}

void TranslationOptions::add_unknown_arcs(const Sentence& sentence, UnknownWords treatment) {
  std::vector<bool> translated(source_.size(), false);
  for (const std::uint32_t path : option_paths_) {
    if (paths_[path].size() == 1) translated[paths_[path].front()] = true;
  }
  for (std::size_t node = 0; node < length_; ++node) {
    for (const std::uint32_t word : lattice_.leaving(node)) {
      if (translated[word] || (reference_.forced && has_rule(source_[word]))) continue;
      if (!add_unknown_word(node, lattice_.end(word), sentence.words[word], treatment)) continue;
      set_path(paths_.add({&word, 1}));
    }
  }
}

void TranslationOptions::sort_lattice() {
  std::vector<std::uint32_t> order(options_.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) {
    const TranslationOption& option = options_[i];
    return std::tuple(option.begin, option.end, -option.estimate, option.rule);
  });
  std::vector<TranslationOption> options;
  std::vector<std::uint32_t> paths;
  options.reserve(order.size());
  paths.reserve(order.size());
  for (const std::uint32_t i : order) {
    options.push_back(options_[i]);
    paths.push_back(option_paths_[i]);
  }
  options_ = std::move(options);
  option_paths_ = std::move(paths);
  find_spans();
}

}  // namespace dragoman::search
