#include "grammar/table/rule_files.hpp"

#include <string>

#include "grammar/table/table_layout.hpp"

namespace dragoman::grammar {
namespace {

std::filesystem::path file_of(const std::filesystem::path& directory, const char* name) {
  return directory / (std::string(name) + ".npy");
}

}  // namespace

RuleFiles::RuleFiles(const RuleTableWidths& widths, const std::filesystem::path& directory)
    : target_first_(file_of(directory, table_layout::kTargetFirst)),
      target_symbols_(file_of(directory, table_layout::kTargetSymbols)),
      align_first_(file_of(directory, table_layout::kAlignFirst)),
      alignment_(file_of(directory, table_layout::kAlignment), 2),
      scores_(file_of(directory, table_layout::kScores), widths.scores),
      reordering_(file_of(directory, table_layout::kReordering), widths.reordering),
      counts_(file_of(directory, table_layout::kCounts), widths.counts) {
  target_first_.append(0);
  align_first_.append(0);
}

void RuleFiles::add(const RuleEntry& rule) {
  ++rules_;
  symbols_ += rule.target.size();
  points_ += rule.alignment.size();
  target_symbols_.append(rule.target);
  target_first_.append(symbols_);
  alignment_.append(
      {reinterpret_cast<const std::uint8_t*>(rule.alignment.data()), rule.alignment.size_bytes()});
  align_first_.append(points_);
  scores_.append(rule.scores);
  reordering_.append(rule.reordering);
  counts_.append(rule.counts);
}

void RuleFiles::finish() {
  target_first_.finish();
  target_symbols_.finish();
  align_first_.finish();
  alignment_.finish();
  scores_.finish(rules_);
  reordering_.finish(rules_);
  counts_.finish(rules_);
}

}  // namespace dragoman::grammar
