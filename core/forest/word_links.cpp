#include "forest/word_links.hpp"

#include <cstddef>
#include <utility>

#include "common/error.hpp"

namespace dragoman::forest {
namespace {

constexpr std::uint32_t kNowhere = static_cast<std::uint32_t>(-1);

/// A word of a text whose position is not known before the end.
struct Word {
  EdgeId step;          ///< the edge whose rule it belongs to
  std::uint32_t place;  ///< in the step's target side; later pieces go on counting
};
using Text = std::vector<Word>;

/// Finds the step of every edge: a later piece belongs to an edge before it (`Forest::later`).
class Steps {
 public:
  EdgeId of(const Forest& forest, EdgeId e) {
    const std::int32_t later = forest.later[e];
    if (later >= 0) {
      if (later > 0) waiting_.push_back({e, later});
      return e;
    }
    const auto entry = waiting_.begin() + (-1 - later);
    const EdgeId step = entry->edge;
    if (--entry->pieces == 0) waiting_.erase(entry);
    return step;
  }

 private:
  struct Waiting {
    EdgeId edge;
    std::int32_t pieces;
  };
  std::vector<Waiting> waiting_;
};

/// The text of the derivation.
Text text_of(const Forest& forest) {
  std::vector<Text> open;  // of edges that are not used as a tail yet, in order
  std::vector<std::uint32_t> next(forest.edges());  // the place after a step's last word
  Steps steps;
  for (EdgeId e = 0; e < forest.edges(); ++e) {
    const EdgeId step = steps.of(forest, e);
    const std::size_t arity = forest.tails_of(e).size(), first_tail = open.size() - arity;
    // The tail of a later piece stands before it, and has no place among the step's words.
    std::uint32_t place = step == e ? 0 : next[step] - static_cast<std::uint32_t>(arity);
    Text text;
    for (const Symbol symbol : forest.symbols_of(e)) {
      if (symbol >= 0) {
        text.push_back({step, place});
        next[step] = place + 1;
      } else {
        Text& tail = open[first_tail + static_cast<std::size_t>(-2 - symbol)];
        if (text.empty()) {
          text = std::move(tail);
        } else {
          text.insert(text.end(), tail.begin(), tail.end());
        }
      }
      ++place;
    }
    open.resize(first_tail);
    open.push_back(std::move(text));
  }
  return open.empty() ? Text() : std::move(open.back());
}

}  // namespace

WordLinks word_links(const Forest& forest) {
  const Text text = text_of(forest);
  std::vector<std::vector<std::uint32_t>> where(forest.edges());  // by step and place
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto& places = where[text[i].step];
    if (places.size() <= text[i].place) places.resize(text[i].place + 1, kNowhere);
    places[text[i].place] = static_cast<std::uint32_t>(i);
  }
  WordLinks found;
  found.sources.resize(text.size());
  for (EdgeId e = 0; e < forest.edges(); ++e) {
    const auto links = forest.links_of(e);
    for (const Link link : links) {
      const std::uint32_t i = link.target < where[e].size() ? where[e][link.target] : kNowhere;
      if (i == kNowhere) throw ModelError("a rule has a link to a word that it does not have");
      found.sources[i].push_back(link.source);
    }
    if (!links.empty() || (forest.rule[e] != kUnknownWord && forest.rule[e] != kZone)) continue;
    for (const Span span : forest.spans_of(e)) {
      for (std::uint32_t source = span.begin; source < span.end; ++source) {
        for (const std::uint32_t i : where[e]) {
          if (i != kNowhere) found.sources[i].push_back(source);
        }
      }
    }
  }
  for (const Word word : text) found.rules.push_back(forest.rule[word.step]);
  return found;
}

}  // namespace dragoman::forest
