#include "grammar/moses/text.hpp"

namespace dragoman::grammar {

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
