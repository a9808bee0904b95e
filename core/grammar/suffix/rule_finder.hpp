// Looks the rules of sentences up, some first words at a time, so that they fit into memory.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "grammar/suffix/pattern_walk.hpp"
#include "grammar/suffix/rule_maker.hpp"

namespace dragoman::grammar {

/// The distinct known words of the sentences and their places.
class FirstWords {
 public:
  FirstWords(std::span<const WordId> text, std::size_t vocabulary);

  std::size_t size() const { return begin_.size(); }
  std::span<const std::uint32_t> operator[](std::size_t k) const {
    const std::size_t end = k + 1 < begin_.size() ? begin_[k + 1] : positions_.size();
    return std::span(positions_).subspan(begin_[k], end - begin_[k]);
  }
  /// How many places the words [first, last) have.
  std::size_t places(std::size_t first, std::size_t last) const {
    return (last < begin_.size() ? begin_[last] : positions_.size()) - begin_[first];
  }

 private:
  std::vector<std::uint32_t> positions_;
  std::vector<std::size_t> begin_;
};

class RuleFinder {
 public:
  /// The maker and the text must outlive it; `cache` may be null. Throws ConfigError if the text is
  /// not closed, or the cache not for these rules.
  RuleFinder(const RuleMaker& maker, const WantedText& text, RuleCache* cache, Monitor& monitor);

  const FirstWords& words() const { return words_; }

  /// The rules of the first words [begin, end), with all scores but p(f|e).
  std::vector<FoundRules> find(std::size_t begin, std::size_t end) {
    return find(begin, end, false);
  }
  /// The same with p(f|e); they are remembered.
  std::vector<FoundRules> find_scored(std::size_t begin, std::size_t end);

 private:
  std::vector<FoundRules> find(std::size_t begin, std::size_t end, bool scored);

  const RuleMaker& maker_;
  const WantedText& text_;
  FirstWords words_;
  RuleCache* cache_;
  Monitor& monitor_;
  std::vector<std::unique_ptr<PatternWalk>> walks_;
};

/// How many first words are looked up together, so that their rules fit into memory: by the rules
/// that the places of earlier words had.
class GroupSizes {
 public:
  explicit GroupSizes(std::size_t memory) : memory_(static_cast<double>(memory)) {}

  std::size_t end(const FirstWords& words, std::size_t begin) const;
  void learn(std::span<const FoundRules> found, std::size_t places);

 private:
  static constexpr double kFirst = 200'000, kLeast = 1'000;  ///< bytes of a place
  double memory_, bytes_ = kFirst;
};

}  // namespace dragoman::grammar
