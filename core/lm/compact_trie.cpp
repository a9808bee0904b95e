#include "lm/compact_trie.hpp"

#include <algorithm>
#include <bit>

#include "common/error.hpp"

namespace dragoman::lm {

std::size_t TrieLevel::probability_codes() const {
  return probability_bits == 0 || probability_bits == kWholeProbability
             ? 0
             : std::size_t{1} << probability_bits;
}

std::size_t TrieLevel::backoff_codes() const {
  return backoff_bits == 0 || backoff_bits == kWholeBackoff ? 0 : std::size_t{1} << backoff_bits;
}

CompactTrie::CompactTrie(std::span<const std::uint64_t> words, std::span<const float> codebook,
                         int order, std::size_t vocabulary)
    : order_(order) {
  const std::size_t header = 5 * static_cast<std::size_t>(order);
  const auto check = [](bool sound) {
    if (!sound) throw ModelError("the language model's compact arrays do not fit together");
  };
  check(words.size() >= header);
  std::size_t at = header, code = 0;
  for (int n = 1; n <= order; ++n) {
    const std::uint64_t* facts = words.data() + 5 * (n - 1);
    TrieLevel& level = levels_[n - 1];
    for (int i = 1; i < 5; ++i) check(facts[i] <= 57);
    level.count = facts[0];
    level.word_bits = static_cast<int>(facts[1]);
    level.probability_bits = static_cast<int>(facts[2]);
    level.backoff_bits = static_cast<int>(facts[3]);
    level.child_bits = static_cast<int>(facts[4]);
    check(level.count < std::uint64_t{1} << 48);
    check(n > 1 || level.count == vocabulary);
    check(n == 1 || (level.probability_bits > 0 && level.probability_bits <= kWholeProbability));
    check(n == 1 || n == order || (level.backoff_bits > 0 && level.backoff_bits <= kWholeBackoff));
    check(level.words() <= words.size() - at);
    level.data = words.data() + at;
    at += level.words();
    const std::size_t codes = level.probability_codes() + level.backoff_codes();
    check(codes <= codebook.size() - code);
    if (level.probability_codes() > 0) level.probabilities = codebook.data() + code;
    if (level.backoff_codes() > 0) {
      level.backoffs = codebook.data() + code + level.probability_codes();
    }
    code += codes;
  }
  check(at == words.size() && code == codebook.size());
}

CompactTrie::Node CompactTrie::children(int level, std::uint64_t at) const {
  if (level + 1 >= order_) return {0, 0};
  const TrieLevel& facts = levels_[level];
  const int record = facts.record_bits();
  const std::uint64_t bit = (at + 1) * record - facts.child_bits;
  const std::uint64_t limit = levels_[level + 1].count;
  const std::uint64_t end = std::min(read_bits(facts.data, bit + record, facts.child_bits), limit);
  return {std::min(read_bits(facts.data, bit, facts.child_bits), end), end};
}

bool CompactTrie::find(Node node, int length, WordId word, std::uint64_t& at) const {
  if (length > order_) return false;
  const TrieLevel& level = levels_[length - 1];
  const int record = level.record_bits();
  std::uint64_t low = node.begin, high = node.end;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    const std::uint64_t found = read_bits(level.data, middle * record, level.word_bits);
    if (found < word) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  at = low;
  return low < node.end && read_bits(level.data, low * record, level.word_bits) == word;
}

bool CompactTrie::extend(Node& node, int length, WordId word, Value& value) const {
  std::uint64_t at = 0;
  if (!find(node, length, word, at)) return false;
  node = children(length - 1, at);
  value = this->value(length, at);
  value.probability = node.begin == node.end ? mark_independent(value.probability)
                                             : mark_extends(value.probability);
  return true;
}

WordId CompactTrie::word(int length, std::uint64_t at) const {
  const TrieLevel& level = levels_[length - 1];
  return static_cast<WordId>(read_bits(level.data, at * level.record_bits(), level.word_bits));
}

Value CompactTrie::value(int length, std::uint64_t at) const {
  const TrieLevel& level = levels_[length - 1];
  const std::uint64_t bit = at * level.record_bits() + level.word_bits;
  const auto probability =
      static_cast<std::uint32_t>(read_bits(level.data, bit, level.probability_bits));
  const auto backoff = static_cast<std::uint32_t>(
      read_bits(level.data, bit + level.probability_bits, level.backoff_bits));
  Value value;
  value.probability = level.probabilities == nullptr ? std::bit_cast<float>(probability)
                                                     : level.probabilities[probability];
  value.backoff = level.backoff_bits == 0     ? kNoExtension
                  : level.backoffs == nullptr ? std::bit_cast<float>(backoff)
                                              : level.backoffs[backoff];
  return value;
}

}  // namespace dragoman::lm
