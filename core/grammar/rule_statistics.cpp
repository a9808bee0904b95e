#include "grammar/rule_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "grammar/phrase_hashes.hpp"
#include "grammar/suffix_extract.hpp"

namespace dragoman::grammar {
namespace {

/// The pairs without gaps of all lines, as hashes.
class ContiguousPairs {
 public:
  explicit ContiguousPairs(std::size_t max_length)
      : max_length_(max_length), extractor_(max_length, OrientationModel::kNone) {}

  /// Calls f(hash) for every occurrence of a pair in a line.
  template <typename F>
  void for_each(const Segment& segment, std::size_t line, F&& f) {
    const auto source = words_of(segment.from, line), target = words_of(segment.to, line);
    links_.clear();
    for (std::size_t i = 0; i < source.size(); ++i) {
      const auto position = segment.from.begin[line] + static_cast<std::uint32_t>(i);
      for (const std::uint16_t link : segment.from.links_of(position)) {
        links_.push_back({static_cast<std::uint16_t>(i), link});
      }
    }
    const auto spans = extractor_.extract(source.size(), target.size(), links_);
    if (spans.empty()) return;
    source_hashes_.compute(source, max_length_);
    target_hashes_.compute(target, max_length_);
    for (const PhraseSpan& span : spans) {
      f(hash_combine(source_hashes_.of(span.source_begin, span.source_length),
                     target_hashes_.of(span.target_begin, span.target_length)));
    }
  }

 private:
  static std::span<const WordId> words_of(const IndexedText& text, std::size_t line) {
    const std::size_t begin = text.begin[line];
    const std::size_t next = line + 1 < text.begin.size() ? text.begin[line + 1] : text.text.size();
    return text.text.subspan(begin, next - 1 - begin);
  }

  std::size_t max_length_;
  PhraseExtractor extractor_;
  std::vector<WordLink> links_;
  PhraseHashes source_hashes_, target_hashes_;
};

/// The hashes of all occurrences of pairs without gaps, of which there are bounded many at a time.
class ContiguousCounter {
 public:
  ContiguousCounter(std::span<const Segment> corpus, std::size_t max_length, std::size_t threads,
                    Monitor& monitor)
      : workers_(threads, Worker(max_length)), monitor_(monitor) {
    for (const Segment& segment : corpus) {
      for (std::size_t line = 0; line < segment.from.begin.size(); line += kLines) {
        chunks_.push_back({&segment, line, std::min(line + kLines, segment.from.begin.size())});
      }
    }
  }

  PairStatistics count() {
    visit([](Worker& worker, std::uint64_t) { ++worker.total; });
    std::size_t total = 0;
    for (const Worker& worker : workers_) total += worker.total;
    const std::uint64_t parts = total / kPairsAtOnce + 1;
    PairStatistics found;
    for (std::uint64_t part = 0; part < parts; ++part) {
      visit([&](Worker& worker, std::uint64_t hash) {
        if (parts == 1 || mix64(hash) % parts == part) worker.hashes.push_back(hash);
      });
      std::vector<std::uint64_t> hashes;
      for (Worker& worker : workers_) {
        hashes.insert(hashes.end(), worker.hashes.begin(), worker.hashes.end());
        worker.hashes = {};
      }
      std::ranges::sort(hashes);
      for (std::size_t i = 0, j = 0; i < hashes.size(); i = j) {
        while (j < hashes.size() && hashes[j] == hashes[i]) ++j;
        found.add(j - i, 1);
      }
    }
    return found;
  }

 private:
  static constexpr std::size_t kLines = 500;
  /// Hashes that are sorted at once: 128 MB.
  static constexpr std::size_t kPairsAtOnce = std::size_t{1} << 24;

  struct Chunk {
    const Segment* segment;
    std::size_t begin, end;
  };
  struct Worker {
    explicit Worker(std::size_t max_length) : pairs(max_length) {}
    ContiguousPairs pairs;
    std::size_t total = 0;
    std::vector<std::uint64_t> hashes;
  };

  template <typename F>
  void visit(F&& f) {
    const auto body = [&](std::size_t chunk, std::size_t worker) {
      Worker& own = workers_[worker];
      for (std::size_t line = chunks_[chunk].begin; line < chunks_[chunk].end; ++line) {
        own.pairs.for_each(*chunks_[chunk].segment, line,
                           [&](std::uint64_t hash) { f(own, hash); });
      }
    };
    parallel_chunks(chunks_.size(), workers_.size(), monitor_, body);
  }

