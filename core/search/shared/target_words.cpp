#include "search/shared/target_words.hpp"

namespace dragoman::search {

WordId TargetWords::number(std::string_view word) {
  const WordId known = vocabulary_.find(word);
  if (known != kNoWord) return known;
  const auto fresh = static_cast<WordId>(vocabulary_.size() + extra_.size());
  const auto [entry, added] = extra_ids_.try_emplace(std::string(word), fresh);
  if (added) {
    extra_.emplace_back(word);
    extra_bytes_ += word.size();
  }
  return entry->second;
}

}  // namespace dragoman::search
