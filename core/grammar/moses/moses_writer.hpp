// Writes a RuleTable as Moses' phrase table or reordering table, block by block.
//
//   MosesWriter writer(table, MosesWriter::Kind::kPhraseTable);
//   while (true) { std::string block = writer.next(); if (block.empty()) break; ... }
//
// Rules come in the table's order, the same in both files. Numbers have six digits, as Moses
// writes them. Words are escaped (grammar/moses/text.hpp).
#pragma once

#include <string>
#include <vector>

#include "grammar/table/rule_table.hpp"

namespace dragoman::grammar {

class MosesWriter {
 public:
  enum class Kind { kPhraseTable, kReorderingTable };

  /// The table must outlive the writer. Throws Error if it lacks what the file needs, or if it
  /// holds gaps or non-terminals, which these files cannot express.
  MosesWriter(const RuleTable& table, Kind kind);

  /// About a megabyte of text, ending at the end of a line; empty when there is no more.
  std::string next();

 private:
  void append_side(std::string& out, std::span<const Symbol> symbols,
                   const Vocabulary& vocabulary) const;
  /// Everything after the source side.
  void append_rule(std::string& out, RuleId rule) const;

  const RuleTable& table_;
  Kind kind_;
  RuleTable::Node node_ = 0;
  std::vector<RuleTable::Node> parent_;
};

}  // namespace dragoman::grammar
