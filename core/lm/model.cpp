#include "lm/model.hpp"

#include <algorithm>

#include "common/error.hpp"

namespace dragoman::lm {
namespace {

template <typename Search>
Model::Score score_with(const Search& search, int order, Value unigram, const State& in,
                        WordId word, State& out) {
  Model::Score result{unigram.log10(), unigram.independent(), 1};
  out.words[0] = word;
  out.backoffs[0] = unigram.usable_backoff();
  int keep = has_extension(out.backoffs[0]) ? 1 : 0;
  if (!result.independent && in.length > 0) {
    auto node = search.start(word);
    search.prefetch(node, in.words, in.length);
    for (int i = 0; i < in.length && !result.independent; ++i) {
      Value value;
      if (!search.extend(node, i + 2, in.words[i], value)) {
        result.independent = true;
        break;
      }
      result.probability = value.log10();
      result.length = static_cast<std::uint8_t>(i + 2);
      if (result.length == order) {
        result.independent = true;
        break;
      }
      out.backoffs[i + 1] = value.usable_backoff();
      if (has_extension(out.backoffs[i + 1])) keep = result.length;
      result.independent = value.independent();
    }
  }
  for (int i = result.length - 1; i < in.length; ++i) result.probability += in.backoffs[i];
  keep = std::min(keep, order - 1);
  for (int i = 1; i < keep; ++i) out.words[i] = in.words[i - 1];
  out.length = static_cast<std::uint8_t>(keep);
  return result;
}

template <typename Search>
Model::Extension extend_with(const Search& search, int order, std::span<const WordId> left,
                             float probability, const WordId* context,
                             std::span<const float> backoffs, float* backoffs_out) {
  Model::Extension result{probability, false, 0};
  const int length = static_cast<int>(left.size());
  const int available = static_cast<int>(backoffs.size());
  auto node = search.start(left.back());
  for (int i = length - 2; i >= 0; --i) {
    if (!search.descend(node, length - i, left[i])) return result;
  }
  int matched = 0;
  for (int i = 0; i < available && !result.independent; ++i) {
    Value value;
    if (length + i >= order || !search.extend(node, length + i + 1, context[i], value)) {
      result.independent = true;
      break;
    }
    result.probability = value.log10();
    matched = i + 1;
    if (length + matched == order) {
      result.independent = true;
      break;
    }
    backoffs_out[i] = value.usable_backoff();
    if (has_extension(backoffs_out[i])) result.usable = static_cast<std::uint8_t>(matched);
    result.independent = value.independent();
  }
  for (int i = matched; i < available; ++i) result.probability += backoffs[i];
  return result;
}

/// Starts loading the n-grams of words[i] with `first` to `most` words before it.
DRAGOMAN_PREFETCHING void load_ahead(const HashSearch& search, std::span<const WordId> words,
                                     std::size_t i, int first, int most) {
  WordId context[kMaxOrder];
  const int count = static_cast<int>(std::min<std::size_t>(most, i));
  for (int j = 0; j < count; ++j) context[j] = words[i - 1 - j];
  search.prefetch(search.start(words[i]), context, count, first);
}

}  // namespace

Model::Model(const ModelView& arrays)
    : vocabulary_(arrays.vocabulary_bytes, arrays.vocabulary_offsets, arrays.vocabulary_slots),
      classes_(arrays.classes),
      unigrams_(reinterpret_cast<const Value*>(arrays.unigrams.data())),
      words_(vocabulary_.size()),
      is_compact_(arrays.compact_layout),
      first_words_(arrays.first_words),
      order_(arrays.order),
      unknown_(arrays.unknown),
      end_sentence_(arrays.end_sentence) {
  if (order_ < 1 || order_ > kMaxOrder) {
    throw ModelError("the language model's order must be from 1 to " + std::to_string(kMaxOrder));
  }
  if (arrays.unigrams.size() != 2 * words_) {
    throw ModelError("the language model's unigrams do not match its vocabulary");
  }
  if (is_compact_) {
    compact_ = CompactTrie(arrays.compact, arrays.codebook, order_, words_);
  } else {
    hash_ = HashSearch(arrays.hash, order_);
  }
  if (std::max({unknown_, arrays.begin_sentence, end_sentence_}) >= words_) {
    throw ModelError("the language model's special words are not in its vocabulary");
  }
  if (!classes_.empty()) {
    members_.emplace(arrays.member_bytes, arrays.member_offsets, arrays.member_slots);
    if (classes_.size() != members_->size() || std::ranges::max(classes_) >= words_) {
      throw ModelError("the language model's words do not match their classes");
    }
  }
  const float backoff = unigrams_[arrays.begin_sentence].usable_backoff();
  if (order_ > 1 && has_extension(backoff)) {
    begin_sentence_.words[0] = arrays.begin_sentence;
    begin_sentence_.backoffs[0] = backoff;
    begin_sentence_.length = 1;
  }
}

Model::Score Model::full_score(const State& in, WordId word, State& out) const {
  if (word >= words_) word = unknown_;
  const Value unigram = unigrams_[word];
  return is_compact_ ? score_with(compact_, order_, unigram, in, word, out)
                     : score_with(hash_, order_, unigram, in, word, out);
}

void Model::score_all(State state, std::span<const WordId> words, std::span<float> out) const {
  // The words determine what will be read: short n-grams are loaded early; the longer ones, which
  // may not be needed, later.
  constexpr std::size_t kAhead = 3;
  State next;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!is_compact_) {
      if (i + kAhead < words.size())
        load_ahead(hash_, words, i + kAhead, 1, std::min(2, order_ - 1));
      if (i + 1 < words.size())
        load_ahead(hash_, words, i + 1, 3, std::min(state.length + 1, order_ - 1));
    }
    out[i] = score(state, words[i], next);
    state = next;
  }
}

Model::Extension Model::extend_left(std::span<const WordId> left, float probability,
                                    const WordId* context, std::span<const float> backoffs,
                                    float* backoffs_out) const {
  return is_compact_
             ? extend_with(compact_, order_, left, probability, context, backoffs, backoffs_out)
             : extend_with(hash_, order_, left, probability, context, backoffs, backoffs_out);
}

}  // namespace dragoman::lm
