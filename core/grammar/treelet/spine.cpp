#include "grammar/treelet/spine.hpp"

#include "common/hash.hpp"

namespace dragoman::treelet {

Name name_of(std::string_view text) { return hash_bytes(text) | 1; }

Spine spine_of(std::string_view text) {
  Spine spine;
  spine.whole = name_of(text);
  bool first = true;
  while (!text.empty()) {
    const std::size_t blank = text.find(' ');
    const Name name = name_of(text.substr(0, blank));
    if (first) {
      spine.tag = name;
    } else {
      spine.nodes.push_back(name);
    }
    first = false;
    text.remove_prefix(blank == std::string_view::npos ? text.size() : blank + 1);
  }
  return spine;
}

}  // namespace dragoman::treelet
