#include "grammar/text.hpp"

#include <cstdint>

namespace dragoman::grammar {

bool is_utf8(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size();) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(bytes[k]); };
    const unsigned first = byte(i);
    const std::size_t more = first < 0x80   ? 0
                             : first < 0xc2 ? 9
                             : first < 0xe0 ? 1
                             : first < 0xf0 ? 2
                             : first < 0xf5 ? 3
                                            : 9;
    if (more == 9 || bytes.size() - i <= more) return false;
    std::uint32_t code = more == 0 ? first : first & (0x3fU >> more);
    for (std::size_t k = 1; k <= more; ++k) {
      if ((byte(i + k) & 0xc0U) != 0x80U) return false;
      code = code << 6 | (byte(i + k) & 0x3fU);
    }
    if (more == 2 && (code < 0x800 || (code >= 0xd800 && code < 0xe000))) return false;
    if (more == 3 && (code < 0x10000 || code > 0x10ffff)) return false;
    i += more + 1;
  }
  return true;
}

std::string printable(std::string_view bytes) {
  std::string out(bytes.substr(0, 40));
  for (char& c : out) {
    if (c < ' ' || c > '~') c = '?';
  }
  return out;
}

std::string escape_moses(std::string_view word) {
  const bool bracketed = word.size() > 1 && word.front() == '[' && word.back() == ']';
  std::string out;
  for (const char c : word) {
    if (c == '|') {
      out += "&#124;";
    } else if (bracketed && c == '[') {
      out += "&#91;";
    } else if (bracketed && c == ']') {
      out += "&#93;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string unescape_moses(std::string_view word) {
  std::string out;
  while (!word.empty()) {
    if (word.starts_with("&#124;")) {
      out += '|';
      word.remove_prefix(6);
    } else if (word.starts_with("&#91;") || word.starts_with("&#93;")) {
      out += word[3] == '1' ? '[' : ']';
      word.remove_prefix(5);
    } else {
      out += word.front();
      word.remove_prefix(1);
    }
  }
  return out;
}

}  // namespace dragoman::grammar
