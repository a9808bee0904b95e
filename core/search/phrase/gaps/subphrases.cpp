#include "search/phrase/gaps/subphrases.hpp"

#include <algorithm>
#include <limits>

namespace dragoman::search::phrase {
namespace {

constexpr std::uint32_t kUnlinked = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kNoPiece = std::numeric_limits<std::size_t>::max();

/// A contiguous source piece, and the place of the target word where it stands.
struct Subphrase {
  std::uint32_t begin, end;
  std::uint32_t place = kUnlinked;
};

void place_unlinked(std::vector<Subphrase>& pieces) {
  const auto linked =
      std::ranges::find_if(pieces, [](const Subphrase& piece) { return piece.place != kUnlinked; });
  std::uint32_t before = linked == pieces.end() ? 0 : linked->place;
  for (Subphrase& piece : pieces) {
    if (piece.place == kUnlinked) piece.place = before;
    before = piece.place;
  }
}

std::uint32_t jump(std::uint32_t from, std::uint32_t to) {
  return from < to ? to - from : from - to;
}

}  // namespace

std::vector<SubphraseRun> subphrase_runs(const Shape& shape, std::span<const Symbol> target,
                                         std::span<const grammar::AlignmentPoint> links) {
  // Positions in a rule count its gaps as symbols.
  std::vector<Subphrase> pieces;
  std::vector<std::size_t> piece_of;
  shape.for_each_piece([&](std::uint32_t begin, std::uint32_t end) {
    if (!pieces.empty()) piece_of.push_back(kNoPiece);
    piece_of.insert(piece_of.end(), end - begin, pieces.size());
    pieces.push_back({begin, end});
  });
  for (const grammar::AlignmentPoint& link : links) {
    if (target[link.target] < 0 || piece_of[link.source] == kNoPiece) continue;
    std::uint32_t& place = pieces[piece_of[link.source]].place;
    place = std::min<std::uint32_t>(place, link.target);
  }
  place_unlinked(pieces);
  std::ranges::stable_sort(pieces, {}, &Subphrase::place);
  std::vector<SubphraseRun> runs(1);
  auto next = pieces.begin();
  for (std::uint32_t place = 0; place <= target.size(); ++place) {
    if (place < target.size() && target[place] < 0) runs.emplace_back();
    for (; next != pieces.end() && next->place == place; ++next) {
      SubphraseRun& run = runs.back();
      if (run.any()) {
        run.jumps += jump(run.end, next->begin);
      } else {
        run.first = next->begin;
      }
      run.end = next->end;
    }
  }
  return runs;
}

}  // namespace dragoman::search::phrase
