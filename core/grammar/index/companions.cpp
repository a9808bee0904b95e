#include "grammar/index/companions.hpp"

namespace dragoman::grammar {

Companions::Companions(const Segment& segment) : needs_(segment.from.text.size()) {
  const IndexedText &own = segment.from, &other = segment.to;
  for (std::uint32_t position = 0; position < own.text.size(); ++position) {
    const auto links = own.links_of(position);
    if (links.empty()) continue;
    const std::uint32_t line = own.line[position];
    std::uint32_t needs = 1U << kReach;
    for (const std::uint16_t link : links) {
      for (const std::uint16_t back : other.links_of(other.begin[line] + link)) {
        const std::uint32_t place = own.begin[line] + back + kReach - position;
        needs |= place <= 2 * kReach ? 1U << place : kFar;  // huge if it is far before
      }
    }
    needs_[position] = needs;
  }
}

}  // namespace dragoman::grammar
