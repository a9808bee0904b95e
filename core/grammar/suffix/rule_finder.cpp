#include "grammar/suffix/rule_finder.hpp"

#include <algorithm>

#include "common/error.hpp"

namespace dragoman::grammar {
namespace {

void remember(const FoundRules& found, RuleCache& cache) {
  for (const FoundRules::OfPattern& of : found.patterns) {
    auto rules = std::make_shared<const GappyRules>(found.fresh.slice(of.begin, of.end));
    const std::size_t bytes = rules->bytes();
    cache.rules.insert(of.key, std::move(rules), bytes);
  }
}

}  // namespace

FirstWords::FirstWords(std::span<const WordId> text, std::size_t vocabulary) {
  for (std::uint32_t i = 0; i < text.size(); ++i) {
    if (text[i] < vocabulary) positions_.push_back(i);
  }
  std::ranges::stable_sort(positions_, {}, [&](std::uint32_t i) { return text[i]; });
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    if (i == 0 || text[positions_[i]] != text[positions_[i - 1]]) begin_.push_back(i);
  }
}

RuleFinder::RuleFinder(const RuleMaker& maker, const WantedText& text, RuleCache* cache,
                       Monitor& monitor)
    : maker_(maker),
      text_(text),
      words_(text.words, maker.source_words()),
      cache_(cache),
      monitor_(monitor) {
  if (!text.words.empty() && text.words.back() != kLineEnd) {
    throw ConfigError("the last sentence is not closed");
  }
  if (!text.places.empty() && text.places.size() != text.words.size()) {
    throw ConfigError("the words of the lattices have no places");
  }
  if (cache != nullptr && !maker.can_cache()) {
    throw ConfigError(
        "p(f|e) as a sum over the extracted rules depends on all of them: use lookup");
  }
  for (std::size_t worker = 0; worker < maker.threads(); ++worker) {
    walks_.push_back(std::make_unique<PatternWalk>(maker, text, cache));
  }
}

std::vector<FoundRules> RuleFinder::find(std::size_t begin, std::size_t end, bool scored) {
  std::vector<FoundRules> found(end - begin);
  parallel_chunks(found.size(), walks_.size(), monitor_, [&](std::size_t k, std::size_t worker) {
    const auto places = words_[begin + k];
    walks_[worker]->walk(text_.words[places[0]], places, found[k]);
    if (!scored) return;
    maker_.score_inverse({&found[k].fresh, 1}, cache_, monitor_);
    if (cache_ != nullptr) remember(found[k], *cache_);
  });
  return found;
}

std::vector<FoundRules> RuleFinder::find_scored(std::size_t begin, std::size_t end) {
  if (maker_.scores_apart()) return find(begin, end, true);
  std::vector<FoundRules> found = find(begin, end);
  std::vector<GappyRules> fresh;
  for (FoundRules& each : found) fresh.push_back(std::move(each.fresh));
  maker_.score_inverse(fresh, cache_, monitor_);
  for (std::size_t k = 0; k < found.size(); ++k) found[k].fresh = std::move(fresh[k]);
  for (std::size_t k = 0; k < found.size() && cache_ != nullptr; ++k) remember(found[k], *cache_);
  return found;
}

std::size_t GroupSizes::end(const FirstWords& words, std::size_t begin) const {
  std::size_t end = begin + 1;
  while (end < words.size() &&
         static_cast<double>(words.places(begin, end + 1)) * bytes_ <= memory_) {
    ++end;
  }
  return end;
}

void GroupSizes::learn(std::span<const FoundRules> found, std::size_t places) {
  double bytes = 0;
  for (const FoundRules& each : found) {
    bytes += static_cast<double>(each.fresh.bytes());
    for (const auto& known : each.known) bytes += static_cast<double>(known->bytes());
  }
  bytes_ = std::max(bytes / static_cast<double>(std::max<std::size_t>(places, 1)), kLeast);
}

}  // namespace dragoman::grammar
