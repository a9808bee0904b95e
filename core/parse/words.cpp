#include "parse/words.hpp"

#include <cstddef>
#include <string>

#include "common/hash.hpp"

namespace dragoman::parse {
namespace {

std::uint32_t hash32(std::string_view text) {
  const auto hash = static_cast<std::uint32_t>(hash_bytes(text));
  return hash <= kAfter ? hash + 3 : hash;  // apart from the sentinels
}

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }

/// Where each character of the text begins, and the end.
std::vector<std::size_t> character_starts(std::string_view text) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (starts_character(text[i])) starts.push_back(i);
  }
  starts.push_back(text.size());
  return starts;
}

/// The kinds of characters, runs of one kind written once or twice: "Xxx-00" for "Mai-2010".
/// A letter is a capital if lower case changes it.
std::string shape_of(std::string_view form, std::string_view lower) {
  const auto a = character_starts(form), b = character_starts(lower);
  std::string shape;
  for (std::size_t i = 0; i + 1 < a.size(); ++i) {
    const std::string_view character = form.substr(a[i], a[i + 1] - a[i]);
    const char byte = character[0];
    char kind = byte;  // punctuation stands for itself
    if (byte >= '0' && byte <= '9') {
      kind = '0';
    } else if (a.size() == b.size() && character != lower.substr(b[i], b[i + 1] - b[i])) {
      kind = 'X';
    } else if (character.size() > 1 || (byte >= 'a' && byte <= 'z')) {
      kind = 'x';
    }
    const std::size_t size = shape.size();
    if (size >= 2 && shape[size - 1] == kind && shape[size - 2] == kind) continue;
    shape.push_back(kind);
  }
  return shape;
}

}  // namespace

Word word_of(std::string_view form, std::string_view lower) {
  Word word{hash32(form), hash32(lower), hash32(shape_of(form, lower)), {}, {}};
  const auto starts = character_starts(lower);
  const std::size_t length = starts.size() - 1;
  for (std::size_t k = 0; k < word.prefix.size(); ++k) {
    word.prefix[k] = k < length ? hash32(lower.substr(0, starts[k + 1])) : kBefore;
  }
  for (std::size_t k = 0; k < word.suffix.size(); ++k) {
    word.suffix[k] = k < length ? hash32(lower.substr(starts[length - k - 1])) : kBefore;
  }
  return word;
}

}  // namespace dragoman::parse
