// What is demanded of the texts of items: phrases keep the order of the source at walls, and what
// they say is part of a text that is given (forced decoding), or of its beginning that was typed.
//
// What an item must know of its text for that is what it *holds*; it has a number, 0 where nothing
// is demanded. Whether two texts may meet depends on what they hold alone, so all items of a group
// hold the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "search/api/sentence.hpp"
#include "search/options/translation_options.hpp"

namespace dragoman::search::treelet {

/// How many walls stand before the first and before the last source word of a phrase.
struct WallZones {
  std::uint8_t begin = 0, end = 0;
  friend bool operator==(const WallZones&, const WallZones&) = default;
};

struct Held {
  WallZones first, last;  ///< of the first and of the last phrase of the text
  /// Words [from, to) of the given text. What stands behind all typed words begins and ends there.
  std::uint32_t from = 0, to = 0;
  friend bool operator==(const Held&, const Held&) = default;
};

class Demands {
 public:
  /// Begins a sentence of at most 64 words, perhaps with walls at punctuation; the options must
  /// stay until the next one.
  void begin(const Sentence& sentence, const TranslationOptions& options, bool punctuation);

  bool used() const { return walled_ || text_given_; }
  /// Whether the whole text is given.
  bool forced() const { return options_->reference().forced; }
  /// Whether it is given, or begins as typed.

  /// What a phrase holds, at each place of the given text where it can stand; the numbers stay
  /// until the next call.
  std::span<const std::uint32_t> phrase(const TranslationOption& option);
  /// What two texts hold that become one in this order; nothing if they may not.
  std::optional<std::uint32_t> join(std::uint32_t before, std::uint32_t after);
  /// Whether a text over these source words can be a part of the translation.
  bool allows(std::uint64_t bits) const;
  /// Whether all that was demanded is there.
  bool complete(std::uint32_t held) const;
  /// Equal for texts that make the same part of the given text.
  std::uint64_t part(std::uint32_t held) const;
  const Held& operator[](std::uint32_t number) const { return held_[number]; }

 private:
  struct Hash {
    std::size_t operator()(const Held& held) const;
  };
  std::uint32_t number(const Held& held);

  const TranslationOptions* options_ = nullptr;
  bool walled_ = false, text_given_ = false;
  std::vector<std::uint8_t> zone_of_;     ///< of every source word
  std::vector<std::uint64_t> zone_bits_;  ///< the words of every zone
  std::vector<Held> held_;
  std::unordered_map<Held, std::uint32_t, Hash> numbers_;
  std::unordered_map<std::uint64_t, std::uint32_t> joined_;
  std::vector<std::uint32_t> places_;
};

}  // namespace dragoman::search::treelet
