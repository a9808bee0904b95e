#include "grammar/treelet/minimal_phrases.hpp"

#include <algorithm>
#include <tuple>

#include "common/error.hpp"

namespace dragoman::treelet {

MinimalPhrases::MinimalPhrases(std::span<const grammar::PhraseSpan> spans,
                               std::size_t target_length)
    : entries_(target_length) {
  for (const grammar::PhraseSpan& span : spans) {
    const Entry entry{static_cast<std::uint16_t>(span.source_length + span.target_length),
                      span.source_begin,
                      static_cast<std::uint16_t>(span.source_begin + span.source_length)};
    for (std::size_t t = span.target_begin; t < span.target_begin + span.target_length; ++t) {
      entries_[t].push_back(entry);
    }
  }
  const auto order = [](const Entry& a, const Entry& b) {
    return std::tie(a.size, a.begin, a.end) < std::tie(b.size, b.begin, b.end);
  };
  for (auto& entries : entries_) std::sort(entries.begin(), entries.end(), order);
}

std::string MinimalPhrases::alignment(const grammar::PhraseSpan& span) const {
  const int begin = span.source_begin, end = begin + span.source_length;
  std::string result;
  for (std::size_t t = span.target_begin; t < span.target_begin + span.target_length; ++t) {
    const auto found = std::find_if(entries_[t].begin(), entries_[t].end(), [&](const Entry& e) {
      return e.begin >= begin && e.end <= end;
    });
    if (found == entries_[t].end()) throw ConfigError("the phrase pair is not of this sentence");
    result.push_back(static_cast<char>(found->begin - begin));
    result.push_back(static_cast<char>(found->end - 1 - begin));
  }
  return result;
}

}  // namespace dragoman::treelet
