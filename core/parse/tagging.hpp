// Part-of-speech tagging from left to right, as a transition system for the beam.
//
// The tags of a frequent word are those that the treebank has for it (a tag dictionary, Ratnaparkhi
// 1996); any other word may have any tag.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parse/beam.hpp"
#include "parse/words.hpp"

namespace dragoman::parse {

/// The tags of frequent words: sorted word hashes, and for each a run of tags, the most frequent
/// first.
struct TagDictionary {
  std::span<const std::uint32_t> words;
  std::span<const std::uint32_t> offsets;  // one more than words
  std::span<const Class> tags;

  /// Throws ModelError unless words and runs are in order and all tags are below `classes`.
  void check(std::size_t classes) const;
  /// The tags of a word form; none if it is not in the dictionary.
  std::span<const Class> find(std::uint32_t form) const;
};

class Tagging {
 public:
  struct State : Step<State> {
    std::int32_t position = 0;
    std::uint32_t last = kBefore, before_last = kBefore;  // tags, moved by kFirstTag
  };
  static constexpr bool kScoresForcedActions = false;
  /// Tags as values of features stand above the sentinels.
  static constexpr std::uint32_t kFirstTag = 3;

  Tagging(std::span<const Word> words, const TagDictionary& dictionary, std::size_t tags);

  std::size_t steps() const { return static_cast<std::size_t>(words_.size()); }
  State* start(Arena& arena) const { return arena.make<State>(); }
  void list_features(const State& state, FeatureList& features) const;
  void list_actions(const State& state, std::vector<Class>& actions) const;
  State* apply(const State& state, Class tag, Arena& arena) const;

 private:
  std::uint32_t likely_tag(std::int32_t position) const;

  Words words_;
  std::size_t tags_;
  std::vector<std::span<const Class>> known_;  // the dictionary's tags of each word
};

}  // namespace dragoman::parse
