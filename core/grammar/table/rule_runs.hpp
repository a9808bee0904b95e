// Rules that do not fit into memory: sorted runs in temporary files, and their merge.
//
//   RuleRuns runs(widths, directory);
//   runs.begin_run();
//   runs.add_side(source, rules);        // sides in the order of a table,
//   runs.add_rule(rule);                 // each followed by its rules
//   runs.merge([](source, count) {...}, [](const RuleEntry& rule) {...});
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "common/temporary_file.hpp"
#include "grammar/table/rule_entry.hpp"

namespace dragoman::grammar {

class RuleRuns {
 public:
  RuleRuns(const RuleTableWidths& widths, std::filesystem::path directory);
  ~RuleRuns();
  RuleRuns(RuleRuns&&) noexcept;
  RuleRuns& operator=(RuleRuns&&) noexcept;

  bool empty() const { return runs_.empty(); }
  std::size_t size() const { return runs_.size(); }

  /// The next sides and rules belong to a new run. Throws Error if there is no room on the disk, as
  /// the two that follow.
  void begin_run();
  void add_side(std::span<const Symbol> source, std::size_t rules);
  void add_rule(const RuleEntry& rule);

  using OnSide = std::function<void(std::span<const Symbol> source, std::size_t rules)>;
  using OnRule = std::function<void(const RuleEntry& rule)>;
  /// All sides in the order of a table, each followed by its rules; equal sides of several runs
  /// follow each other in the order of the runs. The runs are gone afterwards.
  void merge(const OnSide& on_side, const OnRule& on_rule);

 private:
  class Run;

  RuleTableWidths widths_;
  std::filesystem::path directory_;
  std::vector<std::unique_ptr<Run>> runs_;
};

}  // namespace dragoman::grammar
