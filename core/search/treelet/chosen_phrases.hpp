// The phrases of a derivation that was chosen already: a search may be held to them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "forest/forest.hpp"
#include "search/options/translation_options.hpp"

namespace dragoman::search::treelet {

class ChosenPhrases {
 public:
  /// Those of a forest that is one derivation of the phrase decoder.
  explicit ChosenPhrases(const forest::Forest& derivation);

  bool has(const TranslationOptions& options, const TranslationOption& option) const;

 private:
  struct Phrase {
    std::uint32_t begin, end;
    std::int64_t rule;
    std::vector<std::string> words;
  };
  std::vector<Phrase> phrases_;
};

}  // namespace dragoman::search::treelet
