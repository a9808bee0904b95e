#include "search/treelet/tree_shapes.hpp"

#include <algorithm>
#include <utility>

#include "common/hash.hpp"

namespace dragoman::search::treelet {

using dragoman::treelet::Action;
using dragoman::treelet::Lexeme;
using dragoman::treelet::SideState;

void TreeShapes::clear() {
  treelets_.clear();
  shapes_.clear();
  numbers_.clear();
  words_.clear();
  treelet_roots_.clear();
  word_numbers_.clear(1 << 10);
  lexemes_.clear();
  labels_.clear();
}

std::uint32_t TreeShapes::number(const Lexeme& lexeme,
                                 const dragoman::treelet::SourceRange& source) {
  const auto hash = [](const Lexeme& word, const dragoman::treelet::SourceRange& range) {
    return hash_combine(hash_combine(word.spine->whole, word.word),
                        range.first * 65536U + range.last);
  };
  std::uint32_t& known = word_numbers_.insert(
      hash(lexeme, source),
      [&](std::uint32_t number) {
        const NumberedWord& other = words_[number];
        return other.lexeme.spine == lexeme.spine && other.lexeme.word == lexeme.word &&
               other.source == source;
      },
      [&](std::uint32_t number) { return hash(words_[number].lexeme, words_[number].source); });
  if (is_free(known)) {
    known = static_cast<std::uint32_t>(words_.size());
    const auto numbered = [](auto& numbers, std::uint64_t key) {
      return numbers.try_emplace(key, static_cast<std::uint32_t>(numbers.size())).first->second;
    };
    words_.push_back({lexeme, source,
                      numbered(lexemes_, hash_combine(lexeme.spine->whole, lexeme.word)),
                      numbered(labels_, lexeme.spine->top()), 0});
  }
  return known;
}

std::size_t TreeShapes::place(const Treelet& treelet, std::size_t word, std::size_t node) {
  std::size_t first = 0;
  for (std::size_t w = 0; w < word; ++w) first += treelet.words[w].lexeme.spine->nodes.size();
  return first + node;
}

double TreeShapes::stop_score(const Lexeme& head, Side side, const SideState& state) {
  double total = 0;
  stop(state, *head.spine,
       [&](const SideState& at, Action action) { total += act(head, side, at, action); });
  return total;
}

TreeShapes::Introduced TreeShapes::introduce(Treelet treelet) {
  const auto size = static_cast<std::int32_t>(treelet.words.size());
  Shape shape{static_cast<std::uint32_t>(treelets_.size()), false, {}, {}, {}, {}, {}, {}};
  const auto last = static_cast<std::uint8_t>(size - 1);
  shape.frontier[0] = {0, 0, 0};
  shape.frontier[1] = {last, 0, 0};
  double total = 0;
  for (std::int32_t h = 0; h < size; ++h) {
    TreeletWord& head = treelet.words[h];
    head.number = number(head.lexeme, head.source);
    shape.copies.insert(shape.copies.end(), head.lexeme.spine->nodes.size(), 1);
    shape.at.push_back(head.copy);
    for (const Side side : {Side::kLeft, Side::kRight}) {
      SideState state;
      std::uint8_t copy = 0;
      const std::int32_t step = side == Side::kLeft ? -1 : 1;
      for (std::int32_t m = h + step; m >= 0 && m < size; m += step) {
        const TreeletWord& modifier = treelet.words[m];
        if (modifier.head != h) continue;
        move_to(state, modifier.node, modifier.copy == copy, modifier.copy > 0,
                [&](const SideState& at, Action action) {
                  total += act(head.lexeme, side, at, action);
                });
        total += syntax_.score(modifier_events(head.lexeme, side, state, modifier.lexeme));
        copy = modifier.copy;
        state.fresh = true;
        state.last = modifier.lexeme.spine->top();
      }
      shape.states.push_back(state);
      shape.stops.push_back(stop_score(head.lexeme, side, state));
      total += shape.stops.back();
    }
  }
  for (const TreeletWord& word : treelet.words) {
    if (word.head < 0) continue;
    std::uint8_t& copies = shape.copies[place(treelet, word.head, word.node)];
    copies = std::max<std::uint8_t>(copies, static_cast<std::uint8_t>(word.copy + 1));
  }
  NumberedWord& root = words_[treelet.words[treelet.root].number];
  if (root.usual == 0) root.usual = syntax_.usual(root.lexeme);
  treelet_roots_.push_back(treelet.words[treelet.root].number);
  treelets_.push_back(std::move(treelet));
  return {intern(std::move(shape)), total};
}

void TreeShapes::find_sites(Shape& shape) const {
  const Treelet& tree = treelets_[shape.treelet];
  for (const Side side : {Side::kLeft, Side::kRight}) {
    if (side == Side::kRight && shape.left_begun) continue;
    Frontier from = shape.frontier[static_cast<std::size_t>(side)];
    for (;;) {
      const TreeletWord& word = tree.words[from.word];
      bool lowest = true;
      for (std::size_t node = from.node; node < word.lexeme.spine->nodes.size(); ++node) {
        const std::uint8_t copies = shape.copies[place(tree, from.word, node)];
        for (std::uint8_t c = node == from.node ? from.copy : 0; c < copies; ++c) {
          shape.sites[static_cast<std::size_t>(side)].push_back(
              {from.word, static_cast<std::uint8_t>(node), c, lowest});
          lowest = false;
        }
      }
      if (word.head < 0) break;
      from = {static_cast<std::uint8_t>(word.head), word.node, shape.at[from.word]};
    }
  }
}

void TreeShapes::forget(Shape& shape) const {
  const Treelet& tree = treelets_[shape.treelet];
  Shape kept = shape;
  std::fill(kept.copies.begin(), kept.copies.end(), 0);
  std::fill(kept.at.begin(), kept.at.end(), 0);
  std::fill(kept.states.begin(), kept.states.end(), SideState{});
  std::fill(kept.stops.begin(), kept.stops.end(), 0.0);
  for (const Side side : {Side::kLeft, Side::kRight}) {
    const auto s = static_cast<std::size_t>(side);
    if (side == Side::kRight && shape.left_begun) {
      kept.frontier[s] = {0, 0, 0};
      continue;
    }
    std::size_t from = shape.frontier[s].node;
    for (std::int32_t w = shape.frontier[s].word; w >= 0; w = tree.words[w].head) {
      const TreeletWord& word = tree.words[w];
      const std::size_t nodes = word.lexeme.spine->nodes.size(), first = place(tree, w, 0);
      for (std::size_t node = from; node < nodes; ++node) {
        kept.copies[first + node] = shape.copies[first + node];
      }
      kept.at[w] = shape.at[w];
      kept.states[2 * w + s] = shape.states[2 * w + s];
      kept.stops[2 * w + s] = shape.stops[2 * w + s];
      from = word.node;
    }
  }
  shape = std::move(kept);
}

std::string TreeShapes::key(const Shape& shape) const {
  std::string bytes(reinterpret_cast<const char*>(&shape.treelet), sizeof(shape.treelet));
  bytes.push_back(static_cast<char>(shape.left_begun));
  for (const Frontier& f : shape.frontier) {
    for (const std::uint8_t part : {f.word, f.node, f.copy}) {
      bytes.push_back(static_cast<char>(part));
    }
  }
  bytes.append(shape.copies.begin(), shape.copies.end());
  bytes.append(shape.at.begin(), shape.at.end());
  for (const SideState& state : shape.states) {
    bytes.push_back(static_cast<char>(state.node));
    bytes.push_back(static_cast<char>(state.upper * 2 + state.fresh));
    bytes.append(reinterpret_cast<const char*>(&state.last), sizeof(state.last));
  }
  return bytes;
}

std::uint32_t TreeShapes::intern(Shape shape) {
  forget(shape);
  const auto [entry, added] =
      numbers_.try_emplace(key(shape), static_cast<std::uint32_t>(shapes_.size()));
  if (added) {
    find_sites(shape);
    shapes_.push_back(std::move(shape));
  }
  return entry->second;
}

const std::vector<Site>& TreeShapes::sites(std::uint32_t shape, Side side) {
  return shapes_[shape].sites[static_cast<std::size_t>(side)];
}

std::uint64_t TreeShapes::approach_key(std::uint32_t number, Side side, std::uint32_t index,
                                       bool regular) const {
  const Shape& shape = shapes_[number];
  const auto s = static_cast<std::size_t>(side);
  const Site site = shape.sites[s][index];
  const std::uint32_t head = treelets_[shape.treelet].words[site.word].number;
  const SideState& state = shape.states[2 * site.word + s];
  const std::uint64_t flags = state.upper * 16U + state.fresh * 8U +
                              (site.lowest && !regular) * 4U + (site.copy > 0 || regular) * 2U + s;
  const std::uint64_t place = (flags << 8 | state.node) << 8 | site.node;
  return hash_combine(place << 32 | words_[head].lexeme_number, state.last);
}

TreeShapes::Approach TreeShapes::approach(std::uint32_t number, Side side, std::uint32_t index,
                                          bool regular, dragoman::treelet::Name label) {
  const Shape& shape = shapes_[number];
  const auto s = static_cast<std::size_t>(side);
  const Site site = shape.sites[s][index];
  const Lexeme& head = treelets_[shape.treelet].words[site.word].lexeme;
  SideState state = shape.states[2 * site.word + s];
  double total = -shape.stops[2 * site.word + s];
  move_to(state, site.node, site.lowest && !regular, site.copy > 0 || regular,
          [&](const SideState& at, Action action) { total += act(head, side, at, action); });
  SideState after = state;
  after.fresh = true;
  after.last = label;
  return {total + stop_score(head, side, after), state};
}

std::uint32_t TreeShapes::attach(std::uint32_t number, Side side, std::uint32_t index, bool regular,
                                 dragoman::treelet::Name label) {
  const auto s = static_cast<std::size_t>(side);
  Shape shape = shapes_[number];
  const Treelet& tree = treelets_[shape.treelet];
  const Site site = shape.sites[s][index];
  shape.sites[0].clear();
  shape.sites[1].clear();
  std::uint8_t copy = site.copy;
  if (regular) {
    ++copy;
    ++shape.copies[place(tree, site.word, site.node)];
    for (std::size_t w = 0; w < tree.words.size(); ++w) {
      const TreeletWord& word = tree.words[w];
      const bool here = word.head == site.word && word.node == site.node;
      if (here && shape.at[w] > site.copy) ++shape.at[w];
    }
    Frontier& other = shape.frontier[1 - s];
    if (other.word == site.word && other.node == site.node && other.copy > site.copy) ++other.copy;
  }
  shape.frontier[s] = {site.word, site.node, copy};
  shape.left_begun = shape.left_begun || side == Side::kLeft;
  SideState& state = shape.states[2 * site.word + s];
  state = {site.node, copy > 0, true, label};
  shape.stops[2 * site.word + s] = stop_score(tree.words[site.word].lexeme, side, state);
  return intern(std::move(shape));
}

}  // namespace dragoman::search::treelet