  std::vector<Chunk> chunks_;
  std::vector<Worker> workers_;
  Monitor& monitor_;
};

/// In place of the rules with gaps of a pattern it gives how many were seen once, twice, ...: a
/// "rule" without symbols whose `times` were seen so often `joint` of them.
class CountingScorer final : public PatternScorer {
 public:
  CountingScorer(std::unique_ptr<PatternScorer> scorer, double share)
      : scorer_(std::move(scorer)), share_(share) {}

  void score(const Pattern& pattern, const CorpusMatches& matches, const CorpusMatcher& matcher,
             GappyRules& out) override {
    GappyRules rules;
    scorer_->score(pattern, matches, matcher, rules);
    double occurrences = 0;
    for (const Matches& each : matches.segments) {
      occurrences += static_cast<double>(each.size(pattern));
    }
    // How likely it is that the pattern is in one of the lines.
    const double likely = 1 - std::pow(1 - share_, occurrences);
    std::array<double, PairStatistics::kCountsOfCounts + 2> seen{};
    for (const GappyRules::Rule& rule : rules.rules()) {
      if (pattern.gaps() == 0 && !has_gap(rules.target(rule))) continue;
      seen[std::min<std::size_t>(rule.times, seen.size() - 1)] += 1 / likely;
    }
    for (std::uint32_t times = 1; times < seen.size(); ++times) {
      if (seen[times] == 0) continue;
      GappyRules::Rule rule{};
      rule.times = times;
      rule.joint = seen[times];
      out.add(rule, {}, {}, {});
    }
  }

 private:
  std::unique_ptr<PatternScorer> scorer_;
  double share_;  ///< of the lines that are looked at
};

class CountingMaker final : public RuleMaker {
 public:
  CountingMaker(const GappyMaker& maker, double share) : maker_(maker), share_(share) {}

  PatternLimits limits() const override { return maker_.limits(); }
  RuleTableWidths widths() const override { return maker_.widths(); }
  std::span<const Segment> corpus() const override { return maker_.corpus(); }
  std::size_t source_words() const override { return maker_.source_words(); }
  std::size_t threads() const override { return maker_.threads(); }
  std::unique_ptr<PatternScorer> scorer() const override {
    return std::make_unique<CountingScorer>(maker_.scorer(), share_);
  }
  void score_inverse(std::span<GappyRules>, RuleCache*, Monitor&) const override {}
  bool can_cache() const override { return false; }

 private:
  const GappyMaker& maker_;
  double share_;
};

PairStatistics estimate_gapped(const CorpusModels& models, GappyOptions options, std::size_t wanted,
                               Monitor& monitor) {
  std::size_t lines = 0;
  for (const Segment& segment : models.source) lines += segment.from.begin.size();
  if (lines == 0) return {};
  const std::size_t step = (lines + wanted - 1) / wanted;
  std::vector<WordId> text;
  std::size_t number = 0;
  for (const Segment& segment : models.source) {
    for (std::size_t line = 0; line < segment.from.begin.size(); ++line, ++number) {
      if (number % step != 0) continue;
      for (std::size_t i = segment.from.begin[line];; ++i) {
        text.push_back(segment.from.text[i]);
        if (text.back() == kLineEnd) break;
      }
    }
  }
  options.top = 0;
  const GappyMaker maker(models, options);
  const CountingMaker counting(maker, 1.0 / static_cast<double>(step));
  PairStatistics found;
  for (const FoundRules& each : find_rules(counting, {text}, nullptr, monitor)) {
    for (const GappyRules::Rule& rule : each.fresh.rules()) found.add(rule.times, rule.joint);
  }
  return found;
}

}  // namespace

RuleStatistics count_rules(const CorpusModels& models, const GappyOptions& options,
                           std::size_t lines, Monitor& monitor) {
  RuleStatistics found;
  const std::size_t longest = std::min(options.source.max_length, options.target.max_length);
  found.contiguous = ContiguousCounter(models.source, longest, options.threads, monitor).count();
  if (options.source.max_gaps + options.target.max_gaps > 0) {
    found.gapped = estimate_gapped(models, options, lines, monitor);
  }
  return found;
}

}  // namespace dragoman::grammar
