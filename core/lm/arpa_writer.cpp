#include "lm/arpa_writer.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "lm/link.hpp"

namespace dragoman::lm {
namespace {

void append_number(std::string& text, float value) {
  char digits[32];
  const auto [end, error] = std::to_chars(digits, digits + sizeof(digits), value == 0 ? 0 : value);
  text.append(digits, error == std::errc() ? end : digits);
}

std::string header(const std::vector<std::size_t>& counts) {
  std::string text = "\\data\\\n";
  for (std::size_t n = 1; n <= counts.size(); ++n) {
    text += "ngram ";
    text += std::to_string(n);
    text += '=';
    text += std::to_string(counts[n - 1]);
    text += '\n';
  }
  return text;
}

std::string section(std::size_t n) {
  std::string text = "\n\\";
  text += std::to_string(n);
  text += "-grams:\n";
  return text;
}

void append_level(std::string& text, const std::vector<Level>& levels, const Vocabulary& vocabulary,
                  int n, std::size_t begin, std::size_t end) {
  const Level& level = levels[n - 1];
  const bool longest = n == static_cast<int>(levels.size());
  for (LevelWalk walk(levels, n, begin); walk.position() < end; walk.next()) {
    const std::size_t i = walk.position();
    if (!level.kept(i)) continue;
    append_number(text, std::min(0.0F, std::log10(level.probability[i])));
    for (int k = 0; k < n; ++k) {
      text += k == 0 ? '\t' : ' ';
      text += vocabulary.word(walk.word(k));
    }
    if (!longest) {
      text += '\t';
      append_number(text, std::log10(level.backoff[i]));
    }
    text += '\n';
  }
}

}  // namespace

void write_arpa(const std::vector<Level>& levels, const Vocabulary& vocabulary, std::size_t threads,
                const Sink& sink, Monitor& monitor) {
  constexpr std::size_t kChunk = 1 << 15;
  std::vector<std::size_t> counts;
  for (const Level& level : levels) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < level.size(); ++i) kept += level.kept(i);
    counts.push_back(kept);
  }
  sink(header(counts));
  for (int n = 1; n <= static_cast<int>(levels.size()); ++n) {
    sink(section(n));
    const std::size_t size = levels[n - 1].size();
    std::vector<std::string> texts(4 * threads);
    for (std::size_t begin = 0; begin < size; begin += texts.size() * kChunk) {
      const std::size_t chunks = std::min((size - begin + kChunk - 1) / kChunk, texts.size());
      parallel_chunks(chunks, threads, monitor, [&](std::size_t chunk, std::size_t) {
        const std::size_t first = begin + chunk * kChunk;
        texts[chunk].clear();
        append_level(texts[chunk], levels, vocabulary, n, first, std::min(first + kChunk, size));
      });
      for (std::size_t chunk = 0; chunk < chunks; ++chunk) sink(texts[chunk]);
      for (const Level& level : levels) level.trim();
    }
  }
  sink("\n\\end\\\n");
}

void write_arpa(const Ngrams& ngrams, const Sink& sink) {
  check_not_linked(ngrams);
  std::vector<std::size_t> counts;
  for (const NgramList& list : ngrams.orders) counts.push_back(list.size());
  sink(header(counts));
  std::string text;
  for (int n = 1; n <= ngrams.order(); ++n) {
    const NgramList& list = ngrams.orders[n - 1];
    text += section(n);
    for (std::size_t i = 0; i < list.size(); ++i) {
      append_number(text, list.probabilities[i]);
      for (int k = 0; k < n; ++k) {
        text += k == 0 ? '\t' : ' ';
        text += ngrams.vocabulary.word(ngrams.gram(n, i)[k]);
      }
      if (n < ngrams.order() && !std::isnan(list.backoffs[i])) {
        text += '\t';
        append_number(text, list.backoffs[i]);
      }
      text += '\n';
      if (text.size() > 1 << 20) {
        sink(text);
        text.clear();
      }
    }
  }
  text += "\n\\end\\\n";
  sink(text);
}

}  // namespace dragoman::lm
