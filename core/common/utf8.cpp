#include "common/utf8.hpp"

#include <cstdint>

namespace dragoman {

bool is_utf8(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size();) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(bytes[k]); };
    const unsigned first = byte(i);
    if (first < 0x80) {
      ++i;
      continue;
    }
    const std::size_t more = first < 0xc2   ? 0
                             : first < 0xe0 ? 1
                             : first < 0xf0 ? 2
                             : first < 0xf5 ? 3
                                            : 0;
    if (more == 0 || bytes.size() - i <= more) return false;
    std::uint32_t code = first & (0x3fU >> more);
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

}  // namespace dragoman
