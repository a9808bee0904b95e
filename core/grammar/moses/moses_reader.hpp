// Reads Moses' phrase table and reordering table, or its table of hierarchical rules, into a
// RuleTableBuilder.
//
//   MosesReader reader({.unescape = false});
//   reader.open("phrase-table.gz");       // the name that errors mention
//   reader.feed(block), ...; reader.close();
//   reader.open_reordering("reordering-table.gz");   // optional
//   reader.feed(block), ...; reader.close();
//   RuleTableArrays arrays = reader.finish();
//
// A line is `source ||| target ||| scores [||| alignment [||| counts [||| sparse [|||
// properties]]]]`, fields being separated by a token |||. Any number of scores is taken, the same
// on every line. A side may be empty. Anything else is a FormatError with the line. A rule that the
// reordering table lacks gets zeros, as in Moses' decoder.
//
// Hierarchical rules have non-terminals [X][X] on both sides, which links pair, and end both sides
// with the label [X]. Links of non-terminals are not kept.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/line_splitter.hpp"
#include "common/vocabulary.hpp"
#include "grammar/table/rule_table_builder.hpp"

namespace dragoman::grammar {

struct MosesReaderOptions {
  bool unescape = false;  ///< turn &#124; &#91; &#93; in words back into | [ ]
  bool hierarchical = false;
  std::size_t longest_line = LineSplitter::kLongest;
};

class MosesReader {
 public:
  explicit MosesReader(const MosesReaderOptions& options) : options_(options) {}

  void open(std::string name);
  void open_reordering(std::string name);
  /// The next bytes of the open file, cut anywhere.
  void feed(std::string_view block);
  /// The file has ended.
  void close();

  RuleTableArrays finish();
  const RuleTableWidths& widths() const { return widths_; }
  const Vocabulary& source_vocabulary() const { return source_; }
  const Vocabulary& target_vocabulary() const { return target_; }

 private:
  struct Fields {
    std::string_view text[7];
    std::size_t count = 0;
  };

  [[noreturn]] void fail(const std::string& message) const;
  [[noreturn]] void fail_label(std::string_view label) const;
  Fields split(std::string_view line) const;
  void take_line(std::string_view line);
  void take_rule(const Fields& fields);
  void take_reordering(const Fields& fields);
  void read_side(std::string_view text, Vocabulary& vocabulary, std::vector<Symbol>& symbols);
  /// Takes the label off the end of a side of a hierarchical rule, for which it must be X.
  std::string_view without_label(std::string_view side) const;
  bool is_non_terminal(std::string_view token) const;
  /// Numbers the non-terminals of the source side, and those of the target side by their links.
  void link_non_terminals();
  void read_logarithms(std::string_view text, std::vector<float>& values) const;
  void read_alignment(std::string_view text);
  void read_counts(std::string_view text);
  bool known_side(std::string_view text, const Vocabulary& vocabulary,
                  std::vector<Symbol>& symbols);
  std::string_view plain(std::string_view token);
  std::uint64_t key() const;
  std::size_t find_row(std::uint64_t key);

  MosesReaderOptions options_;
  Vocabulary source_, target_;
  RuleTableWidths widths_;

  LineSplitter lines_;
  bool reordering_ = false;

  // Rules in the order of the file; the scores wait here until the reordering table was read.
  std::vector<std::uint64_t> keys_;
  std::vector<Symbol> symbols_;
  std::vector<std::uint8_t> lengths_;  ///< of source and target side, two a rule
  std::vector<AlignmentPoint> alignment_;
  std::vector<std::uint32_t> links_;  ///< how many links each rule has
  std::vector<float> scores_, reordering_scores_, counts_;
  std::size_t cursor_ = 0;  ///< the row that probably comes next in the reordering table
  std::unordered_map<std::uint64_t, std::size_t> rows_;

  std::vector<Symbol> source_side_, target_side_;
  std::vector<float> numbers_;
  std::vector<AlignmentPoint> points_;
  std::string token_;
};

}  // namespace dragoman::grammar
