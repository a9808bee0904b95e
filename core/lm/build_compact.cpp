#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>

#include "common/error.hpp"
#include "lm/build.hpp"
#include "lm/compact_trie.hpp"
#include "lm/link.hpp"
#include "lm/quantize.hpp"
#include "lm/value.hpp"

namespace dragoman::lm {
namespace {

/// Positions of the n-grams of one order in suffix order.
std::vector<std::size_t> suffix_order(const Ngrams& ngrams, int n) {
  std::vector<std::size_t> order(ngrams.orders[n - 1].size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto before = [&](std::size_t a, std::size_t b) {
    const WordId *x = ngrams.gram(n, a), *y = ngrams.gram(n, b);
    for (int i = n - 1; i >= 0; --i) {
      if (x[i] != y[i]) return x[i] < y[i];
    }
    return false;
  };
  if (!std::is_sorted(order.begin(), order.end(), before)) {
    std::sort(order.begin(), order.end(), before);
  }
  return order;
}

class TrieBuilder {
 public:
  TrieBuilder(const Ngrams& ngrams, const CompactOptions& options)
      : ngrams_(ngrams), options_(options) {}

  void run(ModelArrays& arrays) {
    const int order = ngrams_.order();
    std::vector<TrieLevel> levels;
    for (int n = 1; n <= order; ++n) {
      levels.push_back(layout(n));
      const TrieLevel& level = levels.back();
      arrays.compact.insert(arrays.compact.end(),
                            {level.count, static_cast<std::uint64_t>(level.word_bits),
                             static_cast<std::uint64_t>(level.probability_bits),
                             static_cast<std::uint64_t>(level.backoff_bits),
                             static_cast<std::uint64_t>(level.child_bits)});
    }
    std::vector<std::size_t> now = suffix_order(ngrams_, 1);
    for (int n = 1; n <= order; ++n) {
      const TrieLevel& level = levels[n - 1];
      const std::size_t start = arrays.compact.size();
      arrays.compact.resize(start + level.words());
      std::vector<std::size_t> next;
      if (n < order) next = suffix_order(ngrams_, n + 1);
      write(n, level, now, next, BitWriter(arrays.compact.data() + start), arrays.codebook);
      now = std::move(next);
    }
  }

 private:
  TrieLevel layout(int n) const {
    const bool longest = n == ngrams_.order();
    TrieLevel level;
    level.count = ngrams_.orders[n - 1].size();
    if (!longest) level.child_bits = std::bit_width(ngrams_.orders[n].size());
    if (n == 1) return level;
    level.word_bits = std::bit_width(ngrams_.vocabulary.size() - 1);
    level.probability_bits =
        options_.probability_bits == 0 ? kWholeProbability : options_.probability_bits;
    if (!longest) {
      level.backoff_bits = options_.backoff_bits == 0 ? kWholeBackoff : options_.backoff_bits;
    }
    return level;
  }

  void write(int n, const TrieLevel& level, const std::vector<std::size_t>& now,
             const std::vector<std::size_t>& next, BitWriter out,
             std::vector<float>& codebook) const {
    const NgramList& list = ngrams_.orders[n - 1];
    std::optional<Codebook> probabilities, backoffs;
    if (level.probability_codes() > 0) {
      std::vector<float> values;
      for (const float value : list.probabilities) values.push_back(-std::fabs(value));
      probabilities.emplace(std::move(values), level.probability_bits, std::vector<float>{});
      append(codebook, *probabilities);
    }
    if (level.backoff_codes() > 0) {
      backoffs.emplace(list.backoffs, level.backoff_bits, std::vector<float>{kNoExtension, 0.0F});
      append(codebook, *backoffs);
    }
    std::size_t child = 0;
    for (const std::size_t i : now) {
      if (n > 1) {
        out.write(ngrams_.gram(n, i)[0], level.word_bits);
        const float probability = list.probabilities[i];
        out.write(probabilities ? probabilities->code(-std::fabs(probability))
                                : std::bit_cast<std::uint32_t>(std::fabs(probability)),
                  level.probability_bits);
        if (level.backoff_bits > 0) {
          out.write(backoffs ? backoffs->code(list.backoffs[i])
                             : std::bit_cast<std::uint32_t>(list.backoffs[i]),
                    level.backoff_bits);
        }
      }
      out.write(child, level.child_bits);
      while (child < next.size() && extends(n, next[child], i)) ++child;
    }
    // The last record only marks the end of the children of the record before it.
    out.write(0, level.word_bits);
    out.write(0, level.probability_bits);
    out.write(0, level.backoff_bits);
    out.write(child, level.child_bits);
  }

  static void append(std::vector<float>& codebook, const Codebook& codes) {
    codebook.insert(codebook.end(), codes.values().begin(), codes.values().end());
  }

  /// Whether the n+1-gram ends with the n-gram.
  bool extends(int n, std::size_t longer, std::size_t shorter) const {
    return std::equal(ngrams_.gram(n, shorter), ngrams_.gram(n, shorter) + n,
                      ngrams_.gram(n + 1, longer) + 1);
  }

  const Ngrams& ngrams_;
  const CompactOptions& options_;
};

}  // namespace

ModelArrays build_compact(Ngrams& ngrams, const CompactOptions& options) {
  for (const int bits : {options.probability_bits, options.backoff_bits}) {
    if (bits != 0 && (bits < 2 || bits > 24)) {
      throw ConfigError("values are quantised to 2 to 24 bits; 0 means no quantisation");
    }
  }
  link(ngrams);
  ModelArrays arrays;
  arrays.unigrams = unigram_array(ngrams);
  TrieBuilder(ngrams, options).run(arrays);
  return arrays;
}

}  // namespace dragoman::lm
