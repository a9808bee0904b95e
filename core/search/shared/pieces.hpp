// How long sentences are cut into pieces, and where walls stop reordering.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "search/api/sentence.hpp"

namespace dragoman::search {

/// Whether a word is a punctuation mark that lines are cut at, and that has walls.
bool is_punctuation(const std::string& word);

/// Where the piece that begins at `begin` ends: after at most `max_words` words (0: any number), at
/// punctuation if possible, never inside a zone. A sentence whose output is given is one piece,
/// and so is a lattice.
std::size_t piece_end(const Sentence& sentence, std::size_t begin, std::size_t max_words);

/// For every position p of the piece [begin, end), the least wall greater than p, counted from
/// `begin`; the length of the piece if there is no such wall. With `punctuation`, punctuation marks
/// have walls on both sides.
std::vector<std::uint32_t> next_walls(const Sentence& sentence, std::size_t begin, std::size_t end,
                                      bool punctuation);

}  // namespace dragoman::search
