#include "grammar/extract/gappy_place.hpp"

namespace dragoman::grammar {
AlignmentString alignment_of(const Segment& segment, const GappyPlace& place) {
  const auto [source, target] = place;
  const std::uint32_t begin = segment.from.begin[segment.from.line[source.front()]];
  AlignmentString out;
  for (std::size_t j = 0; j < target.size(); ++j) {
    if (j > 0 && target[j] != target[j - 1] + 1) out += '\0';
    for (const std::uint16_t link : segment.to.links_of(target[j])) {
      char symbol = 1;
      for (std::size_t i = 0; source[i] != begin + link; ++i) {
        symbol = static_cast<char>(symbol + (source[i + 1] == source[i] + 1 ? 1 : 2));
      }
      out += symbol;
    }
    out += '\0';
  }
  return out;
}

}  // namespace dragoman::grammar
