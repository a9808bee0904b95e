// Where patterns stand in sentences or lattices, and which words can continue them there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/index/indexed_text.hpp"
#include "grammar/suffix/wanted_text.hpp"

namespace dragoman::grammar {

class PatternPlaces {
 public:
  /// Where a pattern occurs in the sentences: its first and its last word.
  struct Place {
    std::uint32_t first, last;
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  /// A word that continues a pattern, and where.
  struct Continuation {
    WordId word;
    Place place;
    friend auto operator<=>(const Continuation&, const Continuation&) = default;
  };

  /// Words are below `words`; a pattern with gaps covers at most `span` words.
  PatternPlaces(const WantedText& text, std::size_t words, std::size_t span)
      : text_(text), words_(static_cast<WordId>(words)), span_(span) {}

  static std::vector<Place> of_word(std::span<const std::uint32_t> positions);
  /// The words that follow at once, of a pattern with gaps or without, and those that follow after
  /// a gap. Sorted, none twice.
  std::vector<Continuation> next_words(bool gaps, std::span<const Place> places) const;
  std::vector<Continuation> later_words(std::span<const Place> places) const;

 private:
  WantedText text_;
  WordId words_;
  std::size_t span_;
};

/// The words of sorted continuations, each once.
std::vector<WordId> words_of(std::span<const PatternPlaces::Continuation> found);

}  // namespace dragoman::grammar
