#include "forest/word_posteriors.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "common/error.hpp"

namespace dragoman::forest {
namespace {

/// Sums for the pairs that are asked for.
class Sums {
 public:
  Sums(std::span<const WordPair> pairs, std::size_t words) : words_(words) {
    std::uint32_t sources = 0;
    for (const WordPair pair : pairs) {
      if (pair.word < 0 || static_cast<std::size_t>(pair.word) >= words) {
        throw ModelError("the forest has no such word");
      }
      sources = std::max(sources, pair.source + 1);
    }
    sums_.assign(sources * words_, {});
    for (const WordPair pair : pairs) sums_[key(pair.source, pair.word)].asked = true;
  }

  void add(EdgeId edge, double posterior, std::uint32_t source, Symbol word) {
    const std::size_t place = key(source, word);
    if (word < 0 || place >= sums_.size()) return;
    Sum& sum = sums_[place];
    if (!sum.asked || sum.last == edge) return;
    sum.last = edge;
    sum.total += posterior;
  }

  double of(WordPair pair) const { return sums_[key(pair.source, pair.word)].total; }

 private:
  struct Sum {
    double total = 0;
    EdgeId last = std::numeric_limits<EdgeId>::max();  ///< the edge that was added last
    bool asked = false;
  };

  std::size_t key(std::uint32_t source, Symbol word) const {
    return source * words_ + static_cast<std::size_t>(word);
  }

  std::size_t words_;
  std::vector<Sum> sums_;
};

}  // namespace

std::vector<double> word_posteriors(const Forest& forest, std::span<const double> posteriors,
                                    std::span<const WordPair> pairs, bool linked) {
  if (posteriors.size() != forest.edges()) throw ModelError("expected a posterior for each edge");
  Sums sums(pairs, forest.words.size());
  for (EdgeId e = 0; e < forest.edges(); ++e) {
    const auto symbols = forest.symbols_of(e);
    if (linked) {
      for (const Link link : forest.links_of(e)) {
        // Other places belong to later pieces of phrases with gaps.
        if (link.target < symbols.size()) {
          sums.add(e, posteriors[e], link.source, symbols[link.target]);
        }
      }
      continue;
    }
    for (const Span span : forest.spans_of(e)) {
      for (std::uint32_t source = span.begin; source < span.end; ++source) {
        for (const Symbol word : symbols) sums.add(e, posteriors[e], source, word);
      }
    }
  }
  std::vector<double> found;
  for (const WordPair pair : pairs) found.push_back(sums.of(pair));
  return found;
}

}  // namespace dragoman::forest
