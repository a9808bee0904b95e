#include "forest/prefix_words.hpp"

#include <algorithm>
#include <string_view>

#include "common/error.hpp"

namespace dragoman::forest {
namespace {

/// The code points of UTF-8; other bytes stand for themselves.
std::u32string characters(std::string_view text) {
  std::u32string found;
  for (const char byte : text) {
    const auto bits = static_cast<unsigned char>(byte);
    if ((bits & 0xC0) == 0x80 && !found.empty()) {
      found.back() = (found.back() << 6) | (bits & 0x3F);
    } else {
      found.push_back(bits);
    }
  }
  return found;
}

/// Letters to be changed, added or left out, as a part of the longer word. With `partial`, the
/// nearest beginning of `word` counts.
float letter_distance(const std::u32string& typed, const std::u32string& word, bool partial) {
  thread_local std::vector<std::size_t> row;
  row.resize(word.size() + 1);
  for (std::size_t j = 0; j <= word.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= typed.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= word.size(); ++j) {
      const std::size_t change = diagonal + (typed[i - 1] != word[j - 1]);
      diagonal = row[j];
      row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
    }
  }
  const std::size_t edits = partial ? *std::ranges::min_element(row) : row.back();
  const std::size_t whole = partial ? typed.size() : std::max(typed.size(), word.size());
  return whole == 0 ? 0.0F : std::min(1.0F, static_cast<float>(edits) / static_cast<float>(whole));
}

}  // namespace

bool stands_for(std::string_view word, const std::vector<std::string>& spellings, bool partial) {
  return std::ranges::any_of(spellings, [&](const std::string& one) {
    return partial ? word.starts_with(one) : word == one;
  });
}

PrefixWords::PrefixWords(const Forest& forest, const Prefix& prefix, bool distances)
    : size_(prefix.words.size()), vocabulary_(forest.words.size()) {
  std::vector<std::u32string> letters;
  for (const std::string& word : forest.words) {
    if (distances) letters.push_back(characters(word));
  }
  for (std::size_t place = 0; place < size_; ++place) {
    const auto& spellings = prefix.words[place];
    const bool partial = prefix.partial && place + 1 == size_;
    const std::u32string typed =
        distances && !spellings.empty() ? characters(spellings.front()) : std::u32string();
    for (std::size_t w = 0; w < vocabulary_; ++w) {
      if (stands_for(forest.words[w], spellings, partial)) {
        distance_.push_back(0);
      } else {
        distance_.push_back(distances ? letter_distance(typed, letters[w], partial) : 1.0F);
      }
    }
  }
}

std::vector<bool> inner_nodes(const Forest& forest) {
  std::vector<bool> inner(forest.nodes(), false);
  for (std::size_t e = forest.edges(); e-- > 0;) {  // heads before their tails
    const auto edge = static_cast<EdgeId>(e);
    const auto tails = forest.tails_of(edge);
    std::size_t places = 0;
    bool first = !inner[forest.head[e]];
    for (const Symbol s : forest.symbols_of(edge)) {
      if (s < 0) {
        ++places;
        if (!first) inner[tails[static_cast<std::size_t>(kFirstNonTerminal - s)]] = true;
      }
      first = false;
    }
    for (std::size_t t = 0; t < tails.size(); ++t) {
      const Symbol place = kFirstNonTerminal - static_cast<Symbol>(t);
      if (places != tails.size() || std::ranges::count(forest.symbols_of(edge), place) != 1) {
        throw ModelError("the forest has an edge whose tails do not stand once in its text");
      }
    }
  }
  return inner;
}

}  // namespace dragoman::forest
