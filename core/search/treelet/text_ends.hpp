// The ends of texts, as far as language models see them, by number: equal ends have the same one.
// Thousands of items of a sentence share some hundreds of ends; numbers are quick to compare, and
// what happens where two of them meet is computed once.
#pragma once

#include <cstdint>
#include <vector>

#include "common/hash.hpp"
#include "common/probing_table.hpp"
#include "lm/state.hpp"

namespace dragoman::search::treelet {

/// Both ends of a text.
struct TextEnds {
  std::uint32_t left = 0, right = 0;
  friend bool operator==(const TextEnds&, const TextEnds&) = default;
};

/// The left ends or the right ends of a sentence's items. An end has a state for each model.
template <typename State>
class NumberedEnds {
 public:
  explicit NumberedEnds(std::size_t models) : models_(models) {}

  void clear() {
    count_ = 0;
    states_.clear();
    numbers_.clear(1 << 10);
  }
  /// state(m) is the state of model m.
  template <typename StateOf>
  std::uint32_t number(StateOf&& state) {
    std::uint64_t hash = 0;
    for (std::size_t m = 0; m < models_; ++m) hash = hash_combine(hash, state(m).hash());
    std::uint32_t& slot = numbers_.insert(
        hash,
        [&](std::uint32_t known) {
          for (std::size_t m = 0; m < models_; ++m) {
            if (!(of(known, m) == state(m))) return false;
          }
          return true;
        },
        [&](std::uint32_t known) {
          std::uint64_t other = 0;
          for (std::size_t m = 0; m < models_; ++m)
            other = hash_combine(other, of(known, m).hash());
          return other;
        });
    if (is_free(slot)) {
      slot = count_++;
      for (std::size_t m = 0; m < models_; ++m) states_.push_back(state(m));
    }
    return slot;
  }
  const State& of(std::uint32_t number, std::size_t model) const {
    return states_[number * models_ + model];
  }

 private:
  std::size_t models_;
  std::uint32_t count_ = 0;
  std::vector<State> states_;
  ProbingTable<std::uint32_t> numbers_;
};

}  // namespace dragoman::search::treelet
