#include "grammar/treelet/gamma.hpp"

#include <initializer_list>

#include "common/hash.hpp"
#include "grammar/treelet/source_clauses.hpp"

namespace dragoman::treelet {
namespace {

std::uint64_t key(std::uint64_t kind, std::initializer_list<std::uint64_t> values) {
  std::uint64_t hash = mix64(kind + 1);
  for (const std::uint64_t value : values) hash = hash_combine(hash, value);
  return hash | 1;
}

bool overlap(const SourceRange& a, const SourceRange& b) {
  return a.first <= b.last && b.first <= a.last;
}

/// Tags of the first and the last word of a range.
std::uint64_t tags(const SourceRange& range, const SourceSentence& source) {
  return hash_combine(source.tag(range.first), source.tag(range.last));
}

/// How the source words depend on each other: 1: the modifier's on the head's, 2: the other way
/// round, 3: both on the same, 4: not, 0: not known.
std::uint64_t relation(const Gamma& gamma, const SourceSentence& source) {
  if (source.heads.empty()) return 0;
  const auto depends = [&](const SourceRange& a, const SourceRange& b) {
    for (std::size_t i = a.first; i <= a.last; ++i) {
      const std::int32_t head = source.heads[i];
      if (head >= b.first && head <= b.last) return true;
    }
    return false;
  };
  if (depends(gamma.modifier_source, gamma.head_source)) return 1;
  if (depends(gamma.head_source, gamma.modifier_source)) return 2;
  return source.heads[gamma.modifier_source.last] == source.heads[gamma.head_source.last] ? 3 : 4;
}

/// The word of a range that the others there depend on; of several, the one over the last word.
std::size_t top_of(const SourceRange& range, const SourceSentence& source) {
  std::size_t word = range.last;
  while (!source.heads.empty() && source.heads[word] >= range.first &&
         source.heads[word] <= range.last) {
    word = static_cast<std::size_t>(source.heads[word]);
  }
  return word;
}

/// How the clauses of two source words lie: 1: the same one, 2: that of `a` depends on that of `b`,
/// 3: the other way round, 4: apart, 0: not known.
std::uint64_t clause_relation(std::size_t a, std::size_t b, const SourceSentence& source) {
  if (source.clauses.empty()) return 0;
  const std::int32_t one = source.clauses[a], other = source.clauses[b];
  if (one == kNoClause) return 0;
  const auto depends = [&](std::int32_t low, std::int32_t high) {
    const std::int32_t head = source.heads[static_cast<std::size_t>(low)];
    return head >= 0 && source.clauses[static_cast<std::size_t>(head)] == high;
  };
  if (one == other) return 1;
  return depends(one, other) ? 2 : depends(other, one) ? 3 : 4;
}

}  // namespace

Name SourceSentence::tag(std::int64_t position) const {
  if (tags.empty()) return kNoName;
  if (position < 0) return 1;
  return position < static_cast<std::int64_t>(size) ? tags[position] : 2;
}

bool reversed(const Gamma& gamma) {
  const int modifier = gamma.modifier_source.first + gamma.modifier_source.last;
  const int head = gamma.head_source.first + gamma.head_source.last;
  return gamma.side == Side::kLeft ? modifier > head : modifier < head;
}

std::uint64_t distance_class(const Gamma& gamma) {
  if (overlap(gamma.modifier_source, gamma.head_source)) return 0;
  const int ahead = static_cast<int>(gamma.head_source.first) - gamma.modifier_source.last;
  const int behind = static_cast<int>(gamma.modifier_source.first) - gamma.head_source.last;
  const int distance = ahead > behind ? ahead : behind;
  if (distance <= 4) return static_cast<std::uint64_t>(distance);
  return distance <= 6 ? 5 : distance <= 10 ? 6 : 7;
}

std::array<std::uint64_t, kGammaLevels> gamma_contexts(const Gamma& gamma,
                                                       const SourceSentence& source) {
  const Spine &m = *gamma.modifier.spine, &h = *gamma.head.spine;
  const std::uint64_t order = 2 * static_cast<std::uint64_t>(gamma.side) + reversed(gamma);
  const std::uint64_t distance = distance_class(gamma);
  const std::uint64_t mt = tags(gamma.modifier_source, source);
  const std::uint64_t ht = tags(gamma.head_source, source);
  return {key(0, {m.whole, h.whole, order, distance, mt, ht}),
          key(1, {m.tag, m.top(), h.tag, order, distance, mt, ht}),
          key(2, {m.tag, m.top(), h.tag, order, distance}), key(3, {m.tag, h.tag, order, distance}),
          key(4, {order, distance})};
}

void gamma_features(const Gamma& gamma, const SourceSentence& source, GammaTemplates wanted,
                    std::vector<std::uint64_t>& features) {
  const auto contexts = gamma_contexts(gamma, source);
  features.assign(contexts.begin(), contexts.end());
  const Spine &m = *gamma.modifier.spine, &h = *gamma.head.spine;
  const SourceRange &a = gamma.modifier_source, &b = gamma.head_source;
  const std::uint64_t order = 2 * static_cast<std::uint64_t>(gamma.side) + reversed(gamma);
  const std::uint64_t distance = distance_class(gamma);
  const bool first = a.last < b.first, apart = !overlap(a, b);
  const std::int64_t from = first ? a.last : b.last, to = first ? b.first : a.first;
  features.push_back(key(10, {}));
  features.push_back(key(11, {gamma.modifier.word, gamma.head.word}));
  features.push_back(key(12, {gamma.modifier.word, h.tag, order, distance}));
  features.push_back(key(13, {m.tag, gamma.head.word, order, distance}));
  features.push_back(key(14, {m.whole, h.whole, order}));
  const std::uint64_t mt = tags(a, source), ht = tags(b, source);
  features.push_back(key(15, {mt, ht, order, distance}));
  features.push_back(key(16, {source.tag(a.first - 1), mt, source.tag(a.last + 1), m.tag, h.tag}));
  features.push_back(key(17, {source.tag(b.first - 1), ht, source.tag(b.last + 1), m.tag, h.tag}));
  if (apart && distance > 1) {
    for (std::int64_t i = from + 1; i < to; ++i) {
      features.push_back(key(18, {source.tag(i), m.tag, h.tag, order}));
      if (i - from >= 10) break;
    }
  }
  const std::uint64_t related = relation(gamma, source);
  features.push_back(key(19, {related, order, m.tag, h.tag}));
  features.push_back(key(20, {related, distance}));
  const std::size_t modifier = top_of(a, source), head = top_of(b, source);
  if (wanted.has(GammaTemplate::kClause)) {
    const std::uint64_t clauses = clause_relation(modifier, head, source);
    features.push_back(key(21, {clauses, order, m.tag, h.tag}));
    features.push_back(key(22, {clauses, distance}));
  }
  if (wanted.has(GammaTemplate::kRole)) {
    const std::uint64_t role = source.label(modifier),
                        side = static_cast<std::uint64_t>(gamma.side);
    features.push_back(key(23, {role, side, m.tag, m.top(), h.tag}));
    features.push_back(key(24, {role, related, side, m.tag, h.tag}));
    features.push_back(key(25, {role, source.label(head), order, m.tag, h.tag}));
  }
}

}  // namespace dragoman::treelet
