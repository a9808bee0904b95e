// Scores of decisions by the syntactic language model, remembered: the same ones come up again and
// again, and each needs several look-ups in a large table.
#pragma once

#include <array>
#include <cstdint>

#include "common/hash.hpp"
#include "common/probing_table.hpp"
#include "grammar/treelet/syntactic_model.hpp"

namespace dragoman::search::treelet {

class EventScores {
 public:
  explicit EventScores(const dragoman::treelet::SyntacticModel& model) : model_(model) {}

  double score(const dragoman::treelet::Event& event) {
    const std::uint64_t key = hash_combine(event.contexts[0], event.outcome) | 1;
    if (known_.size() >= kMost) known_.clear(kSlots);
    Entry& entry = known_.insert(
        key, [&](const Entry& other) { return other.key == key; },
        [](const Entry& other) { return other.key; });
    if (entry.free()) entry = {key, model_.score(event)};
    return entry.score;
  }
  double score(const std::array<dragoman::treelet::Event, 3>& events) {
    return score(events[0]) + score(events[1]) + score(events[2]);
  }
  /// Of making a word and its spine, whatever its head.
  double usual(const dragoman::treelet::Lexeme& modifier) const {
    const auto [chain, word] = dragoman::treelet::usual_events(modifier);
    return model_.score(chain) + model_.score(word);
  }

 private:
  struct Entry {
    std::uint64_t key = dragoman::treelet::kNoKey;
    double score = 0;
    bool free() const { return key == dragoman::treelet::kNoKey; }
  };
  static constexpr std::size_t kSlots = 1 << 12, kMost = 1 << 20;

  const dragoman::treelet::SyntacticModel& model_;
  ProbingTable<Entry> known_{kSlots};
};

}  // namespace dragoman::search::treelet
