#include "lm/unpack.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <vector>

#include "common/error.hpp"

namespace dragoman::lm {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr std::size_t kReported = 1 << 16;  // n-grams between two reports

/// The n-grams of one length as a level of a trie over reversed words: those with the same last
/// n - 1 words, which are their parent's, stand together, in the order of their first words.
struct TrieList {
  std::vector<WordId> words;  // the first word of each
  std::vector<Value> values;
  std::vector<std::size_t> parents;

  std::size_t size() const { return words.size(); }

  void append(WordId word, Value value, std::size_t parent) {
    words.push_back(word);
    values.push_back(value);
    parents.push_back(parent);
  }
};

class Unpacker {
 public:
  Unpacker(const Model& model, std::size_t threads, Monitor& monitor)
      : model_(model), threads_(threads), monitor_(monitor), levels_(model.order()) {}

  std::unique_ptr<Ngrams> run() {
    for (std::size_t word = 0; word < model_.vocabulary().size(); ++word) {
      const auto id = static_cast<WordId>(word);
      levels_[0].append(id, model_.unigram(id), 0);
    }
    for (int n = 2; n <= model_.order(); ++n) {
      if (model_.is_compact()) {
        list_compact(n);
      } else {
        list_hash(n);
      }
    }
    if (!model_.is_compact() && used_ != model_.first_words().size()) fail();
    return listed();
  }

 private:
  [[noreturn]] static void fail() {
    throw ModelError("the language model holds n-grams that do not hang together");
  }

  void list_compact(int n) {
    for (std::size_t parent = 0; parent < levels_[n - 2].size(); ++parent) {
      if (parent % kReported == 0) monitor_.report(parent, levels_[n - 2].size());
      const CompactTrie::Node node = model_.compact().children(n - 2, parent);
      // Each n-gram has one parent, and they stand in the order of their parents.
      if (node.begin < node.end && node.begin != levels_[n - 1].size()) fail();
      for (std::uint64_t at = node.begin; at < node.end; ++at) {
        const WordId word = model_.compact().word(n, at);
        if (word >= levels_[0].size()) fail();
        levels_[n - 1].append(word, model_.compact().value(n, at), parent);
      }
    }
  }

  void list_hash(int n) {
    const HashTable& table = model_.hash().table(n);
    std::vector<std::size_t> slots;
    for (std::size_t at = 0; at < table.slots(); ++at) {
      if (table.key(at) != 0) slots.push_back(at);
    }
    if (slots.size() > model_.first_words().size() - used_) {
      throw ModelError(
          "the language model does not say which words its n-grams begin with: make it again");
    }
    const std::span<const WordId> words = model_.first_words().subspan(used_, slots.size());
    used_ += slots.size();
    const std::vector<std::size_t> parents = find_parents(n, slots, words);
    std::vector<std::size_t> sorted(slots.size());
    std::iota(sorted.begin(), sorted.end(), std::size_t{0});
    std::sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
      return std::tie(parents[a], words[a], a) < std::tie(parents[b], words[b], b);
    });
    places_.assign(table.slots(), kNone);
    for (const std::size_t i : sorted) {
      places_[slots[i]] = levels_[n - 1].size();
      levels_[n - 1].append(words[i], table.value(slots[i]), parents[i]);
    }
  }

  /// Where the n-grams without their first words stand in the level before.
  std::vector<std::size_t> find_parents(int n, const std::vector<std::size_t>& slots,
                                        std::span<const WordId> words) const {
    constexpr std::size_t kChunk = 4096;
    std::vector<std::size_t> parents(slots.size());
    const std::size_t chunks = (slots.size() + kChunk - 1) / kChunk;
    parallel_chunks(chunks, threads_, monitor_, [&](std::size_t chunk, std::size_t) {
      const std::size_t end = std::min(slots.size(), (chunk + 1) * kChunk);
      for (std::size_t i = chunk * kChunk; i < end; ++i) {
        if (words[i] >= levels_[0].size()) fail();
        const std::uint64_t key = shorter_key(model_.hash().table(n).key(slots[i]), words[i]);
        parents[i] = n == 2 ? place_of_word(key) : place_of_key(n - 1, key);
      }
    });
    return parents;
  }

  std::size_t place_of_word(std::uint64_t key) const {
    const WordId word = word_of_key(key);
    if (word >= levels_[0].size() || ngram_key(word) != key) fail();
    return word;
  }

  std::size_t place_of_key(int n, std::uint64_t key) const {
    const HashTable& table = model_.hash().table(n);
    const std::size_t slot = table.slot(key);
    if (slot == table.slots() || places_[slot] == kNone) fail();
    return places_[slot];
  }

  std::unique_ptr<Ngrams> listed() const {
    auto made = std::make_unique<Ngrams>();
    Ngrams& ngrams = *made;
    for (std::size_t word = 0; word < model_.vocabulary().size(); ++word) {
      ngrams.vocabulary.insert(model_.vocabulary().word(static_cast<WordId>(word)));
    }
    if (ngrams.vocabulary.size() != model_.vocabulary().size()) fail();
    ngrams.unknown = model_.unknown();
    ngrams.begin_sentence = ngrams.vocabulary.find("<s>");
    ngrams.end_sentence = model_.end_sentence();
    ngrams.orders.resize(levels_.size());
    for (int n = 1; n <= model_.order(); ++n) {
      const TrieList& level = levels_[n - 1];
      NgramList& list = ngrams.orders[n - 1];
      for (std::size_t i = 0; i < level.size(); ++i) {
        std::size_t at = i;
        for (int length = n; length >= 1; --length) {
          list.words.push_back(levels_[length - 1].words[at]);
          at = levels_[length - 1].parents[at];
        }
        list.probabilities.push_back(level.values[i].log10());
        if (n < model_.order()) list.backoffs.push_back(level.values[i].backoff);
      }
    }
    return made;
  }

  const Model& model_;
  std::size_t threads_;
  Monitor& monitor_;
  std::vector<TrieList> levels_;
  std::vector<std::size_t> places_;  // in the level before, of the n-gram in each slot
  std::size_t used_ = 0;             // first words of the levels before
};

}  // namespace

std::unique_ptr<Ngrams> unpack(const Model& model, std::size_t threads, Monitor& monitor) {
  return Unpacker(model, threads, monitor).run();
}

}  // namespace dragoman::lm
