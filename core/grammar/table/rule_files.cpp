#include "grammar/table/rule_files.hpp"

namespace dragoman::grammar {

RuleFiles::RuleFiles(const RuleTableWidths& widths, const std::filesystem::path& directory)
    : target_first_(directory / "target_first.npy"),
      target_symbols_(directory / "target_symbols.npy"),
      align_first_(directory / "align_first.npy"),
      alignment_(directory / "alignment.npy", 2),
      scores_(directory / "scores.npy", widths.scores),
      reordering_(directory / "reordering.npy", widths.reordering),
      counts_(directory / "counts.npy", widths.counts) {
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
