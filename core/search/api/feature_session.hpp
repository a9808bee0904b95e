// Features that are computed outside of the core, by whoever implements FeatureSession (the Python
// binding does, for features written in Python). All decoders ask them in the same way.
//
// A feature remembers something of every part of a translation, and gives a step a value by its
// rule and by what it remembers of the parts that the rule joins (its tails). What it remembers is
// a number that the session gives out. A decoder that goes from left to right has at most one
// tail, the translation so far.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "common/types.hpp"

namespace dragoman::search {

/// A step of the search as features see it.
struct FeatureQuestion {
  std::uint32_t rule;                   ///< its number in the search
  std::uint32_t begin, end;             ///< source words
  std::array<std::uint32_t, 2> states;  ///< of the tails; 0 where there is none
  bool last;                            ///< whether it makes the whole translation
  friend bool operator==(const FeatureQuestion&, const FeatureQuestion&) = default;
};

/// What a session can ask about the rules of a search.
class AskedRules {
 public:
  virtual ~AskedRules() = default;
  /// Words are >= 0, places of tails are negative, as in rule tables.
  virtual std::vector<Symbol> target_side(std::uint32_t rule) const = 0;
  virtual std::string_view target_word(Symbol word) const = 0;
  /// The number in the rule table, or -1.
  virtual std::int64_t table_number(std::uint32_t rule) const = 0;
};

/// One sentence, or one piece of one, as the features see it.
class FeatureSession {
 public:
  virtual ~FeatureSession() = default;
  /// For each question the state of what the step makes, greater than 0, and as many values as
  /// there are features.
  struct Answers {
    std::vector<std::uint32_t> states;
    std::vector<float> values;
  };
  virtual Answers answer(std::span<const FeatureQuestion> questions) = 0;
};

class FeatureSource {
 public:
  virtual ~FeatureSource() = default;
  /// `sentence`: a number among those that are decoded together. Any thread may ask for it.
  virtual std::unique_ptr<FeatureSession> open(std::size_t sentence, const AskedRules& rules) = 0;
};

}  // namespace dragoman::search
