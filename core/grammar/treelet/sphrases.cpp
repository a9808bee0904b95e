#include "grammar/treelet/sphrases.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <tuple>
#include <utility>

#include "common/error.hpp"
#include "common/hash.hpp"
#include "common/probing_table.hpp"
#include "grammar/extract/phrase_extractor.hpp"
#include "grammar/treelet/minimal_phrases.hpp"

namespace dragoman::treelet {
namespace {

using grammar::RuleId;
using grammar::RuleTable;

/// Byte strings with numbers, in the order in which they came.
class StringNumbers {
 public:
  std::uint32_t number(const std::string& text) {
    std::uint32_t& id = table_.insert(
        hash_bytes(text), [&](std::uint32_t known) { return strings_[known] == text; },
        [&](std::uint32_t known) { return hash_bytes(strings_[known]); });
    if (is_free(id)) {
      id = static_cast<std::uint32_t>(strings_.size());
      strings_.push_back(text);
    }
    return id;
  }
  const std::string& operator[](std::uint32_t id) const { return strings_[id]; }
  std::size_t size() const { return strings_.size(); }

 private:
  std::vector<std::string> strings_;
  ProbingTable<std::uint32_t> table_;
};

/// The rules of a table by the node of their source side and their target side.
class RuleIndex {
 public:
  explicit RuleIndex(const RuleTable& table) : table_(table), nodes_(table.size()) {
    for (RuleTable::Node node = 0; node < table.nodes(); ++node) {
      const auto [begin, end] = table.rules(node);
      for (RuleId rule = begin; rule < end; ++rule) {
        nodes_[rule] = node;
        slot(node, table.target(rule)) = rule;
      }
    }
  }

  /// The rule, or a free slot's value.
  std::uint32_t find(RuleTable::Node node, std::span<const Symbol> target) const {
    return rules_.find(hash(node, target),
                       [&](std::uint32_t rule) { return same(rule, node, target); });
  }

 private:
  static std::uint64_t hash(RuleTable::Node node, std::span<const Symbol> target) {
    std::uint64_t value = node;
    for (const Symbol symbol : target) {
      value = hash_combine(value, static_cast<std::uint32_t>(symbol));
    }
    return value;
  }
  bool same(RuleId rule, RuleTable::Node node, std::span<const Symbol> target) const {
    const auto other = table_.target(rule);
    return nodes_[rule] == node &&
           std::equal(other.begin(), other.end(), target.begin(), target.end());
  }
  std::uint32_t& slot(RuleTable::Node node, std::span<const Symbol> target) {
    return rules_.insert(
        hash(node, target), [&](std::uint32_t rule) { return same(rule, node, target); },
        [&](std::uint32_t rule) { return hash(nodes_[rule], table_.target(rule)); });
  }

  const RuleTable& table_;
  std::vector<RuleTable::Node> nodes_;  // of each rule's source side
  ProbingTable<std::uint32_t> rules_;
};

struct Occurrence {
  RuleId rule;
  std::uint32_t analysis, alignment;
  friend auto operator<=>(const Occurrence&, const Occurrence&) = default;
};

/// Collects the occurrences of a corpus.
class Collector {
 public:
  Collector(const RuleTable& table, std::size_t max_length)
      : table_(table), index_(table), extractor_(max_length, grammar::OrientationModel::kNone) {}

  void add(std::span<const WordId> source, std::span<const WordId> target,
           std::span<const grammar::WordLink> links, const Derivation& derivation) {
    const auto spans = extractor_.extract(source.size(), target.size(), links);
    const MinimalPhrases minimal(spans, target.size());
    target_.assign(target.begin(), target.end());
    for (const grammar::PhraseSpan& span : spans) {
      const RuleTable::Node node = node_of(source.subspan(span.source_begin, span.source_length));
      if (node == RuleTable::kNoNode) continue;
      const std::uint32_t rule = index_.find(
          node, std::span<const Symbol>(target_).subspan(span.target_begin, span.target_length));
      if (is_free(rule)) continue;
      occurrences.push_back(
          {rule, analyses.number(analyse_phrase(derivation, span.target_begin, span.target_length)),
           alignments.number(minimal.alignment(span))});
    }
  }

  StringNumbers analyses, alignments;
  std::vector<Occurrence> occurrences;

 private:
  RuleTable::Node node_of(std::span<const WordId> words) const {
    RuleTable::Node node = table_.root();
    for (const WordId word : words) node = table_.child(node, static_cast<Symbol>(word));
    return node;
  }

