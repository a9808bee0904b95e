#include "grammar/extract/lexicon.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "common/error.hpp"
#include "common/hash.hpp"

namespace dragoman::grammar {

float rounded_probability(double probability) {
  const double kept = std::nearbyint(probability * 1e7) / 1e7;
  return static_cast<float>(kept > 0 ? kept : probability);
}

namespace {

std::uint64_t hash_of(WordId source, WordId target) {
  return mix64(static_cast<std::uint64_t>(source) << 32 | target);
}

}  // namespace

Lexicon::Lexicon(const AlignedCorpus& corpus, Monitor& monitor) {
  std::vector<char> source_linked, target_linked;
  for (std::size_t line = 0; line < corpus.size(); ++line) {
    if (line % 8192 == 0) monitor.report(line, corpus.size());
    const auto source = corpus.source[line], target = corpus.target[line];
    source_linked.assign(source.size(), 0);
    target_linked.assign(target.size(), 0);
    for (const WordLink link : corpus.links_of(line)) {
      add(source[link.source], target[link.target]);
      source_linked[link.source] = target_linked[link.target] = 1;
    }
    for (std::size_t i = 0; i < source.size(); ++i) {
      if (!source_linked[i]) add(source[i], kEmptyWord);
    }
    for (std::size_t j = 0; j < target.size(); ++j) {
      if (!target_linked[j]) add(kEmptyWord, target[j]);
    }
  }
  normalise(corpus.source.vocabulary, corpus.target.vocabulary);
}

Lexicon::Lexicon(std::span<const Entry> counted, std::size_t source_words,
                 std::size_t target_words) {
  const auto below = [](WordId word, std::size_t words) {
    return word == kEmptyWord || word < words;
  };
  for (const Entry& entry : counted) {
    if (!below(entry.source, source_words) || !below(entry.target, target_words)) {
      throw ModelError("a lexicon has a word that the text lacks");
    }
    add(entry.source, entry.target, entry.count);
  }
  normalise(source_words, target_words);
}

void Lexicon::add(WordId source, WordId target, std::uint32_t count) {
  Entry& entry = table_.insert(
      hash_of(source, target), [&](const Entry& known) { return known.is(source, target); },
      [](const Entry& known) { return hash_of(known.source, known.target); });
  if (entry.free()) entry = {.source = source, .target = target};
  const std::uint32_t room = std::numeric_limits<std::uint32_t>::max() - entry.count;
  entry.count += std::min(count, room);
}

void Lexicon::normalise(std::size_t source_words, std::size_t target_words) {
  std::vector<double> source(source_words + 1), target(target_words + 1);
  const auto total = [](std::vector<double>& totals, WordId word) -> double& {
    return word == kEmptyWord ? totals.back() : totals[word];
  };
  for (const Entry& entry : table_.slots()) {
    if (entry.free()) continue;
    total(source, entry.source) += entry.count;
    total(target, entry.target) += entry.count;
  }
  for (Entry& entry : table_.slots()) {
    if (entry.free()) continue;
    entry.direct = rounded_probability(entry.count / total(source, entry.source));
    entry.inverse = rounded_probability(entry.count / total(target, entry.target));
  }
}

const Lexicon::Entry& Lexicon::find(WordId source, WordId target) const {
  static const Entry unseen{kEmptyWord, kEmptyWord, 0, 1.0F, 1.0F};
  const Entry& entry = table_.find(hash_of(source, target),
                                   [&](const Entry& known) { return known.is(source, target); });
  return entry.free() ? unseen : entry;
}

std::vector<Lexicon::Entry> Lexicon::entries() const {
  std::vector<Entry> out;
  out.reserve(table_.size());
  for (const Entry& entry : table_.slots()) {
    if (!entry.free()) out.push_back(entry);
  }
  std::sort(out.begin(), out.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.source, a.target) < std::tie(b.source, b.target);
  });
  return out;
}

}  // namespace dragoman::grammar
