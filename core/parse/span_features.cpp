// The features of the constituency parser: words and tags at the edges of spans and around them
// (after Hall, Durrett & Klein 2014), symbols of the spans on the stack (after Zhu et al. 2013).
#include <algorithm>

#include "parse/span_system.hpp"

namespace dragoman::parse {
namespace {

constexpr std::uint32_t kFirstTag = 3;
/// Templates of label features are numbered from here, apart from those of structural ones.
constexpr std::uint64_t kLabelTemplates = 1000;

struct Place {
  std::uint32_t word, tag;
};

/// A span of the stack as values of features.
struct Edges {
  std::uint32_t symbol, first_child, last_child, width;
  Place first, last, head, last_head;
};

std::uint32_t bucket(std::int32_t length) {
  return static_cast<std::uint32_t>(length < 6 ? length : length < 9 ? 6 : length < 15 ? 7 : 8);
}

class Reader {
 public:
  explicit Reader(const TaggedWords& sentence) : sentence_(sentence) {}

  Place at(std::int32_t i) const {
    if (i < 0) return {kBefore, kBefore};
    if (i >= sentence_.words.size()) return {kAfter, kAfter};
    return {sentence_.words[i].lower, sentence_.tags[static_cast<std::size_t>(i)] + kFirstTag};
  }
  Edges edges(const SpanItem* item) const {
    if (item == nullptr) {
      const Place none = at(-1);
      return {kBefore, kBefore, kBefore, 0, none, none, none, none};
    }
    const std::uint32_t width = bucket(item->end - item->begin);
    return {item->symbol,    item->first,       item->last,     width,
            at(item->begin), at(item->end - 1), at(item->head), at(item->last_head)};
  }
  /// The tags from `begin` to `end`, or their number if they are many.
  std::uint64_t tags(std::int32_t begin, std::int32_t end) const {
    if (end - begin > 8) return static_cast<std::uint64_t>(bucket(end - begin));
    std::uint64_t hash = 0;
    for (std::int32_t i = begin; i < end; ++i) hash = hash * 1009 + at(i).tag;
    return hash;
  }