  const RuleTable& table_;
  RuleIndex index_;
  grammar::PhraseExtractor extractor_;
  std::vector<Symbol> target_;
};

/// An analysis of a rule with its count and its most frequent alignment vector.
struct Counted {
  std::uint32_t analysis, alignment, count, alignment_count;
};

/// The analyses of one rule from its sorted occurrences, most frequent first.
std::vector<Counted> count_analyses(std::span<const Occurrence> occurrences) {
  std::vector<Counted> found;
  for (std::size_t i = 0, end = 0; i < occurrences.size(); i = end) {
    while (end < occurrences.size() && occurrences[end] == occurrences[i]) ++end;
    const auto count = static_cast<std::uint32_t>(end - i);
    if (found.empty() || found.back().analysis != occurrences[i].analysis) {
      found.push_back({occurrences[i].analysis, occurrences[i].alignment, 0, 0});
    }
    Counted& last = found.back();
    last.count += count;
    if (count > last.alignment_count) {
      last.alignment = occurrences[i].alignment;
      last.alignment_count = count;
    }
  }
  std::sort(found.begin(), found.end(), [](const Counted& a, const Counted& b) {
    return std::tie(b.count, a.analysis) < std::tie(a.count, b.analysis);
  });
  return found;
}

/// Gives strings that are used new numbers, in the order of their use.
class Renumbering {
 public:
  explicit Renumbering(std::size_t size) : numbers_(size, kUnused) {}

  std::uint32_t operator()(std::uint32_t old) {
    if (numbers_[old] == kUnused) {
      numbers_[old] = static_cast<std::uint32_t>(kept.size());
      kept.push_back(old);
    }
    return numbers_[old];
  }
  std::vector<std::uint32_t> kept;

 private:
  static constexpr std::uint32_t kUnused = 0xffffffff;
  std::vector<std::uint32_t> numbers_;
};

SPhraseArrays count_all(Collector& collector, std::size_t rules, std::size_t most) {
  auto& occurrences = collector.occurrences;
  std::sort(occurrences.begin(), occurrences.end());
  SPhraseArrays arrays;
  Renumbering analyses(collector.analyses.size()), alignments(collector.alignments.size());
  std::size_t next = 0;
  for (RuleId rule = 0; rule < rules; ++rule) {
    arrays.first.push_back(arrays.counts.size());
    const std::size_t begin = next;
    while (next < occurrences.size() && occurrences[next].rule == rule) ++next;
    arrays.totals.push_back(static_cast<std::uint32_t>(next - begin));
    auto found = count_analyses(std::span(occurrences).subspan(begin, next - begin));
    if (found.size() > most) found.resize(most);
    for (const Counted& counted : found) {
      arrays.analyses.push_back(analyses(counted.analysis));
      arrays.alignments.push_back(alignments(counted.alignment));
      arrays.counts.push_back(counted.count);
    }
  }
  arrays.first.push_back(arrays.counts.size());
  for (const std::uint32_t old : analyses.kept) {
    arrays.analysis_first.push_back(arrays.words.size());
    const std::string& bytes = collector.analyses[old];
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(AnalysedWord)) {
      AnalysedWord word;
      std::memcpy(&word, bytes.data() + i, sizeof(word));
      arrays.words.push_back(word_bits(word));
    }
  }
  arrays.analysis_first.push_back(arrays.words.size());
  for (const std::uint32_t old : alignments.kept) {
    arrays.alignment_first.push_back(arrays.points.size());
    const std::string& bytes = collector.alignments[old];
    arrays.points.insert(arrays.points.end(), bytes.begin(), bytes.end());
  }
  arrays.alignment_first.push_back(arrays.points.size());
  return arrays;
}

}  // namespace

std::uint64_t word_bits(const AnalysedWord& word) {
  return word.spine | std::uint64_t{word.head} << 32 | std::uint64_t{word.node} << 40 |
         std::uint64_t{word.copy} << 48;
}

SPhraseArrays extract_sphrases(const grammar::AlignedCorpus& corpus, const Derivations& derivations,
                               const grammar::RuleTable& table, const SPhraseOptions& options,
                               Monitor& monitor) {
  grammar::check(corpus, "");
  derivations.check(corpus.target);
  if (options.max_length > 127) throw ConfigError("expected phrases of at most 127 words");
  Collector collector(table, options.max_length);
  for (std::size_t line = 0; line < corpus.size(); ++line) {
    const Derivation derivation = derivations.sentence(corpus.target, line);
    if (!derivation.known()) continue;
    collector.add(corpus.source[line], corpus.target[line], corpus.links_of(line), derivation);
    if (line % 256 == 0) monitor.report(line, corpus.size());
  }
  monitor.report(corpus.size(), corpus.size());
  return count_all(collector, table.size(), options.analyses);
}

}  // namespace dragoman::treelet
