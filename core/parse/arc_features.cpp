// The features of the dependency parser, after Zhang & Nivre (2011): words, tags, children,
// valency, distance and label sets of the top of the stack, the words below it and the words to
// come.
#include <algorithm>

#include "parse/arc_hybrid.hpp"

namespace dragoman::parse {
namespace {

constexpr std::uint32_t kFirstTag = 3;

/// Values of features: what is known of the word at a place of the state.
struct Place {
  std::uint32_t word, tag, coarse;
};

class Reader {
 public:
  explicit Reader(const TaggedWords& sentence) : sentence_(sentence) {}

  Place at(std::int32_t i) const {
    if (i < 0) return {kBefore, kBefore, kBefore};
    if (i >= sentence_.words.size()) return {kAfter, kAfter, kAfter};
    const Class tag = sentence_.tags[static_cast<std::size_t>(i)];
    return {sentence_.words[i].lower, tag + kFirstTag, sentence_.coarse[tag] + kFirstTag};
  }
  Place child(const Child& child) const { return at(child.word); }

 private:
  const TaggedWords& sentence_;
};

std::uint32_t distance(const Node& a, const Node& b) {
  if (a.word < 0 || b.word < 0) return 0;
  const std::int32_t d = b.word - a.word;
  return static_cast<std::uint32_t>(d < 5 ? d : d < 8 ? 5 : d < 12 ? 6 : 7);
}

}  // namespace

void ArcHybrid::list_features(const State& state, FeatureList& f) const {
  static const Node none;
  const Reader read(sentence_);
  const Cell *c0 = state.stack, *c1 = c0 != nullptr ? c0->below : nullptr;
  const Cell* c2 = c1 != nullptr ? c1->below : nullptr;
  const Node &n0 = c0 != nullptr ? c0->node : none, &n1 = c1 != nullptr ? c1->node : none;
  const Node &n2 = c2 != nullptr ? c2->node : none, &nb = state.front;
  const Place s0 = read.at(n0.word), s1 = read.at(n1.word), s2 = read.at(n2.word);
  const Place b0 = read.at(nb.word), b1 = read.at(nb.word + 1), b2 = read.at(nb.word + 2);
  const Place s0l = read.child(n0.left[0]), s0r = read.child(n0.right[0]);
  const Place s1l = read.child(n1.left[0]), s1r = read.child(n1.right[0]);
  const Place b0l = read.child(nb.left[0]);
  const Place s0l2 = read.child(n0.left[1]), s0r2 = read.child(n0.right[1]);
  const Place s1r2 = read.child(n1.right[1]), b0l2 = read.child(nb.left[1]);
  f.clear();
  // single places
  for (const Place& p : {s0, s1, b0, b1}) {
    f.add(p.word);
    f.add(p.tag);
    f.add(p.word, p.tag);
  }
  f.add(s2.word);
  f.add(s2.tag);
  f.add(b2.word);
  f.add(b2.tag);
  // pairs that an arc could join: top and front, second and top
  const std::uint32_t d0 = distance(n0, nb), d1 = distance(n1, n0);
  const auto pair = [&](const Place& a, const Place& b, std::uint32_t d) {
    f.add(a.word, a.tag, b.word, b.tag);
    f.add(a.word, a.tag, b.word);
    f.add(a.word, b.word, b.tag);
    f.add(a.word, a.tag, b.tag);
    f.add(a.tag, b.word, b.tag);
    f.add(a.word, b.word);
    f.add(a.tag, b.tag);
    f.add(a.coarse, b.coarse, d);
    f.add(a.tag, b.tag, d);
    f.add(a.word, d);
    f.add(b.word, d);
    f.add(a.tag, d);
    f.add(b.tag, d);
    f.add(a.word, b.tag, d);
    f.add(a.tag, b.word, d);
  };
  pair(s0, b0, d0);
  pair(s1, s0, d1);
  // contexts of three and four places
  f.add(b0.tag, b1.tag);
  f.add(s1.tag, b0.tag);
  f.add(s1.word, b0.tag);
  f.add(s1.tag, b0.word);
  f.add(s1.word, b0.word);
  f.add(b0.tag, b1.tag, b2.tag);
  f.add(s0.tag, b0.tag, b1.tag);
  f.add(s0.word, b0.tag, b1.tag);
  f.add(s0.tag, b0.word, b1.tag);
  f.add(s0.tag, b0.tag, b1.word);
  f.add(s0.tag, b0.tag, b1.tag, b2.tag);
  f.add(s1.tag, s0.tag, b0.tag);
  f.add(s1.word, s0.tag, b0.tag);
  f.add(s1.tag, s0.word, b0.tag);
  f.add(s1.tag, s0.tag, b0.word);
  f.add(s1.tag, s0.tag, b0.tag, b1.tag);
  f.add(s2.tag, s1.tag, s0.tag);
  f.add(s2.tag, s1.tag, s0.tag, b0.tag);
  // children
  const auto children = [&](const Child(&side)[2], const Place& p, const Place& first,
                            const Place& second) {
    f.add(first.word, side[0].label);
    f.add(first.tag, side[0].label);
    f.add(p.tag, first.word, side[0].label);
    f.add(p.word, side[0].label);
    f.add(p.tag, first.tag, second.tag);
    f.add(p.tag, side[0].label, side[1].label);
  };
  children(n0.left, s0, s0l, s0l2);
  children(n0.right, s0, s0r, s0r2);
  children(n1.right, s1, s1r, s1r2);
  children(nb.left, b0, b0l, b0l2);
  f.add(s1l.word);
  f.add(s1.tag, s1l.tag, n1.left[0].label);
  // an arc with the children of its ends
  f.add(s0.tag, b0.tag, s0l.tag);
  f.add(s0.tag, b0.tag, s0r.tag);
  f.add(s0.tag, b0.tag, b0l.tag);
  f.add(s0.tag, b0.tag, n0.left[0].label, nb.left[0].label);
  f.add(s0.word, b0l.word);
  f.add(s0.tag, b0l.word, b0.tag);
  f.add(s0l.word, b0.word);
  f.add(s0l.word, s0.tag, b0.tag);
  f.add(s1.tag, s0.tag, s0l.tag);
  f.add(s1.tag, s0.tag, s0r.tag);
  f.add(s1.tag, s0.tag, s1l.tag);
  f.add(s1.tag, s0.tag, s1r.tag);
  f.add(s1.tag, s0.tag, n0.left[0].label, n1.right[0].label);
  f.add(s1.word, s0l.word);
  f.add(s1.tag, s0l.word, s0.tag);
  f.add(s1.tag, s0l.word, s0.word);
  f.add(s1.word, s0l.word, s0.tag);
  // how much hangs on a word, and what
  f.add(s0.word, n0.lefts);
  f.add(s0.tag, n0.lefts);
  f.add(s0.word, n0.rights);
  f.add(s0.tag, n0.rights);
  f.add(s1.word, n1.rights);
  f.add(s1.tag, n1.rights);
  f.add(b0.word, nb.lefts);
  f.add(b0.tag, nb.lefts);
  f.add(s0.word, n0.left_labels);
  f.add(s0.tag, n0.left_labels);
  f.add(s0.word, n0.right_labels);
  f.add(s0.tag, n0.right_labels);
  f.add(s1.word, n1.right_labels);
  f.add(s1.tag, n1.right_labels);
  f.add(s1.tag, n1.left_labels);
  f.add(b0.word, nb.left_labels);
  f.add(b0.tag, nb.left_labels);
  f.add(s1.tag, s0.tag, n1.right_labels);
}

}  // namespace dragoman::parse
