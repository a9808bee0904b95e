#include "grammar/moses/moses_writer.hpp"

#include <algorithm>
#include <cmath>

#include "common/error.hpp"
#include "grammar/moses/number_text.hpp"
#include "grammar/moses/text.hpp"

namespace dragoman::grammar {
namespace {

void append_number(std::string& out, double value) {
  out += ' ';
  append_six_digits(out, value);
}

/// A score at the floor is a probability of zero.
void append_probability(std::string& out, float log) {
  append_number(out, log <= kLowestScore ? 0.0 : std::exp(static_cast<double>(log)));
}

}  // namespace

MosesWriter::MosesWriter(const RuleTable& table, Kind kind)
    : table_(table), kind_(kind), parent_(table.nodes()) {
  if (kind == Kind::kReorderingTable && table.reordering_columns() == 0) {
    throw Error("the rule table has no reordering scores to write");
  }
  const auto is_word = [](Symbol symbol) { return symbol >= 0; };
  if (!std::ranges::all_of(table.arrays().trie_symbol, is_word) ||
      !std::ranges::all_of(table.arrays().target_symbols, is_word)) {
    throw Error("rules with gaps or non-terminals cannot be written as a phrase table");
  }
  for (RuleTable::Node node = 0; node < table.nodes(); ++node) {
    const auto [begin, end] = table.children(node);
    for (RuleTable::Node child = begin; child < end; ++child) parent_[child] = node;
  }
}

std::string MosesWriter::next() {
  constexpr std::size_t kBlock = 1U << 20;
  std::string out, text;
  out.reserve(kBlock + kBlock / 4);
  std::vector<Symbol> source;
  for (; node_ < table_.nodes() && out.size() < kBlock; ++node_) {
    const auto [begin, end] = table_.rules(node_);
    if (begin == end) continue;
    source.clear();
    for (RuleTable::Node node = node_; node != 0; node = parent_[node]) {
      source.push_back(table_.symbol(node));
    }
    std::reverse(source.begin(), source.end());
    text.clear();
    append_side(text, source, table_.source_vocabulary());
    text += ' ';
    for (RuleId rule = begin; rule < end; ++rule) {
      out += text;
      append_rule(out, rule);
    }
  }
  return out;
}

void MosesWriter::append_side(std::string& out, std::span<const Symbol> symbols,
                              const Vocabulary& vocabulary) const {
  for (const Symbol symbol : symbols) {
    const std::string_view word = vocabulary.word(static_cast<WordId>(symbol));
    if (word.find_first_of("|[") == std::string_view::npos) {
      out += word;
    } else {
      out += escape_moses(word);
    }
    out += ' ';
  }
  out += "|||";
}

void MosesWriter::append_rule(std::string& out, RuleId rule) const {
  append_side(out, table_.target(rule), table_.target_vocabulary());
  if (kind_ == Kind::kReorderingTable) {
    for (const float log : table_.reordering(rule)) append_probability(out, log);
    out += '\n';
    return;
  }
  for (const float log : table_.scores(rule)) append_probability(out, log);
  out += " |||";
  for (const AlignmentPoint point : table_.alignment(rule)) {
    append_number(out, point.source);
    out += '-';
    append_six_digits(out, point.target);
  }
  out += " |||";
  for (const float count : table_.counts(rule)) append_number(out, count);
  out += " ||| |||\n";
}

}  // namespace dragoman::grammar
