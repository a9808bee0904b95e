#include "grammar/table/rule_runs.hpp"

#include <algorithm>
#include <utility>

#include "common/error.hpp"
#include "grammar/table/source_trie.hpp"

namespace dragoman::grammar {

/// One file. A side is its length, the number of its rules and its symbols. A rule is the length of
/// its target, the number of its links, its target symbols, links and numbers.
class RuleRuns::Run {
 public:
  Run(const RuleTableWidths& widths, const std::filesystem::path& directory)
      : widths_(widths), file_(directory) {
    numbers_.resize(widths.scores + widths.reordering + widths.counts);
  }

  void write(std::span<const Symbol> source, std::size_t rules) {
    put(static_cast<std::uint8_t>(source.size()));
    put(static_cast<std::uint32_t>(rules));
    put_all(source);
  }

  void write(const RuleEntry& rule) {
    put(static_cast<std::uint8_t>(rule.target.size()));
    put(static_cast<std::uint16_t>(rule.alignment.size()));
    put_all(rule.target);
    put_all(rule.alignment);
    put_all(rule.scores);
    put_all(rule.reordering);
    put_all(rule.counts);
  }

  void rewind() { file_.rewind(); }

  /// The next side; false at the end.
  bool next() {
    std::uint8_t length;
    if (file_.read(&length, sizeof(length)) == 0) return false;
    get(rules);
    source.resize(length);
    get_all(source);
    return true;
  }

  /// The next rule of the side at hand; valid until the next call.
  RuleEntry next_rule() {
    std::uint8_t length;
    std::uint16_t points;
    get(length);
    get(points);
    target_.resize(length);
    alignment_.resize(points);
    get_all(target_);
    get_all(alignment_);
    get_all(numbers_);
    const std::span<const float> numbers(numbers_);
    RuleEntry rule{source, target_, alignment_, numbers.first(widths_.scores)};
    rule.reordering = numbers.subspan(widths_.scores, widths_.reordering);
    rule.counts = numbers.subspan(widths_.scores + widths_.reordering);
    return rule;
  }

  std::vector<Symbol> source;  ///< the side at hand
  std::uint32_t rules = 0;

 private:
  template <typename T>
  void put(T value) {
    file_.write(&value, sizeof(T));
  }
  template <typename T>
  void put_all(std::span<const T> values) {
    file_.write(values.data(), values.size_bytes());
  }
  template <typename T>
  void get(T& value) {
    read(&value, sizeof(T));
  }
  template <typename T>
  void get_all(std::vector<T>& values) {
    read(values.data(), values.size() * sizeof(T));
  }
  void read(void* bytes, std::size_t size) {
    if (file_.read(bytes, size) != size) throw Error("a temporary file ends too early");
  }

  RuleTableWidths widths_;
  TemporaryFile file_;
  std::vector<Symbol> target_;
  std::vector<AlignmentPoint> alignment_;
  std::vector<float> numbers_;
};

RuleRuns::RuleRuns(const RuleTableWidths& widths, std::filesystem::path directory)
    : widths_(widths), directory_(std::move(directory)) {}
RuleRuns::~RuleRuns() = default;
RuleRuns::RuleRuns(RuleRuns&&) noexcept = default;
RuleRuns& RuleRuns::operator=(RuleRuns&&) noexcept = default;

void RuleRuns::begin_run() { runs_.push_back(std::make_unique<Run>(widths_, directory_)); }

void RuleRuns::add_side(std::span<const Symbol> source, std::size_t rules) {
  runs_.back()->write(source, rules);
}

void RuleRuns::add_rule(const RuleEntry& rule) { runs_.back()->write(rule); }

void RuleRuns::merge(const OnSide& on_side, const OnRule& on_rule) {
  const auto later = [&](std::size_t a, std::size_t b) {
    if (comes_before(runs_[a]->source, runs_[b]->source)) return false;
    return comes_before(runs_[b]->source, runs_[a]->source) || a > b;
  };
  std::vector<std::size_t> heap;
  for (std::size_t run = 0; run < runs_.size(); ++run) {
    runs_[run]->rewind();
    if (runs_[run]->next()) heap.push_back(run);
  }
  std::ranges::make_heap(heap, later);
  while (!heap.empty()) {
    std::ranges::pop_heap(heap, later);
    Run& run = *runs_[heap.back()];
    on_side(run.source, run.rules);
    for (std::uint32_t rule = 0; rule < run.rules; ++rule) on_rule(run.next_rule());
    if (run.next()) {
      std::ranges::push_heap(heap, later);
    } else {
      heap.pop_back();
    }
  }
  runs_.clear();
}

}  // namespace dragoman::grammar
