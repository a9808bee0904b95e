#include "align/links.hpp"

#include <algorithm>
#include <charconv>

#include "common/error.hpp"
#include "common/utf8.hpp"
#include "common/vocabulary.hpp"

namespace dragoman::align {

void Links::append(const Links& more) {
  const std::uint64_t base = links.size();
  for (std::size_t s = 1; s < more.offsets.size(); ++s) offsets.push_back(base + more.offsets[s]);
  links.insert(links.end(), more.links.begin(), more.links.end());
}

void LinksView::check() const {
  bool sound = !offsets.empty() && offsets.front() == 0 && offsets.back() == links.size();
  for (std::size_t s = 0; sound && s + 1 < offsets.size(); ++s) {
    sound = offsets[s] <= offsets[s + 1] && offsets[s + 1] <= links.size();
  }
  if (!sound) throw ConfigError("the offsets of an alignment do not fit its links");
}

Links symmetrize(const LinksView& forward, const LinksView& reverse, Heuristic heuristic,
                 Order order, std::size_t threads, Monitor& monitor) {
  forward.check();
  reverse.check();
  if (forward.size() != reverse.size()) {
    throw ConfigError("the forward alignment has " + std::to_string(forward.size()) +
                      " sentences, the reverse alignment " + std::to_string(reverse.size()));
  }
  constexpr std::size_t kSentences = 1024;
  const std::size_t count = (forward.size() + kSentences - 1) / kSentences;
  std::vector<Links> parts(count);
  std::vector<Symmetrizer> workers(std::max<std::size_t>(1, threads));
  parallel_chunks(count, workers.size(), monitor, [&](std::size_t chunk, std::size_t worker) {
    const std::size_t end = std::min(forward.size(), (chunk + 1) * kSentences);
    for (std::size_t s = chunk * kSentences; s < end; ++s) {
      const auto& found = workers[worker](forward[s], reverse[s], heuristic, order);
      parts[chunk].links.insert(parts[chunk].links.end(), found.begin(), found.end());
      parts[chunk].offsets.push_back(parts[chunk].links.size());
    }
  });
  Links result;
  result.offsets.reserve(forward.size() + 1);
  for (const Links& part : parts) result.append(part);
  return result;
}

void parse_links(std::string_view line, const std::string& path, std::size_t number,
                 std::vector<Link>& links) {
  const std::size_t before = links.size();
  for_each_token(line, [&](std::string_view token) {
    Link link{};
    const char* const end = token.data() + token.size();
    const auto first = std::from_chars(token.data(), end, link.source);
    const bool dash = first.ec == std::errc() && first.ptr != end && *first.ptr == '-';
    const auto second = dash ? std::from_chars(first.ptr + 1, end, link.target) : first;
    if (!dash || second.ec != std::errc() || second.ptr != end) {
      throw FormatError(
          path, number,
          "expected links like 0-0 1-2, positions up to 65535, found '" + printable(token) + "'");
    }
    links.push_back(link);
  });
  const auto first = links.begin() + static_cast<std::ptrdiff_t>(before);
  std::sort(first, links.end());
  links.erase(std::unique(first, links.end()), links.end());
}

std::string format_links(const LinksView& links) {
  std::string text;
  for (std::size_t s = 0; s < links.size(); ++s) {
    bool first = true;
    for (const Link link : links[s]) {
      if (!first) text += ' ';
      first = false;
      text += std::to_string(link.source);
      text += '-';
      text += std::to_string(link.target);
    }
    text += '\n';
  }
  return text;
}

}  // namespace dragoman::align
