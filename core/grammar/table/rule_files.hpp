// The arrays of a table's rules in files, for a table that does not fit into memory.
#pragma once

#include <cstdint>
#include <filesystem>

#include "common/npy_file.hpp"
#include "grammar/table/rule_entry.hpp"

namespace dragoman::grammar {

class RuleFiles {
 public:
  /// Makes the files NAME.npy in an existing directory, for each array of rules by its name.
  RuleFiles(const RuleTableWidths& widths, const std::filesystem::path& directory);

  /// The next rule. Throws Error if the disk is full.
  void add(const RuleEntry& rule);
  /// Completes all files.
  void finish();

 private:
  std::uint64_t rules_ = 0, symbols_ = 0, points_ = 0;
  NpyFile<std::uint64_t> target_first_;
  NpyFile<Symbol> target_symbols_;
  NpyFile<std::uint64_t> align_first_;
  NpyFile<std::uint8_t> alignment_;
  NpyFile<float> scores_, reordering_, counts_;
};

}  // namespace dragoman::grammar
