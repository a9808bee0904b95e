// Queries of an n-gram language model. A Model is a view of arrays in a memory-mapped file or in
// memory; threads can share it.
//
//   State state = model.begin_sentence(), next;
//   for (word : sentence) { total += model.score(state, model.find(word), next); state = next; }
//   total += model.score(state, model.end_sentence(), next);
//
// Scores are log10 probabilities, equal to KenLM's (Heafield 2011) on the same ARPA file. For
// fragments without their left context see chart.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "common/types.hpp"
#include "common/vocabulary.hpp"
#include "lm/compact_trie.hpp"
#include "lm/hash_table.hpp"
#include "lm/state.hpp"
#include "lm/value.hpp"

namespace dragoman::lm {

/// The arrays of a binary model, as build.hpp makes them.
struct ModelView {
  int order = 0;
  WordId unknown = 0, begin_sentence = 0, end_sentence = 0;
  std::span<const char> vocabulary_bytes;
  std::span<const std::uint64_t> vocabulary_offsets;
  std::span<const std::uint32_t> vocabulary_slots;
  std::span<const float> unigrams;  // probability and back-off of every word (value.hpp)
  bool compact_layout = false;
  std::span<const std::uint64_t> hash;         // of the hash layout (HashSearch)
  std::span<const std::uint32_t> first_words;  // of its n-grams; only unpack.hpp reads them
  std::span<const std::uint64_t> compact;      // of the compact layout (compact_trie.hpp)
  std::span<const float> codebook;
  // Of a model of word classes, else empty: the words of text, and the number of each one's class.
  std::span<const char> member_bytes;
  std::span<const std::uint64_t> member_offsets;
  std::span<const std::uint32_t> member_slots;
  std::span<const std::uint32_t> classes;
};

class Model {
 public:
  /// The arrays must outlive the model. Throws ModelError if they cannot belong together.
  explicit Model(const ModelView& arrays);

  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  int order() const { return order_; }
  WordId unknown() const { return unknown_; }
  WordId end_sentence() const { return end_sentence_; }
  State begin_sentence() const { return begin_sentence_; }
  State empty() const { return {}; }
  const Vocabulary& vocabulary() const { return vocabulary_; }

  /// What the arrays hold, for those who list it.
  Value unigram(WordId word) const { return unigrams_[word]; }
  bool is_compact() const { return is_compact_; }
  const HashSearch& hash() const { return hash_; }
  std::span<const std::uint32_t> first_words() const { return first_words_; }
  const CompactTrie& compact() const { return compact_; }

  /// The number of the word, or of its class in a model of classes; or unknown().
  WordId find(std::string_view word) const {
    const WordId id = (members_ ? *members_ : vocabulary_).find(word);
    if (id == kNoWord) return unknown_;
    return members_ ? classes_[id] : id;
  }

  /// log10 p(word | in), and the state after the word; `out` must not be `in`. A number that does
  /// not belong to a word counts as unknown().
  float score(const State& in, WordId word, State& out) const {
    return full_score(in, word, out).probability;
  }

  struct Score {
    float probability;    // log10
    bool independent;     // whether further words on the left of the context cannot change it
    std::uint8_t length;  // of the longest n-gram found
  };
  Score full_score(const State& in, WordId word, State& out) const;

  /// Starts to load the memory that score(in, word, ...) will read.
  DRAGOMAN_PREFETCHING void prefetch(const State& in, WordId word) const {
    if (!is_compact_) hash_.prefetch(hash_.start(word), in.words, in.length);
  }

  /// log10 p of each word of a sentence, in one call that loads ahead. `words` does not include
  /// <s>, and includes </s> only if it is to be scored; `out` has as many places as there are
  /// words.
  void score_all(State state, std::span<const WordId> words, std::span<float> out) const;

  struct Extension {
    float probability;    // log10, given all the context that could be used
    bool independent;     // whether further words on the left cannot change it
    std::uint8_t usable;  // how many words of the added context can still matter to later words
  };
  /// Scores the last word of left[0..length) again, with words of `context` put before left, as
  /// many as there are `backoffs` (both as in State). left must be the words of an existing n-gram
  /// that extends to the left. `probability` is that of the last word without this context. Writes
  /// the back-offs of the longer contexts.
  Extension extend_left(std::span<const WordId> left, float probability, const WordId* context,
                        std::span<const float> backoffs, float* backoffs_out) const;

 private:
  Vocabulary vocabulary_;
  std::optional<Vocabulary> members_;
  std::span<const std::uint32_t> classes_;  // by the numbers of members_
  const Value* unigrams_;
  std::size_t words_;
  bool is_compact_;
  HashSearch hash_;
  std::span<const std::uint32_t> first_words_;
  CompactTrie compact_;
  int order_;
  WordId unknown_, end_sentence_;
  State begin_sentence_;
};

}  // namespace dragoman::lm
