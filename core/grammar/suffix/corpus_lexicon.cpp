#include "grammar/suffix/corpus_lexicon.hpp"

#include <algorithm>
#include <limits>

#include "common/error.hpp"

namespace dragoman::grammar {

CorpusLexicon::CorpusLexicon(std::vector<LinkCounts> segments, std::size_t source_words,
                             std::size_t target_words)
    : source_totals_(source_words + 1), target_totals_(target_words + 1) {
  for (const LinkCounts& entries : segments) add(entries);
}

void CorpusLexicon::add(const LinkCounts& entries) {
  const std::size_t size = entries.source.size();
  if (size != entries.target.size() || size != entries.counts.size() ||
      size >= std::numeric_limits<std::uint32_t>::max()) {
    throw ModelError("the arrays of the lexicon differ in length");
  }
  Rows rows{entries, std::vector<std::uint32_t>(source_totals_.size() + 1)};
  for (std::size_t i = 0; i < size; ++i) {
    const WordId source = entries.source[i], target = entries.target[i];
    if ((source + 1 >= source_totals_.size() && source != kEmptyWord) ||
        (target + 1 >= target_totals_.size() && target != kEmptyWord) || entries.counts[i] == 0) {
      throw ModelError("the lexicon has an entry that is not sound");
    }
    if (i > 0 && (source < entries.source[i - 1] ||
                  (source == entries.source[i - 1] && target <= entries.target[i - 1]))) {
      throw ModelError("the entries of the lexicon are not in order");
    }
    ++rows.first[row_of(source) + 1];
    source_totals_[row_of(source)] += entries.counts[i];
    target_totals_[column_of(target)] += entries.counts[i];
  }
  for (std::size_t k = 1; k < rows.first.size(); ++k) rows.first[k] += rows.first[k - 1];
  segments_.push_back(std::move(rows));
}

CorpusLexicon::Probabilities CorpusLexicon::find(WordId source, WordId target) const {
  const std::size_t row = row_of(source);
  double count = 0;
  for (const Rows& rows : segments_) {
    const auto words =
        rows.entries.target.subspan(rows.first[row], rows.first[row + 1] - rows.first[row]);
    const auto found = std::ranges::lower_bound(words, target);
    if (found == words.end() || *found != target) continue;
    count += rows.entries.counts[rows.first[row] + static_cast<std::size_t>(found - words.begin())];
  }
  if (count == 0) return {};
  return {rounded_probability(count / source_totals_[row]),
          rounded_probability(count / target_totals_[column_of(target)])};
}

}  // namespace dragoman::grammar
