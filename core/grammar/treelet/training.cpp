#include "grammar/treelet/training.hpp"

#include <algorithm>

#include "common/error.hpp"
#include "grammar/treelet/minimal_phrases.hpp"

namespace dragoman::treelet {

void AnalysedBitext::check() const {
  grammar::check(corpus, "");
  derivations.check(corpus.target);
  for (const SpineId spine : derivations.words.spines) {
    if (spine != kNoSpine && spine >= inventory.size()) {
      throw ConfigError("a spine is not in the inventory");
    }
  }
  for (std::size_t line = 0; line < corpus.size(); ++line) {
    const Derivation derivation = derivations.sentence(corpus.target, line);
    for (std::size_t i = 0; derivation.known() && i < derivation.heads.size(); ++i) {
      const std::int32_t head = derivation.heads[i];
      if (head == kNoHead) continue;
      if (derivation.nodes[i] >= inventory[derivation.spines[head]].nodes.size()) {
        throw ConfigError("a word hangs on a node that does not exist");
      }
    }
  }
  const std::size_t words = corpus.source.words.size();
  const auto fits = [&](const auto& column) { return column.empty() || column.size() == words; };
  if (target_words.size() < corpus.target.vocabulary || !fits(source_tags) || !fits(source_heads) ||
      !fits(source_labels) || !fits(source_clauses)) {
    throw ConfigError("expected a name for each word, and what is known of each source word");
  }
}

SourceSentence AnalysedBitext::source(std::size_t line) const {
  const std::size_t begin = corpus.source.offsets[line], size = corpus.source[line].size();
  const auto part = [&](auto column) {
    return column.empty() ? column : column.subspan(begin, size);
  };
  return {size, part(source_tags), part(source_heads), part(source_labels), part(source_clauses)};
}

AnalysedSentence AnalysedBitext::target(std::size_t line, std::vector<Name>& words) const {
  words.clear();
  for (const WordId word : corpus.target[line]) words.push_back(target_words[word]);
  return {words, inventory, derivations.sentence(corpus.target, line)};
}

std::vector<std::vector<SourceRange>> alignments_of(std::span<const grammar::PhraseSpan> spans,
                                                    std::size_t target_length) {
  std::vector<std::vector<SourceRange>> found(target_length);
  const MinimalPhrases minimal(spans, target_length);
  for (const grammar::PhraseSpan& span : spans) {
    const std::string points = minimal.alignment(span);
    for (std::size_t i = 0; i < span.target_length; ++i) {
      const auto at = [&](std::size_t k) {
        return static_cast<std::uint16_t>(span.source_begin +
                                          static_cast<unsigned char>(points[k]));
      };
      found[span.target_begin + i].push_back({at(2 * i), at(2 * i + 1)});
    }
  }
  for (auto& ranges : found) {
    std::sort(ranges.begin(), ranges.end());
    ranges.erase(std::unique(ranges.begin(), ranges.end()), ranges.end());
  }
  return found;
}

void learn_dependencies(const AnalysedBitext& bitext, std::size_t max_length, std::size_t sentences,
                        DependencyLearner& learner, Monitor& monitor) {
  const std::size_t lines = bitext.corpus.size();
  const std::size_t wanted = sentences == 0 ? lines : std::min(sentences, lines);
  grammar::PhraseExtractor extractor(max_length, grammar::OrientationModel::kNone);
  std::vector<Name> words;
  for (std::size_t line = 0; line < lines; ++line) {
    if (line % 256 == 0) monitor.report(line, lines);
    if (line * wanted / lines == (line + 1) * wanted / lines) continue;
    const AnalysedSentence target = bitext.target(line, words);
    if (!target.derivation.known()) continue;
    const SourceSentence source = bitext.source(line);
    const std::size_t size = words.size();
    const auto ranges =
        alignments_of(extractor.extract(source.size, size, bitext.corpus.links_of(line)), size);
    for (std::size_t m = 0; m < size; ++m) {
      for (std::size_t h = 0; h < size; ++h) {
        if (m == h) continue;
        const bool depends = target.derivation.heads[m] == static_cast<std::int32_t>(h);
        const Side side = m < h ? Side::kLeft : Side::kRight;
        for (const SourceRange& a : ranges[m]) {
          for (const SourceRange& b : ranges[h]) {
            learner.learn({target.lexeme(m), target.lexeme(h), a, b, side}, source, depends);
          }
        }
      }
    }
  }
  monitor.report(lines, lines);
}

void count_syntax(const AnalysedBitext& bitext, SyntacticCounts& counts, Monitor& monitor) {
  std::vector<Name> words;
  for (std::size_t line = 0; line < bitext.corpus.size(); ++line) {
    const AnalysedSentence target = bitext.target(line, words);
    if (target.derivation.known()) counts.add(target);
    if (line % 256 == 0) monitor.report(line, bitext.corpus.size());
  }
  monitor.report(bitext.corpus.size(), bitext.corpus.size());
}

}  // namespace dragoman::treelet
