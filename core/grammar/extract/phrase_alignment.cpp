#include "grammar/extract/phrase_alignment.hpp"

#include <algorithm>

namespace dragoman::grammar {

AlignmentString inverted(const AlignmentString& alignment, std::size_t length) {
  AlignmentString out;  // both are short: going over one of them again and again needs no rows
  for (std::size_t own = 0; own < length; ++own) {
    char position = 1;
    for (const char link : alignment) {
      if (link == 0) {
        ++position;
      } else if (position_of(link) == own) {
        out += position;
      }
    }
    out += '\0';
  }
  return out;
}

PhraseAlignment most_frequent(std::vector<CountedAlignment>& alignments,
                              std::size_t source_length) {
  std::ranges::sort(alignments, {}, &CountedAlignment::by_target);
  PhraseAlignment best;
  std::size_t most = 0;
  for (const auto& [by_target, count] : alignments) {
    if (count < most) continue;
    AlignmentString inverse = inverted(by_target, source_length);
    if (count > most || inverse > best.by_source) best.by_source = std::move(inverse);
    best.by_target = by_target;  // ascending: the last of the most frequent is the greatest
    most = count;
  }
  return best;
}

PhraseAlignment most_frequent(std::vector<AlignmentString>& alignments, std::size_t source_length) {
  if (alignments.size() == 1) {
    return {alignments[0], inverted(alignments[0], source_length)};
  }
  std::sort(alignments.begin(), alignments.end());
  std::vector<CountedAlignment> counted;
  for (const AlignmentString& alignment : alignments) {
    if (counted.empty() || counted.back().by_target != alignment) counted.push_back({alignment, 0});
    ++counted.back().count;
  }
  return most_frequent(counted, source_length);
}

AlignmentString PhraseAligner::by_target(const PhraseInstance& instance) {
  // Consistency: every link of a word of the source span ends in the target span.
  const PhraseSpan& span = instance.span;
  const auto links = corpus_.links_of(instance.line);
  auto link = std::lower_bound(links.begin(), links.end(), WordLink{span.source_begin, 0});
  const unsigned end = span.source_begin + span.source_length;
  links_.clear();
  for (; link != links.end() && link->source < end; ++link) {
    links_.push_back({static_cast<std::uint16_t>(link->target - span.target_begin),
                      static_cast<std::uint16_t>(link->source - span.source_begin)});
  }
  std::sort(links_.begin(), links_.end());
  AlignmentString out;
  unsigned position = 0;
  for (const WordLink inverse : links_) {
    for (; position < inverse.source; ++position) out += '\0';
    out += static_cast<char>(inverse.target + 1);
  }
  for (; position < span.target_length; ++position) out += '\0';
  return out;
}

PhraseAlignment PhraseAligner::operator()(std::span<const PhraseInstance> instances) {
  const std::size_t source_length = instances[0].span.source_length;
  if (source_length == 1 && instances[0].span.target_length == 1) {
    const AlignmentString only{'\1', '\0'};
    return {only, only};
  }
  seen_.clear();
  for (const PhraseInstance& instance : instances) seen_.push_back(by_target(instance));
  return most_frequent(seen_, source_length);
}

}  // namespace dragoman::grammar
