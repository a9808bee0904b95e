// Lines of word links.
#include "align/links.hpp"

#include "text.hpp"

namespace fuzz {

using namespace dragoman;

void use(std::string_view text) {
  align::Links links;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    align::parse_links(text.substr(0, end), "input", ++number, links.links);
    links.offsets.push_back(links.links.size());
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
}

}  // namespace fuzz
