#include "search/shared/typed_prefix.hpp"

#include <algorithm>

namespace dragoman::search {

void TypedPrefix::assign(const forest::Prefix& prefix, TargetWords& words) {
  words_ = &words;
  spellings_.clear();
  beginnings_.clear();
  begun_.clear();
  for (const auto& spellings : prefix.words) {
    auto& numbers = spellings_.emplace_back();
    for (const std::string& one : spellings) numbers.push_back(words.number(one));
  }
  if (prefix.partial && !prefix.words.empty()) beginnings_ = prefix.words.back();
}

bool TypedPrefix::stands(std::size_t place, WordId word) const {
  if (beginnings_.empty() || place + 1 < size()) {
    return std::ranges::find(spellings_[place], word) != spellings_[place].end();
  }
  const auto [entry, added] = begun_.try_emplace(word, false);
  if (added) entry->second = forest::stands_for(words_->word(word), beginnings_, true);
  return entry->second;
}

std::optional<std::uint32_t> TypedPrefix::after(std::uint32_t produced,
                                                std::span<const WordId> phrase) const {
  for (const WordId word : phrase) {
    if (produced == size()) break;
    if (!stands(produced, word)) return std::nullopt;
    ++produced;
  }
  return produced;
}

bool TypedPrefix::has(std::span<const Symbol> phrase) const {
  for (std::size_t place = 0; place < size() && !phrase.empty(); ++place) {
    std::size_t said = 0;
    while (said < phrase.size() && place + said < size() &&
           stands(place + said, static_cast<WordId>(phrase[said]))) {
      ++said;
    }
    if (said == phrase.size() || place + said == size()) return true;
  }
  return false;
}

}  // namespace dragoman::search