 private:
  const TaggedWords& sentence_;
};

const SpanItem* below(const SpanItem* item) { return item == nullptr ? nullptr : item->below; }

}  // namespace

void SpanSystem::list_features(const State& state, FeatureList& features) const {
  if (state.awaits_label) {
    features.clear(kLabelTemplates);
    list_label_features(state, features);
  } else {
    features.clear();
    list_structure_features(state, features);
  }
}

void SpanSystem::list_structure_features(const State& state, FeatureList& f) const {
  const Reader read(sentence_);
  const SpanItem *i0 = state.top, *i1 = below(i0), *i2 = below(i1), *i3 = below(i2);
  const Edges s0 = read.edges(i0), s1 = read.edges(i1), s2 = read.edges(i2), s3 = read.edges(i3);
  const Place b0 = read.at(state.next), b1 = read.at(state.next + 1);
  const Place b2 = read.at(state.next + 2), b3 = read.at(state.next + 3);
  for (const Edges& s : {s0, s1, s2}) {
    f.add(s.symbol);
    f.add(s.symbol, s.first.word);
    f.add(s.symbol, s.last.word);
    f.add(s.symbol, s.first.tag, s.last.tag);
    f.add(s.symbol, s.first_child, s.last_child);
    f.add(s.symbol, s.width);
    f.add(s.symbol, s.head.word);
    f.add(s.symbol, s.head.tag);
    f.add(s.symbol, s.last_head.word, s.last_head.tag);
  }
  f.add(s3.symbol, s3.first.word);
  f.add(s3.symbol, s3.first.tag);
  for (const Place& b : {b0, b1, b2, b3}) {
    f.add(b.word);
    f.add(b.tag);
  }
  f.add(b0.tag, b1.tag);
  f.add(b0.word, b1.tag);
  f.add(b0.tag, b1.word);
  f.add(b0.word, b1.word);
  f.add(b0.tag, b1.tag, b2.tag);
  f.add(b0.word, b1.tag, b2.tag);
  f.add(b0.tag, b1.tag, b2.tag, b3.tag);
  const std::uint64_t sequence0 = i0 != nullptr ? i0->sequence : 0;
  const std::uint64_t sequence1 = i1 != nullptr ? i1->sequence : 0;
  f.add(s0.symbol, sequence0);
  f.add(s1.symbol, sequence1);
  f.add(s0.symbol, sequence0, b0.tag);
  f.add(s1.symbol, sequence1, s0.symbol);
  f.add(s1.symbol, sequence1, s0.symbol, b0.tag);
  // the two spans that could be combined
  f.add(s1.symbol, s0.symbol);
  f.add(s1.symbol, s0.symbol, s1.first.word, s0.first.word);
  f.add(s1.symbol, s0.symbol, s1.last.word, s0.first.word);
  f.add(s1.symbol, s0.symbol, s1.last.word, s0.last.word);
  f.add(s1.symbol, s0.symbol, s1.first.word);
  f.add(s1.symbol, s0.symbol, s1.last.word);
  f.add(s1.symbol, s0.symbol, s0.first.word);
  f.add(s1.symbol, s0.symbol, s0.last.word);
  f.add(s1.symbol, s0.symbol, s1.first.tag, s0.first.tag);
  f.add(s1.symbol, s0.symbol, s1.last.tag, s0.first.tag);
  f.add(s1.symbol, s0.symbol, s1.first_child, s1.last_child);
  f.add(s1.symbol, s0.symbol, s0.first_child, s0.last_child);
  f.add(s1.symbol, s0.symbol, s1.width, s0.width);
  f.add(s1.last.word, s0.first.word);
  f.add(s1.first.word, s0.first.word);
  f.add(s1.symbol, s0.symbol, s1.head.word, s0.head.word);
  f.add(s1.symbol, s0.symbol, s1.last_head.word, s0.head.word);
  f.add(s1.symbol, s0.symbol, s1.head.word, s0.head.tag);
  f.add(s1.symbol, s0.symbol, s1.head.tag, s0.head.word);
  f.add(s1.symbol, s0.symbol, s1.last_head.tag, s0.head.tag);
  f.add(s1.symbol, s0.symbol, s1.last_head.word, s0.head.tag);
  f.add(s1.head.word, s0.head.word);
  f.add(s1.last_head.word, s0.head.word, s0.symbol);
  f.add(s1.head.word, s0.symbol, s0.last.word);
  // with the words to come
  f.add(s0.symbol, s0.head.word, b0.tag);
  f.add(s0.symbol, s0.head.word, b0.word);
  f.add(s0.symbol, s0.last_head.word, b0.word);
  f.add(s0.symbol, s0.head.tag, b0.tag, b1.tag);
  f.add(s1.symbol, s0.symbol, s1.head.tag, s0.head.tag, b0.tag);
  f.add(s1.symbol, s1.head.word, b0.tag);
  f.add(s1.symbol, s1.head.word, b0.word);
  f.add(s0.symbol, b0.tag);
  f.add(s0.symbol, b0.word);
  f.add(s0.symbol, s0.first.word, b0.tag);
  f.add(s0.symbol, s0.last.word, b0.tag);
  f.add(s0.symbol, s0.first.word, b0.word);
  f.add(s0.symbol, s0.last.word, b0.word);
  f.add(s0.symbol, b0.tag, b1.tag);
  f.add(s0.symbol, b0.word, b1.tag);
  f.add(s0.symbol, b0.tag, b1.tag, b2.tag);
  f.add(s1.symbol, b0.tag);
  f.add(s1.symbol, b0.word);
  f.add(s1.symbol, s1.first.word, b0.tag);
  f.add(s1.symbol, s1.first.word, b0.word);
  f.add(s1.symbol, s1.last.word, b0.word);
  f.add(s1.symbol, s0.symbol, b0.tag);
  f.add(s1.symbol, s0.symbol, b0.word);
  f.add(s1.symbol, s0.symbol, b0.tag, b1.tag);
  f.add(s1.symbol, s0.symbol, s1.first.word, b0.tag);
  f.add(s1.symbol, s0.symbol, s0.first.word, b0.tag);
  f.add(s1.symbol, s0.symbol, s0.last.word, b0.tag);
  // with the spans below
  f.add(s2.symbol, s1.symbol, s0.symbol);
  f.add(s2.symbol, s1.symbol, s0.symbol, b0.tag);
  f.add(s2.symbol, s1.symbol, s0.symbol, s2.first.word);
  f.add(s2.symbol, s1.symbol, s0.symbol, s1.first.word);
  f.add(s2.symbol, s1.symbol, s0.symbol, s1.last.word);
  f.add(s2.symbol, s1.symbol, s0.symbol, s0.first.word);
  f.add(s2.symbol, s0.symbol, s2.first.word, s0.first.word);
  f.add(s2.symbol, s0.symbol, s2.last.word, s0.first.word);
  f.add(s2.symbol, s0.symbol, s2.head.word, s0.head.word);
  f.add(s2.symbol, s1.symbol, s0.symbol, s2.head.word);
  f.add(s2.symbol, s1.symbol, s0.symbol, s2.head.tag, s1.head.tag, s0.head.tag);
  f.add(s2.symbol, s1.symbol, s2.head.word, s1.head.word);
  f.add(s3.symbol, s2.symbol, s1.symbol, s0.symbol);
}

void SpanSystem::list_label_features(const State& state, FeatureList& f) const {
  const Reader read(sentence_);
  const SpanItem& item = *state.top;
  const Edges s = read.edges(&item), under = read.edges(item.below);
  const Edges under2 = read.edges(below(item.below));
  const Place before = read.at(item.begin - 1), after = read.at(item.end);
  const Place before2 = read.at(item.begin - 2), after2 = read.at(item.end + 1);
  const Place left = read.at(item.split - 1), right = read.at(item.split);
  const std::uint64_t rule = item.sequence;
  f.add(rule);
  f.add(rule, s.first.word);
  f.add(rule, s.last.word);
  f.add(rule, under.symbol);
  f.add(rule, under.symbol, under2.symbol);
  f.add(rule, after.tag);
  f.add(rule, after.word);
  f.add(rule, before.tag);
  f.add(rule, before.word);
  f.add(rule, under.symbol, after.tag);
  f.add(rule, before.tag, after.tag);
  f.add(rule, left.word);
  f.add(rule, right.word);
  f.add(rule, s.first.tag, s.last.tag);
  f.add(rule, s.head.word);
  f.add(rule, s.last_head.word);
  f.add(rule, s.head.tag, s.last_head.tag);
  f.add(rule, under.head.word);
  f.add(s.head.word, s.last_child);
  f.add(s.last_head.word, s.first_child);
  f.add(s.head.word, after.word);
  f.add(s.head.word, after.tag);
  f.add(s.head.tag, s.last_child, after.tag);
  f.add(under.symbol, under.head.word, s.head.word);
  f.add(under.symbol, under.head.tag, s.head.tag, after.tag);
  f.add(s.first_child, s.last_child, std::min(item.children, 6u));
  f.add(s.first_child, s.last_child);
  f.add(s.first_child, s.last_child, under.symbol);
  f.add(s.first_child, s.last_child, after.tag);
  f.add(s.first_child, s.first.word);
  f.add(s.last_child, s.last.word);
  f.add(s.first_child, s.width);
  f.add(s.last_child, s.width);
  f.add(s.first.word);
  f.add(s.last.word);
  f.add(s.first.word, s.last.word);
  f.add(s.first.word, s.width);
  f.add(s.first.word, s.last.tag);
  f.add(s.first.tag, s.last.word);
  f.add(s.first.tag, s.last.tag);
  f.add(before.word, s.first.word);
  f.add(before.word, s.first.tag);
  f.add(before.tag, s.first.word);
  f.add(s.last.word, after.word);
  f.add(s.last.word, after.tag);
  f.add(s.last.tag, after.word);
  f.add(before.tag, s.first.tag, s.last.tag, after.tag);
  f.add(before.word, after.word);
  f.add(before.tag, after.tag);
  f.add(before.word);
  f.add(after.word);
  f.add(before2.tag, before.tag);
  f.add(after.tag, after2.tag);
  f.add(before2.tag, before.tag, s.first.tag);
  f.add(s.last.tag, after.tag, after2.tag);
  f.add(under.symbol, s.first_child, s.last_child, after.tag);
  f.add(under.symbol, s.first.word);
  f.add(under.symbol, under.first.word);
  f.add(under.symbol, under.last.word);
  f.add(under.symbol, under2.symbol);
  f.add(read.tags(item.begin, item.end));
  f.add(read.tags(item.begin, item.end), before.tag, after.tag);
  f.add(left.word, right.word);
  f.add(left.tag, right.tag, s.first.tag, s.last.tag);
}

}  // namespace dragoman::parse
