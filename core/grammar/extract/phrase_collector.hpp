// All occurrences of contiguous phrase pairs in a line, with the hashes that they are known by.
#pragma once

#include "grammar/extract/phrase_hashes.hpp"
#include "grammar/extract/phrase_instance.hpp"

namespace dragoman::grammar {

/// Threads do not share it: each has its own.
class PhraseCollector {
 public:
  PhraseCollector(const AlignedCorpus& corpus, std::size_t max_length, OrientationModel orientation)
      : corpus_(corpus), max_length_(max_length), extractor_(max_length, orientation) {}

  /// Calls f(instance) for every one of a line.
  template <typename F>
  void collect(std::size_t line, F&& f) {
    const auto source = corpus_.source[line], target = corpus_.target[line];
    const auto spans = extractor_.extract(source.size(), target.size(), corpus_.links_of(line));
    if (spans.empty()) return;
    source_hashes_.compute(source, max_length_);
    target_hashes_.compute(target, max_length_);
    for (const PhraseSpan& span : spans) {
      f(PhraseInstance{source_hashes_.of(span.source_begin, span.source_length),
                       target_hashes_.of(span.target_begin, span.target_length),
                       static_cast<std::uint32_t>(line), span});
    }
  }

 private:
  const AlignedCorpus& corpus_;
  std::size_t max_length_;
  PhraseExtractor extractor_;
  PhraseHashes source_hashes_, target_hashes_;
};

}  // namespace dragoman::grammar
