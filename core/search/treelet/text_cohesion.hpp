// Cohesion of the texts that the treelet search puts together: the phrases of a derivation in
// target order (shared/sequence_cohesion.hpp). An s-phrase is a phrase, and an adjunction joins two
// texts side by side.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "search/shared/sequence_cohesion.hpp"

namespace dragoman::search::treelet {

class TextCohesion {
 public:
  TextCohesion(const ModelParts& model, const CohesionSettings& settings)
      : sequences_(model, settings) {}

  /// Begins a sentence of at most 64 words; see SequenceCohesion.
  void begin_sentence(std::span<const std::int32_t> heads, std::span<const std::uint8_t> kinds,
                      bool hard) {
    known_.clear();
    sequences_.begin_sentence(heads, kinds, hard);
  }
  bool used() const { return sequences_.used(); }

  /// The sequence of the phrase that translates the words [begin, end); 0 if there is no tree.
  std::uint32_t phrase(std::size_t begin, std::size_t end) {
    if (!used()) return 0;
    WordSet words = sequences_.no_words();
    words.add(begin, end);
    return sequences_.phrase(words);
  }
  /// What two texts with these sequences make, if there is a tree.
  const SequenceCohesion::Joined& join(std::uint32_t left, std::uint32_t right) {
    const auto [entry, added] = known_.try_emplace(static_cast<std::uint64_t>(left) << 32 | right);
    if (added) entry->second = sequences_.join(std::array{left, right}, false);
    return entry->second;
  }
  /// Adds the values of a join to a feature row.
  void explain(std::uint32_t left, std::uint32_t right, float* row) {
    if (used()) sequences_.explain(join(left, right), row);
  }

 private:
  SequenceCohesion sequences_;
  std::unordered_map<std::uint64_t, SequenceCohesion::Joined> known_;
};

}  // namespace dragoman::search::treelet
