#include "grammar/extract/rule_tasks.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "common/error.hpp"
#include "grammar/extract/gappy_collector.hpp"
#include "grammar/extract/hierarchical_collector.hpp"
#include "grammar/extract/phrase_collector.hpp"
#include "grammar/extract/phrase_scorer.hpp"
#include "grammar/extract/scored_extract.hpp"

namespace dragoman::grammar {
namespace {

/// Both sides of a bitext as those see them who look at gaps.
struct LinkedBitext {
  explicit LinkedBitext(const AlignedCorpus& corpus)
      : source(linked_text(corpus, true)),
        target(linked_text(corpus, false)),
        segment{source.view(), target.view(), nullptr} {}
  IndexedTextArrays source, target;
  Segment segment;
};

/// Some lines of a text as a text of their own.
class SomeLines {
 public:
  SomeLines(const AlignedCorpus& whole, std::span<const std::uint32_t> lines)
      : source_(whole.source, lines), target_(whole.target, lines) {
    link_offsets_.push_back(0);
    for (const std::uint32_t line : lines) {
      const auto links = whole.links_of(line);
      links_.insert(links_.end(), links.begin(), links.end());
      link_offsets_.push_back(links_.size());
    }
  }
  AlignedCorpus view() const { return {source_.view(), target_.view(), links_, link_offsets_}; }

 private:
  struct Side {
    Side(const CorpusSide& whole, std::span<const std::uint32_t> lines)
        : offsets{0}, vocabulary(whole.vocabulary) {
      for (const std::uint32_t line : lines) {
        words.insert(words.end(), whole[line].begin(), whole[line].end());
        offsets.push_back(words.size());
      }
    }
    CorpusSide view() const { return {words, offsets, vocabulary}; }
    std::vector<WordId> words;
    std::vector<std::uint64_t> offsets;
    std::size_t vocabulary;
  };
  Side source_, target_;
  std::vector<WordLink> links_;
  std::vector<std::uint64_t> link_offsets_;
};

/// What is known of target sides, as scorers ask for it.
struct KnownTargets {
  explicit KnownTargets(std::span<const TargetCount> targets) {
    for (const TargetCount& each : targets) {
      contiguous.add_target(each.hash, {each.contiguous, each.contiguous_partners});
      gapped.add_target(each.hash, {each.gapped, each.gapped_partners});
    }
  }
  PhraseCounts contiguous, gapped;
};

/// What a kind of rules has of its own: its instances, and how they are collected and scored.
struct PhraseKind {
  using Instance = PhraseInstance;
  using Options = ExtractOptions;

  static RuleTableWidths widths(const Options& options) { return widths_of(options); }
  static bool contiguous(const Instance&) { return true; }

  template <typename F>
  static void collect(const AlignedCorpus& text, const Options& options, F&& f) {
    PhraseCollector collector(text, options.max_length, options.orientation);
    for (std::size_t line = 0; line < text.size(); ++line) collector.collect(line, f);
  }

  static void score(const AlignedCorpus& corpus, const Lexicon& lexicon, const Options& options,
                    std::span<Instance> instances, const KnownTargets& targets,
                    const BothStatistics& statistics, RuleBatch& out) {
    const Smoother smoother(options.smoothing, statistics[0]);
    PhraseScorer({corpus, lexicon, targets.contiguous, smoother, nullptr}, options)
        .score(instances, out);
  }
};

/// The lines that instances are in, as a text in which the instances are found afterwards.
template <typename Instance>
SomeLines lines_of(const AlignedCorpus& corpus, std::span<Instance> instances) {
  std::vector<std::uint32_t> lines;
  for (const Instance& instance : instances) lines.push_back(instance.line);
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  for (Instance& instance : instances) {
    const auto found = std::ranges::lower_bound(lines, instance.line);
    instance.line = static_cast<std::uint32_t>(found - lines.begin());
  }
  return {corpus, lines};
}

struct GappyKind {
  using Instance = GappyInstance;
  using Options = GappyTableOptions;

  static RuleTableWidths widths(const Options& options) { return gappy_table_widths(options); }
  static bool contiguous(const Instance& instance) { return instance.contiguous(); }

  template <typename F>
  static void collect(const AlignedCorpus& text, const Options& options, F&& f) {
    const LinkedBitext linked(text);
    GappyCollector collector(linked.segment, options.source, options.target);
    for (std::size_t line = 0; line < text.size(); ++line) collector.collect(line, true, f);
  }

  static void score(const AlignedCorpus& corpus, const Lexicon& lexicon, const Options& options,
                    std::span<Instance> instances, const KnownTargets& targets,
                    const BothStatistics& statistics, RuleBatch& out) {
    const SomeLines lines = lines_of(corpus, instances);
    const LinkedBitext linked(lines.view());
    const Smoother without(options.smoothing, statistics[0]);
    const Smoother with(options.smoothing, statistics[1],
                        statistics[0].pairs + statistics[1].pairs);
    const SideTally none;  // all instances are here
    GappyTableScorer(
        {linked.segment, lexicon, targets.contiguous, targets.gapped, none, none, without, with},
        options)
        .score(instances, out);
  }
};

struct HierarchicalKind {
  using Instance = HierarchicalInstance;
  using Options = HierarchicalTableOptions;

  static RuleTableWidths widths(const Options&) { return kHierarchicalWidths; }
  static bool contiguous(const Instance&) { return true; }  // all are of one kind

  template <typename F>
  static void collect(const AlignedCorpus& text, const Options& options, F&& f) {
    const LinkedBitext linked(text);
    HierarchicalCollector collector(linked.segment, options.limits);
    for (std::size_t line = 0; line < text.size(); ++line) collector.collect(line, f);
  }

