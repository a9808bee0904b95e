#include "search/shared/pieces.hpp"

#include <algorithm>
#include <array>

namespace dragoman::search {

bool is_punctuation(const std::string& word) {
  static const std::array<std::string, 13> kMarks = {",", ".", "!", "?", ":",      ";",     "\"",
                                                     "(", ")", "-", "–", "\u3002", "\uff0c"};
  return std::ranges::find(kMarks, word) != kMarks.end();
}

std::size_t piece_end(const Sentence& sentence, std::size_t begin, std::size_t max_words) {
  const std::size_t size = sentence.length();
  const bool whole = max_words == 0 || sentence.output_given() || !sentence.lattice.empty();
  if (whole || size - begin <= max_words) return size;
  std::size_t end = begin + max_words;
  for (std::size_t i = end; i > begin + max_words / 2; --i) {
    if (is_punctuation(sentence.words[i - 1])) {
      end = i;
      break;
    }
  }
  for (const Zone& zone : sentence.zones) {
    if (zone.begin < end && end < zone.end) end = zone.begin > begin ? zone.begin : zone.end;
  }
  return end;
}

std::vector<std::uint32_t> next_walls(const Sentence& sentence, std::size_t begin, std::size_t end,
                                      bool punctuation) {
  const std::size_t length = end - begin;
  std::vector<bool> wall(length + 2, false);
  for (const std::size_t at : sentence.walls) {
    if (at > begin && at < end) wall[at - begin] = true;
  }
  for (std::size_t i = 0; punctuation && i < length; ++i) {
    if (is_punctuation(sentence.words[begin + i])) wall[i] = wall[i + 1] = true;
  }
  std::vector<std::uint32_t> next(length + 1, static_cast<std::uint32_t>(length));
  for (std::size_t i = length; i-- > 0;) {
    next[i] = wall[i + 1] ? static_cast<std::uint32_t>(i + 1) : next[i + 1];
  }
  return next;
}

}  // namespace dragoman::search
