#include "lm/link.hpp"

#include <cmath>
#include <string>

#include "common/error.hpp"
#include "lm/value.hpp"

namespace dragoman::lm {
namespace {

class Linker {
 public:
  explicit Linker(Ngrams& ngrams) : ngrams_(ngrams), index_(total(ngrams)) {}

  void run() {
    for (auto& list : ngrams_.orders) {
      listed_.push_back(list.size());
      extended_.emplace_back(list.size(), false);
      for (float& backoff : list.backoffs) {
        if (backoff == 0) backoff = kNoExtension;
      }
    }
    for (int n = 2; n <= ngrams_.order(); ++n) insert_all(n);
    for (int n = ngrams_.order(); n >= 2; --n) {
      const std::size_t count = ngrams_.orders[n - 1].size();
      for (std::size_t i = 0; i < count; ++i) link_suffix(n, i);
      for (std::size_t i = 0; i < count; ++i) link_context(n, i);
      for (std::size_t i = 0; i < count && n < ngrams_.order(); ++i) keep_in_states(n, i);
    }
    for (int n = 2; n < ngrams_.order(); ++n) score_blanks(n);
    for (int n = 1; n <= ngrams_.order(); ++n) mark(n);
  }

 private:
  static std::size_t total(const Ngrams& ngrams) {
    std::size_t sum = 0;
    for (int n = 2; n <= ngrams.order(); ++n) sum += ngrams.orders[n - 1].size();
    return sum;
  }

  [[noreturn]] void fail(int n, std::size_t i, const std::string& problem) const {
    std::string words;
    for (int k = 0; k < n; ++k) {
      if (k > 0) words += ' ';
      words += ngrams_.vocabulary.word(ngrams_.gram(n, i)[k]);
    }
    const std::size_t first = ngrams_.orders[n - 1].first_line;
    throw FormatError(ngrams_.path, first == 0 ? 0 : first + i,
                      "the n-gram '" + words + "' " + problem);
  }

  void insert_all(int n) {
    for (std::size_t i = 0; i < listed_[n - 1]; ++i) {
      if (!index_.insert(key_of(ngrams_.gram(n, i), n), Place{n, i}.pack())) {
        fail(n, i, "is listed twice");
      }
    }
  }

  /// Finds words[0..n); n is at least 1.
  bool find(const WordId* words, int n, std::size_t& i) const {
    if (n == 1) {
      i = words[0];
      return true;
    }
    const std::uint64_t* payload = index_.find(key_of(words, n));
    if (payload == nullptr || Place::unpack(*payload).n != n) return false;
    i = Place::unpack(*payload).index;
    return true;
  }

  void link_context(int n, std::size_t i) {
    const bool listed = i < listed_[n - 1];
    std::size_t context = 0;
    const bool found = find(ngrams_.gram(n, i), n - 1, context);
    if (listed && (!found || context >= listed_[n - 2])) {
      fail(n, i, "is listed, but not its context of " + std::to_string(n - 1) + " words");
    }
    if (!found) return;
    float& backoff = ngrams_.orders[n - 2].backoffs[context];
    if (std::isnan(backoff) && !listed) backoff = 0.0F;
    if (std::isnan(backoff)) {
      fail(n - 1, context, "lacks a back-off, although it is the context of longer n-grams");
    }
    if (backoff == 0) backoff = 0.0F;
  }

  void link_suffix(int n, std::size_t i) {
    std::size_t suffix = 0;
    if (!find(ngrams_.gram(n, i) + 1, n - 1, suffix)) {
      NgramList& list = ngrams_.orders[n - 2];
      const std::vector<WordId> words(ngrams_.gram(n, i) + 1, ngrams_.gram(n, i) + n);
      suffix = list.size();
      list.words.insert(list.words.end(), words.begin(), words.end());
      list.probabilities.push_back(0);
      list.backoffs.push_back(kNoExtension);
      extended_[n - 2].push_back(false);
      index_.insert(key_of(words.data(), n - 1), Place{n - 1, suffix}.pack());
    }
    extended_[n - 2][suffix] = true;
  }

  /// If a context matters to a next word, its shorter forms must count as useful too. Then a state
  /// that is cut at its first useless word loses nothing.
  void keep_in_states(int n, std::size_t i) {
    const float backoff = ngrams_.orders[n - 1].backoffs[i];
    if (std::isnan(backoff) || !has_extension(backoff)) return;
    std::size_t suffix = 0;
    find(ngrams_.gram(n, i) + 1, n - 1, suffix);
    float& shorter = ngrams_.orders[n - 2].backoffs[suffix];
    if (shorter == 0 || std::isnan(shorter)) shorter = 0.0F;
  }

  void score_blanks(int n) {
    NgramList& list = ngrams_.orders[n - 1];
    for (std::size_t i = listed_[n - 1]; i < list.size(); ++i) {
      std::size_t context = 0, suffix = 0;
      const WordId* words = ngrams_.gram(n, i);
      float backoff = 0;
      if (find(words, n - 1, context)) backoff = ngrams_.orders[n - 2].backoffs[context];
      if (std::isnan(backoff)) backoff = 0;
      find(words + 1, n - 1, suffix);
      const float sum = backoff + ngrams_.orders[n - 2].probabilities[suffix];
      list.probabilities[i] = sum > 0 ? 0 : sum;
    }
  }

  void mark(int n) {
    NgramList& list = ngrams_.orders[n - 1];
    for (std::size_t i = 0; i < list.size(); ++i) {
      float& probability = list.probabilities[i];
      probability = extended_[n - 1][i] ? mark_extends(probability) : mark_independent(probability);
    }
    for (float& backoff : list.backoffs) {
      if (std::isnan(backoff)) backoff = kNoExtension;
    }
  }

  Ngrams& ngrams_;
  KeyIndex index_;
  std::vector<std::size_t> listed_;
  std::vector<std::vector<bool>> extended_;
};

}  // namespace

void link(Ngrams& ngrams) {
  check_not_linked(ngrams);
  ngrams.linked = true;
  Linker(ngrams).run();
}

void check_not_linked(const Ngrams& ngrams) {
  if (ngrams.linked) {
    throw Error(
        "these n-grams were made a language model and cannot be used again: read them anew");
  }
}

}  // namespace dragoman::lm
