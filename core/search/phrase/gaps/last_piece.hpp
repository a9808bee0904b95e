// The source piece that came last in target order (subphrases.hpp), as the state of a search keeps
// it: where it ended, and whether it belongs to a phrase with pending target pieces. The jump from
// it to the next piece of the same phrase is within a phrase, every other jump is between phrases.
#pragma once

#include <cstddef>
#include <cstdint>

#include "search/phrase/gaps/subphrases.hpp"

namespace dragoman::search::phrase {

struct LastPiece {
  /// A sentence or piece of one has fewer words than 2^24, and at most kMaxPending phrases wait.
  std::uint32_t end : 24 = 0;
  std::uint32_t owner : 8 = 0;  ///< 1 + the phrase's place among those that wait, or 0

  friend bool operator==(const LastPiece&, const LastPiece&) = default;
  std::uint64_t hash() const { return std::uint64_t{end} << 40 | std::uint64_t{owner} << 32; }

  bool is_of(std::size_t slot) const { return owner == slot + 1; }

  /// After a phrase began, with these source pieces in its first target piece. If it waits for more
  /// target pieces, it comes after `waiting` others.
  LastPiece begun(const SubphraseRun& run, bool waits, std::size_t waiting) const {
    if (!run.any()) return *this;
    return made(run.end, waits ? waiting + 1 : 0);
  }
  /// After the next target piece of the phrase at `slot`; `ends`: it was the last one.
  LastPiece placed(std::size_t slot, const SubphraseRun& run, bool ends) const {
    if (run.any()) return made(run.end, ends ? 0 : slot + 1);
    LastPiece same = *this;
    if (ends && owner == slot + 1) same.owner = 0;
    if (ends && owner > slot + 1) --same.owner;
    return same;
  }

 private:
  static LastPiece made(std::uint32_t end, std::size_t owner) {
    LastPiece piece;
    piece.end = end & 0xFFFFFF;
    piece.owner = owner & 0xFF;
    return piece;
  }
};

}  // namespace dragoman::search::phrase
