#include "grammar/suffix/suffix_extract.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "common/error.hpp"
#include "grammar/extract/rule_scores.hpp"

namespace dragoman::grammar {
namespace {

/// The distinct known words of the sentences and their places.
struct FirstWords {
  FirstWords(std::span<const WordId> text, std::size_t vocabulary) {
    for (std::uint32_t i = 0; i < text.size(); ++i) {
      if (text[i] < vocabulary) positions.push_back(i);
    }
    std::ranges::stable_sort(positions, {}, [&](std::uint32_t i) { return text[i]; });
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (i == 0 || text[positions[i]] != text[positions[i - 1]]) begin.push_back(i);
    }
  }
  std::size_t size() const { return begin.size(); }
  std::span<const std::uint32_t> operator[](std::size_t k) const {
    const std::size_t end = k + 1 < begin.size() ? begin[k + 1] : positions.size();
    return std::span(positions).subspan(begin[k], end - begin[k]);
  }
  /// How many places the words [first, last) have.
  std::size_t places(std::size_t first, std::size_t last) const {
    return (last < begin.size() ? begin[last] : positions.size()) - begin[first];
  }

  std::vector<std::uint32_t> positions;
  std::vector<std::size_t> begin;
};

class RuleFinder {
 public:
  RuleFinder(const RuleMaker& maker, const WantedText& text, RuleCache* cache, Monitor& monitor)
      : text_(text), words_(text.words, maker.source_words()), monitor_(monitor) {
    for (std::size_t worker = 0; worker < maker.threads(); ++worker) {
      walks_.push_back(std::make_unique<PatternWalk>(maker, text, cache));
    }
  }
  const FirstWords& words() const { return words_; }

  /// The rules of the first words [begin, end).
  std::vector<FoundRules> find(std::size_t begin, std::size_t end) {
    std::vector<FoundRules> found(end - begin);
    parallel_chunks(found.size(), walks_.size(), monitor_, [&](std::size_t k, std::size_t worker) {
      const auto places = words_[begin + k];
      walks_[worker]->walk(text_.words[places[0]], places, found[k]);
    });
    return found;
  }

 private:
  const WantedText& text_;
  FirstWords words_;
  Monitor& monitor_;
  std::vector<std::unique_ptr<PatternWalk>> walks_;
};

/// How many first words are looked up together, so that their rules fit into memory: by the rules
/// that the places of earlier words had.
class GroupSizes {
 public:
  explicit GroupSizes(std::size_t memory) : memory_(static_cast<double>(memory)) {}

  std::size_t end(const FirstWords& words, std::size_t begin) const {
    std::size_t end = begin + 1;
    while (end < words.size() &&
           static_cast<double>(words.places(begin, end + 1)) * bytes_ <= memory_) {
      ++end;
    }
    return end;
  }
  void learn(std::span<const FoundRules> found, std::size_t places) {
    double bytes = 0;
    for (const FoundRules& each : found) {
      bytes += static_cast<double>(each.fresh.bytes());
      for (const auto& known : each.known) bytes += static_cast<double>(known->bytes());
    }
    bytes_ = std::max(bytes / static_cast<double>(std::max<std::size_t>(places, 1)), kLeast);
  }

 private:
  static constexpr double kFirst = 200'000, kLeast = 1'000;  ///< bytes of a place
  double memory_, bytes_ = kFirst;
};

void score_inverse(const RuleMaker& maker, std::span<FoundRules> found, RuleCache* cache,
                   Monitor& monitor) {
  std::vector<GappyRules> fresh;
  for (FoundRules& each : found) fresh.push_back(std::move(each.fresh));
  maker.score_inverse(fresh, cache, monitor);
  for (std::size_t k = 0; k < found.size(); ++k) found[k].fresh = std::move(fresh[k]);
}

void remember(std::span<const FoundRules> found, RuleCache& cache) {
  for (const FoundRules& each : found) {
    for (const FoundRules::OfPattern& of : each.patterns) {
      auto rules = std::make_shared<const GappyRules>(each.fresh.slice(of.begin, of.end));
      const std::size_t bytes = rules->bytes();
      cache.rules.insert(of.pattern, std::move(rules), bytes);
    }
  }
}

void add_rules(const GappyRules& rules, const RuleTableWidths& widths, RuleTableBuilder& builder) {
  for (const GappyRules::Rule& rule : rules.rules()) {
    const std::array scores{floored_log(rule.inverse), rule.lexical_inverse, rule.direct,
                            rule.lexical_direct};
    const std::array counts{static_cast<float>(rule.of_target), static_cast<float>(rule.of_source),
                            static_cast<float>(rule.joint)};
    builder.add({rules.source(rule), rules.target(rule), rules.alignment(rule), scores,
                 std::span(rule.reordering).first(widths.reordering), counts});
  }
}

}  // namespace

std::vector<FoundRules> find_rules(const RuleMaker& maker, const WantedText& text, RuleCache* cache,
                                   Monitor& monitor) {
  RuleFinder finder(maker, text, cache, monitor);
  return finder.find(0, finder.words().size());
}

RuleTableArrays extract_rules(const RuleMaker& maker, const WantedText& text, RuleCache* cache,
                              Monitor& monitor, const TableBudget& budget) {
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
  RuleFinder finder(maker, text, cache, monitor);
  RuleTableBuilder builder(maker.widths(), {budget.memory / 8, budget.directory});
  // A sum over all rules needs all of them at once.
  GroupSizes sizes(maker.can_cache() ? budget.memory / 4 : TableBudget{}.memory);
  for (std::size_t begin = 0, end = 0; begin < finder.words().size(); begin = end) {
    end = sizes.end(finder.words(), begin);
    std::vector<FoundRules> found = finder.find(begin, end);
    sizes.learn(found, finder.words().places(begin, end));
    score_inverse(maker, found, cache, monitor);
    if (cache != nullptr) remember(found, *cache);
    for (FoundRules& each : found) {
      for (const auto& known : each.known) add_rules(*known, maker.widths(), builder);
      add_rules(each.fresh, maker.widths(), builder);
      each = {};
    }
  }
  return builder.finish();
}

}  // namespace dragoman::grammar
