// Gamma-dependencies (Carreras & Collins 2009, definition 2): a dependency between target words
// that are tied to source words, and the contexts by which the dependency model knows it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/treelet/syntactic_events.hpp"

namespace dragoman::treelet {

/// Source words [first, last], from 0.
struct SourceRange {
  std::uint16_t first, last;
  friend auto operator<=>(const SourceRange&, const SourceRange&) = default;
};

/// What is known of a source sentence. All but its size may be empty.
struct SourceSentence {
  std::size_t size = 0;
  std::span<const Name> tags = {};
  std::span<const std::int32_t> heads = {};    ///< positions, or -1
  std::span<const Name> labels = {};           ///< relations of the words to their heads
  std::span<const std::int32_t> clauses = {};  ///< the word that heads a word's clause

  Name tag(std::int64_t position) const;
  Name label(std::size_t position) const { return labels.empty() ? kNoName : labels[position]; }
};

/// Features of the log-linear model that are there on request.
enum class GammaTemplate : std::uint8_t {
  kClause,  ///< whether the source words are in the same clause
  kRole,    ///< the grammatical roles of the source words
};

class GammaTemplates {
 public:
  GammaTemplates() = default;
  void add(GammaTemplate one) { bits_ |= bit(one); }
  bool has(GammaTemplate one) const { return (bits_ & bit(one)) != 0; }

 private:
  static unsigned bit(GammaTemplate one) { return 1U << static_cast<unsigned>(one); }
  unsigned bits_ = 0;
};

struct Gamma {
  Lexeme modifier, head;
  SourceRange modifier_source, head_source;
  Side side;  ///< of the head on which the modifier stands
};

/// Whether target and source have the two words in different orders; where the source ranges
/// overlap, their middles are compared.
bool reversed(const Gamma& gamma);
/// Source words between the two ranges, in classes; 0 if they overlap.
std::uint64_t distance_class(const Gamma& gamma);

inline constexpr std::size_t kGammaLevels = 5;
/// The contexts of the backed-off model, the most specific first: spines, order, distance and tags
/// of the source words; then less of it.
std::array<std::uint64_t, kGammaLevels> gamma_contexts(const Gamma& gamma,
                                                       const SourceSentence& source);
/// The features of the log-linear model: those contexts, words, tags around the source words and
/// between them, how the source words depend on each other, and what `wanted` asks for.
void gamma_features(const Gamma& gamma, const SourceSentence& source, GammaTemplates wanted,
                    std::vector<std::uint64_t>& features);

}  // namespace dragoman::treelet
