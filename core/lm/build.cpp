#include "lm/build.hpp"

#include "lm/link.hpp"
#include "lm/value.hpp"

namespace dragoman::lm {
namespace {

/// Appends the first words of the n-grams of n words, in the order of their slots.
void append_first_words(const Ngrams& ngrams, int n, const HashTable& table,
                        std::vector<std::uint32_t>& out) {
  std::vector<std::uint32_t> words(table.slots());
  for (std::size_t i = 0; i < ngrams.orders[n - 1].size(); ++i) {
    words[table.slot(key_of(ngrams.gram(n, i), n))] = ngrams.gram(n, i)[0];
  }
  for (std::size_t at = 0; at < table.slots(); ++at) {
    if (table.key(at) != 0) out.push_back(words[at]);
  }
}

}  // namespace

std::vector<float> unigram_array(const Ngrams& ngrams) {
  const NgramList& list = ngrams.orders[0];
  std::vector<float> values;
  values.reserve(2 * list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    values.push_back(list.probabilities[i]);
    values.push_back(ngrams.order() == 1 ? kNoExtension : list.backoffs[i]);
  }
  return values;
}

ModelArrays build_hash(Ngrams& ngrams) {
  link(ngrams);
  ModelArrays arrays;
  arrays.unigrams = unigram_array(ngrams);
  arrays.hash.resize(HashSearch::kHeader);
  for (int n = 2; n <= ngrams.order(); ++n) {
    const NgramList& list = ngrams.orders[n - 1];
    KeyIndex index(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      const float backoff = n == ngrams.order() ? kNoExtension : list.backoffs[i];
      index.insert(key_of(ngrams.gram(n, i), n), HashTable::pack({list.probabilities[i], backoff}));
    }
    const std::vector<std::uint64_t> cells = index.take();
    append_first_words(ngrams, n, HashTable(cells), arrays.first_words);
    arrays.hash[n - 2] = cells.size() / 2;
    arrays.hash.insert(arrays.hash.end(), cells.begin(), cells.end());
  }
  return arrays;
}

}  // namespace dragoman::lm
