#include "grammar/index/aligned_corpus.hpp"

#include <algorithm>
#include <limits>

#include "common/error.hpp"

namespace dragoman::grammar {
namespace {

constexpr std::size_t kMaxWords = std::numeric_limits<std::uint16_t>::max();

void check_offsets(std::span<const std::uint64_t> offsets, std::size_t end, const char* what) {
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != end ||
      !std::is_sorted(offsets.begin(), offsets.end())) {
    throw ConfigError(std::string("the lines of the ") + what + " are not in order");
  }
}

void check_side(const CorpusSide& side, const char* what) {
  check_offsets(side.offsets, side.words.size(), what);
  for (const WordId word : side.words) {
    if (word >= side.vocabulary) {
      throw ConfigError(std::string("the ") + what + " has a word outside of its vocabulary");
    }
  }
}

}  // namespace

void check(const AlignedCorpus& corpus, const std::string& path) {
  check_side(corpus.source, "source text");
  check_side(corpus.target, "target text");
  check_offsets(corpus.link_offsets, corpus.links.size(), "alignment");
  const std::size_t lines = corpus.size();
  if (corpus.target.size() != lines) {
    throw FormatError(path, 0,
                      "the source text has " + std::to_string(lines) + " lines, the target text " +
                          std::to_string(corpus.target.size()));
  }
  if (corpus.link_offsets.size() != lines + 1) {
    throw FormatError(path, 0,
                      "expected an alignment of " + std::to_string(lines) + " lines, found " +
                          std::to_string(corpus.link_offsets.size() - 1));
  }
  for (std::size_t line = 0; line < lines; ++line) {
    const std::size_t source = corpus.source[line].size(), target = corpus.target[line].size();
    if (source > kMaxWords || target > kMaxWords) {
      throw FormatError(path, line + 1, "a sentence has more than 65535 words");
    }
    const auto links = corpus.links_of(line);
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (links[i].source >= source || links[i].target >= target) {
        throw FormatError(path, line + 1,
                          "the link " + std::to_string(links[i].source) + "-" +
                              std::to_string(links[i].target) + " lies outside sentences of " +
                              std::to_string(source) + " and " + std::to_string(target) + " words");
      }
      if (i > 0 && !(links[i - 1] < links[i])) {
        throw FormatError(path, line + 1, "the links are not sorted, or one is repeated");
      }
    }
  }
}

}  // namespace dragoman::grammar
