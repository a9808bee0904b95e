// A sentence to be translated, with the demands on its translation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "forest/prefix_words.hpp"

namespace dragoman::search {

/// Translations given for the words [begin, end).
struct Zone {
  std::size_t begin = 0;
  std::size_t end = 0;
  /// Each is a sequence of target words, which may be empty.
  std::vector<std::vector<std::string>> translations;
  /// If true, no rule may translate a word of the zone; otherwise the given translations compete
  /// with the rules.
  bool exclusive = true;
};

/// A word of a lattice leads from one node to a later one.
struct LatticeArc {
  std::uint32_t begin, end;
  float score;
};

struct Sentence {
  std::vector<std::string> words;
  /// If not empty, the words are those of a lattice, one for each arc, in the order of their
  /// begins. A path from node 0 to the last node is translated.
  std::vector<LatticeArc> lattice = {};
  std::vector<Zone> zones;
  /// Positions i in (0, size): all words before i are translated before any word at or after i.
  std::vector<std::size_t> walls;
  /// Forced decoding: the only translation allowed.
  bool forced = false;
  std::vector<std::string> reference;
  /// Otherwise the translation must be one of these, if there are any.
  std::vector<std::vector<std::string>> references = {};
  /// Otherwise the translation must begin with these words, if there are any.
  forest::Prefix prefix = {};
  /// The dependency tree: the position of every word's head, -1 for roots. Empty if there is no
  /// tree.
  std::vector<std::int32_t> heads;
  /// For every word SourceTree::kVerb, kNoun or 0; may be empty.
  std::vector<std::uint8_t> kinds;
  /// The tag of every word; may be empty.
  std::vector<std::string> tags = {};
  /// The relation of every word to its head, for those who ask for it; may be empty.
  std::vector<std::string> labels = {};

  /// The places between which translations lie: the words, or in a lattice the nodes but one.
  std::size_t length() const {
    std::size_t last = 0;
    for (const LatticeArc& arc : lattice) last = std::max<std::size_t>(last, arc.end);
    return lattice.empty() ? words.size() : last;
  }
  /// Whether the translation or its beginning is given.
  bool output_given() const { return forced || !prefix.words.empty(); }
};

}  // namespace dragoman::search
