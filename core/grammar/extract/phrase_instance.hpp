// One occurrence of a contiguous phrase pair.
#pragma once

#include <tuple>

#include "grammar/extract/phrase_extractor.hpp"

namespace dragoman::grammar {

struct PhraseInstance {
  std::uint64_t source_hash;
  std::uint64_t target_hash;
  std::uint32_t line;
  PhraseSpan span;
  std::uint32_t unused = 0;  ///< so that equal instances are equal bytes, in files too

  friend bool operator<(const PhraseInstance& a, const PhraseInstance& b) {
    const auto order = [](const PhraseInstance& i) {
      return std::tuple(i.source_hash, i.target_hash, i.line, i.span.source_begin,
                        i.span.target_begin);
    };
    return order(a) < order(b);
  }
};

}  // namespace dragoman::grammar
