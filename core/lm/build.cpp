#include "lm/build.hpp"

#include "lm/link.hpp"
#include "lm/value.hpp"

namespace dragoman::lm {
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
  KeyIndex index = link(ngrams);
  index.transform([&](std::uint64_t payload) {
    const Place place = Place::unpack(payload);
    const NgramList& list = ngrams.orders[place.n - 1];
    const float backoff = place.n == ngrams.order() ? kNoExtension : list.backoffs[place.index];
    return HashTable::pack({list.probabilities[place.index], backoff});
  });
  ModelArrays arrays;
  arrays.unigrams = unigram_array(ngrams);
  arrays.hash = index.take();
  return arrays;
}

}  // namespace dragoman::lm
