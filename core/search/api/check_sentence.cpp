#include "search/api/check_sentence.hpp"

#include <vector>

#include "common/error.hpp"

namespace dragoman::search {
namespace {

constexpr std::uint32_t kMaxLatticeNodes = 1'000'000;

void check_zones(const Sentence& sentence) {
  const std::size_t size = sentence.words.size();
  std::vector<bool> taken(size, false);
  for (const Zone& zone : sentence.zones) {
    if (zone.begin >= zone.end || zone.end > size) {
      throw ConfigError("a zone covers words " + std::to_string(zone.begin) + " to " +
                        std::to_string(zone.end) + " of a sentence of " + std::to_string(size));
    }
    if (!zone.exclusive) continue;
    for (std::size_t i = zone.begin; i < zone.end; ++i) {
      if (taken[i]) throw ConfigError("two exclusive zones cover word " + std::to_string(i));
      taken[i] = true;
    }
  }
}

void check_walls(const Sentence& sentence) {
  for (const std::size_t wall : sentence.walls) {
    if (wall > sentence.words.size()) {
      throw ConfigError("a wall at word " + std::to_string(wall) + " of a sentence of " +
                        std::to_string(sentence.words.size()));
    }
  }
}

void check_tree(const Sentence& sentence) {
  const std::size_t size = sentence.words.size();
  if (!sentence.tags.empty() && sentence.tags.size() != size) {
    throw ConfigError("a sentence of " + std::to_string(size) + " words has " +
                      std::to_string(sentence.tags.size()) + " tags");
  }
  if (!sentence.labels.empty() &&
      (sentence.labels.size() != size || sentence.heads.size() != size)) {
    throw ConfigError("a sentence of " + std::to_string(size) + " words has " +
                      std::to_string(sentence.labels.size()) + " labels and " +
                      std::to_string(sentence.heads.size()) + " heads");
  }
  if (sentence.heads.empty()) return;
  if (sentence.heads.size() != size || (!sentence.kinds.empty() && sentence.kinds.size() != size)) {
    throw ConfigError("the tree of a sentence of " + std::to_string(size) + " words has " +
                      std::to_string(sentence.heads.size()));
  }
  enum : char { kUnseen, kOnPath, kSound };
  std::vector<char> state(size, kUnseen);
  std::vector<std::size_t> path;
  for (std::size_t start = 0; start < size; ++start) {
    path.clear();
    for (std::int64_t node = static_cast<std::int64_t>(start); node != -1;) {
      if (node < -1 || node >= static_cast<std::int64_t>(size)) {
        throw ConfigError("a head of a tree lies outside the sentence");
      }
      const auto word = static_cast<std::size_t>(node);
      if (state[word] == kSound) break;
      if (state[word] == kOnPath) throw ConfigError("the heads of a tree form a cycle");
      state[word] = kOnPath;
      path.push_back(word);
      node = sentence.heads[word];
    }
    for (const std::size_t word : path) state[word] = kSound;
  }
}

void check_lattice(const Sentence& sentence) {
  if (sentence.lattice.empty()) return;
  if (sentence.lattice.size() != sentence.words.size()) {
    throw ConfigError("a lattice of " + std::to_string(sentence.lattice.size()) + " arcs has " +
                      std::to_string(sentence.words.size()) + " words");
  }
  if (!sentence.zones.empty() || !sentence.walls.empty() || !sentence.heads.empty()) {
    throw ConfigError("a lattice takes no zones, walls or trees");
  }
  std::uint32_t last = 0;
  for (const LatticeArc& arc : sentence.lattice) {
    if (arc.begin < last || arc.end <= arc.begin || arc.end > kMaxLatticeNodes) {
      throw ConfigError("the arcs of a lattice must be sorted and lead from left to right");
    }
    last = arc.begin;
  }
}

}  // namespace

void check_sentence(const Sentence& sentence) {
  check_lattice(sentence);
  check_zones(sentence);
  check_walls(sentence);
  check_tree(sentence);
}

}  // namespace dragoman::search
