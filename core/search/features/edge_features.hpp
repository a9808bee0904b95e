// Features of edges that are computed outside of the core, by whoever implements EdgeSession (the
// Python binding does, for features written in Python). The chart decoder asks them.
//
// A feature remembers something of every item, and gives an edge a value by its rule and by what it
// remembers of the edge's tails. What it remembers is a number that the session gives out.
// Questions are asked in batches, each question once in a sentence.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/types.hpp"

namespace dragoman::search {

/// An edge as features see it.
struct EdgeQuestion {
  std::uint32_t rule;                   ///< its number in the search
  std::uint32_t begin, end;             ///< source words
  std::array<std::uint32_t, 2> states;  ///< of the tails; 0 where there is none
  bool last;                            ///< whether it makes the whole translation
  friend bool operator==(const EdgeQuestion&, const EdgeQuestion&) = default;
};

/// What a session can ask about rules.
class EdgeRules {
 public:
  virtual ~EdgeRules() = default;
  /// Words are >= 0, places of tails are negative, as in rule tables.
  virtual std::span<const Symbol> target_side(std::uint32_t rule) const = 0;
  virtual std::string_view target_word(Symbol word) const = 0;
  /// The number in the rule table, or -1.
  virtual std::int64_t table_number(std::uint32_t rule) const = 0;
};

/// One sentence as the features see it.
class EdgeSession {
 public:
  virtual ~EdgeSession() = default;
  /// For each question the state of what the edge makes, greater than 0, and as many values as
  /// there are features.
  struct Answers {
    std::vector<std::uint32_t> states;
    std::vector<float> values;
  };
  virtual Answers answer(std::span<const EdgeQuestion> questions) = 0;
};

class EdgeFeatureSource {
 public:
  virtual ~EdgeFeatureSource() = default;
  /// `sentence`: a number among those that are decoded together. Any thread may ask for it.
  virtual std::unique_ptr<EdgeSession> open(std::size_t sentence, const EdgeRules& rules) = 0;
};

/// Everything that the session of a sentence has said so far; without a session all is 0.
class EdgeFeatures {
 public:
  /// `place`: of the first value in feature rows.
  EdgeFeatures(std::span<const double> weights, std::size_t place)
      : weights_(weights), place_(place) {}

  /// Begins a sentence.
  void open(std::unique_ptr<EdgeSession> session);
  bool used() const { return session_ != nullptr; }

  /// Notes a question unless its answer is known; settle() asks all that were noted.
  void expect(const EdgeQuestion& question);
  void settle();

  struct Known {
    std::uint32_t state = 0;
    float score = 0;  ///< weighted
  };
  /// What is known of an edge; asks if nothing is.
  Known look_up(const EdgeQuestion& question);
  /// Adds the values to a feature row.
  void explain(const EdgeQuestion& question, float* row);

 private:
  struct Hash {
    std::size_t operator()(const EdgeQuestion& question) const;
  };
  struct Answer {
    Known known;
    std::size_t values;
  };
  const Answer& answer(const EdgeQuestion& question);

  std::span<const double> weights_;
  std::size_t place_;
  std::unique_ptr<EdgeSession> session_;
  std::unordered_map<EdgeQuestion, Answer, Hash> answers_;
  std::vector<EdgeQuestion> waiting_;
  std::vector<float> values_;
};

/// Opens the features of a sentence, and closes them whatever happens.
class OpenEdgeFeatures {
 public:
  /// `source` may be null.
  OpenEdgeFeatures(EdgeFeatures& features, EdgeFeatureSource* source, std::size_t sentence,
                   const EdgeRules& rules)
      : features_(features) {
    features_.open(source == nullptr ? nullptr : source->open(sentence, rules));
  }
  ~OpenEdgeFeatures() { features_.open(nullptr); }
  OpenEdgeFeatures(const OpenEdgeFeatures&) = delete;
  OpenEdgeFeatures& operator=(const OpenEdgeFeatures&) = delete;

 private:
  EdgeFeatures& features_;
};

}  // namespace dragoman::search
