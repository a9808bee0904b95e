#include "evaluate/text_lists.hpp"

#include <algorithm>

#include "common/error.hpp"

namespace dragoman::evaluate {
namespace {

bool fits(std::span<const std::uint64_t> offsets, std::size_t last) {
  return !offsets.empty() && offsets.front() == 0 && offsets.back() == last &&
         std::is_sorted(offsets.begin(), offsets.end());
}

bool sound(const TextLists& lists) {
  return fits(lists.text, lists.words.size()) && fits(lists.sentence, lists.texts());
}

}  // namespace

void check_text_lists(const TextLists& candidates, const TextLists& references) {
  if (!sound(candidates) || !sound(references)) {
    throw ConfigError("the offsets of candidates or references do not fit their words");
  }
  if (references.sentences() != candidates.sentences()) {
    throw ConfigError("candidates and references must have the same number of sentences");
  }
  for (std::size_t s = 0; s < references.sentences(); ++s) {
    if (references.sentence[s] == references.sentence[s + 1]) {
      throw ConfigError("every sentence needs a reference");
    }
  }
}

}  // namespace dragoman::evaluate