  static void score(const AlignedCorpus& corpus, const Lexicon& lexicon, const Options& options,
                    std::span<Instance> instances, const KnownTargets& targets,
                    const BothStatistics& statistics, RuleBatch& out) {
    const SomeLines lines = lines_of(corpus, instances);
    const LinkedBitext linked(lines.view());
    const Smoother smoother(options.smoothing, statistics[0]);
    HierarchicalTableScorer({linked.segment, lexicon, targets.contiguous, smoother}, options.top)
        .score(instances, out);
  }
};

void add(const TargetCount& more, TargetCount& sum) {
  sum.contiguous += more.contiguous;
  sum.gapped += more.gapped;
  sum.contiguous_partners += more.contiguous_partners;
  sum.gapped_partners += more.gapped_partners;
}

template <typename Kind>
class TasksOf final : public RuleTasks {
 public:
  using Instance = typename Kind::Instance;
  static_assert(std::has_unique_object_representations_v<Instance>);

  explicit TasksOf(typename Kind::Options options) : options_(std::move(options)) {}

  RuleTableWidths widths() const override { return Kind::widths(options_); }

  std::vector<Bytes> collect(const AlignedCorpus& lines, std::uint32_t first,
                             unsigned bits) const override {
    std::vector<std::vector<Instance>> buckets(std::size_t{1} << bits);
    Kind::collect(lines, options_, [&](Instance instance) {
      instance.line += first;
      buckets[bits == 0 ? 0 : instance.source_hash >> (64 - bits)].push_back(instance);
    });
    std::vector<Bytes> out;
    for (auto& bucket : buckets) {
      out.push_back(bytes_of(bucket));
      bucket = {};
    }
    return out;
  }

  Bytes sorted(std::span<const std::span<const std::byte>> parts) const override {
    std::vector<Instance> all;
    for (const auto part : parts) append(part, all);
    std::sort(all.begin(), all.end());
    return bytes_of(all);
  }

  TargetCounts count(std::span<const std::byte> sorted) const override {
    std::vector<Instance> instances;
    append(sorted, instances);
    TargetCounts out;
    const auto pair = [](const Instance& i) { return std::pair(i.source_hash, i.target_hash); };
    for_each_group(std::span<const Instance>(instances), pair, [&](std::span<const Instance> same) {
      const bool contiguous = Kind::contiguous(same[0]);
      TargetCount target{.hash = same[0].target_hash};
      (contiguous ? target.contiguous : target.gapped) = same.size();
      (contiguous ? target.contiguous_partners : target.gapped_partners) = 1;
      out.targets.push_back(target);
      out.statistics[contiguous ? 0 : 1].add(same.size(), 1);
    });
    std::ranges::sort(out.targets, {}, &TargetCount::hash);
    std::vector<TargetCount> sums;
    for (const TargetCount& each : out.targets) {
      if (sums.empty() || sums.back().hash != each.hash) {
        sums.push_back(each);
      } else {
        add(each, sums.back());
      }
    }
    out.targets = std::move(sums);
    return out;
  }

  RuleBatch score(const AlignedCorpus& corpus, const Lexicon& lexicon,
                  std::span<const std::byte> sorted, std::span<const TargetCount> targets,
                  const BothStatistics& statistics) const override {
    std::vector<Instance> instances;
    append(sorted, instances);
    for (const Instance& instance : instances) {
      if (instance.line >= corpus.size()) throw damaged();
    }
    RuleBatch out;
    if (instances.empty()) return out;
    Kind::score(corpus, lexicon, options_, instances, KnownTargets(targets), statistics, out);
    return out;
  }

 private:
  static ModelError damaged() { return ModelError("a part of extracted phrases is damaged"); }

  static Bytes bytes_of(const std::vector<Instance>& instances) {
    Bytes out(instances.size() * sizeof(Instance));
    if (!out.empty()) std::memcpy(out.data(), instances.data(), out.size());
    return out;
  }

  static void append(std::span<const std::byte> bytes, std::vector<Instance>& to) {
    if (bytes.size() % sizeof(Instance) != 0) throw damaged();
    const std::size_t before = to.size();
    to.resize(before + bytes.size() / sizeof(Instance));
    if (!bytes.empty()) std::memcpy(to.data() + before, bytes.data(), bytes.size());
  }

  typename Kind::Options options_;
};

struct TargetSlot {
  TargetCount sum;
  bool used = false;
  bool free() const { return !used; }
};

}  // namespace

std::unique_ptr<RuleTasks> phrase_tasks(const ExtractOptions& options) {
  if (options.significance) {
    throw ConfigError("significance pruning looks at the whole text: no task has it");
  }
  return std::make_unique<TasksOf<PhraseKind>>(options);
}

std::unique_ptr<RuleTasks> gappy_tasks(const GappyTableOptions& options) {
  check(options);
  return std::make_unique<TasksOf<GappyKind>>(options);
}

std::unique_ptr<RuleTasks> hierarchical_tasks(const HierarchicalTableOptions& options) {
  check(options.limits);
  return std::make_unique<TasksOf<HierarchicalKind>>(options);
}

void join(std::span<std::vector<TargetCount>> parts) {
  ProbingTable<TargetSlot, 66> sums;
  for (const auto& part : parts) {
    for (const TargetCount& each : part) {
      TargetSlot& slot = sums.insert(
          each.hash, [&](const TargetSlot& known) { return known.sum.hash == each.hash; },
          [](const TargetSlot& known) { return known.sum.hash; });
      slot.used = true;
      slot.sum.hash = each.hash;
      add(each, slot.sum);
    }
  }
  for (auto& part : parts) {
    for (TargetCount& each : part) {
      each =
          sums.find(each.hash, [&](const TargetSlot& known) { return known.sum.hash == each.hash; })
              .sum;
    }
  }
}

}  // namespace dragoman::grammar
