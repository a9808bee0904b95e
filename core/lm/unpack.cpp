#include "lm/unpack.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "common/error.hpp"
#include "lm/key_filter.hpp"

namespace dragoman::lm {
namespace {

/// The n-grams of one length as a level of a trie over reversed words: those with the same last
/// n - 1 words, which are their parent's, stand together, in the order of their first words.
struct TrieList {
  std::vector<WordId> words;  // the first word of each
  std::vector<Value> values;
  std::vector<std::uint64_t> keys;  // in the hash layout
  std::vector<std::size_t> parents;
  std::vector<std::size_t> children;  // where those of the next level begin; one more at the end

  std::size_t size() const { return words.size(); }

  void append(WordId word, Value value, std::uint64_t key, std::size_t parent) {
    words.push_back(word);
    values.push_back(value);
    keys.push_back(key);
    parents.push_back(parent);
  }

  void append(const TrieList& more) {
    words.insert(words.end(), more.words.begin(), more.words.end());
    values.insert(values.end(), more.values.begin(), more.values.end());
    keys.insert(keys.end(), more.keys.begin(), more.keys.end());
    parents.insert(parents.end(), more.parents.begin(), more.parents.end());
  }
};

class Unpacker {
 public:
  Unpacker(const Model& model, std::size_t threads, Monitor& monitor)
      : model_(model), threads_(threads), monitor_(monitor), levels_(model.order()) {}

  std::unique_ptr<Ngrams> run() {
    TrieList& first = levels_[0];
    for (std::size_t word = 0; word < model_.vocabulary().size(); ++word) {
      const auto id = static_cast<WordId>(word);
      first.append(id, model_.unigram(id), ngram_key(id), 0);
    }
    for (int n = 2; n <= model_.order(); ++n) {
      grow(n);
      link_children(n);
    }
    return listed();
  }

 private:
  /// Finds the n-grams of n words, from those of n - 1 words.
  void grow(int n) {
    constexpr std::size_t kChunk = 256;
    const std::size_t parents = levels_[n - 2].size();
    const std::size_t chunks = (parents + kChunk - 1) / kChunk;
    std::vector<TrieList> parts(chunks);
    const KeyFilter filter = model_.is_compact() ? KeyFilter() : KeyFilter(model_.hash().table(n));
    parallel_chunks(chunks, threads_, monitor_, [&](std::size_t chunk, std::size_t) {
      const std::size_t end = std::min(parents, (chunk + 1) * kChunk);
      for (std::size_t parent = chunk * kChunk; parent < end; ++parent) {
        if (model_.is_compact()) {
          list_compact(n, parent, parts[chunk]);
        } else if (!levels_[n - 2].values[parent].independent()) {
          list_hash(n, parent, filter, parts[chunk]);
        }
      }
    });
    TrieList& level = levels_[n - 1];
    for (const TrieList& part : parts) level.append(part);
    if (!model_.is_compact() && level.size() != filter.size()) {
      throw ModelError("the language model holds n-grams that do not hang together");
    }
  }

  void list_compact(int n, std::size_t parent, TrieList& out) const {
    const CompactTrie::Node node = model_.compact().children(n - 2, parent);
    for (std::uint64_t at = node.begin; at < node.end; ++at) {
      out.append(model_.compact().word(n, at), model_.compact().value(n, at), 0, parent);
    }
  }

  void list_hash(int n, std::size_t parent, const KeyFilter& filter, TrieList& out) const {
    const std::uint64_t key = levels_[n - 2].keys[parent];
    const auto [begin, end] = candidates(n, parent);
    const TrieList& before = levels_[n - 2];
    for (std::size_t i = begin; i < end; ++i) {
      if (!has_extension(before.values[i].backoff)) continue;
      const WordId word = before.words[i];
      const std::uint64_t longer = ngram_key(key, word);
      if (!filter.may_hold(longer)) continue;
      std::uint64_t node = key;
      Value value;
      if (model_.hash().extend(node, n, word, value)) out.append(word, value, longer, parent);
    }
  }

  /// Where the (n-1)-grams stand that end as the parent begins; all words if n is 2.
  std::pair<std::size_t, std::size_t> candidates(int n, std::size_t parent) const {
    if (n == 2) return {0, levels_[0].size()};
    std::vector<WordId> words;  // of the parent, from its first
    std::size_t at = parent;
    for (int length = n - 1; length >= 1; --length) {
      words.push_back(levels_[length - 1].words[at]);
      at = levels_[length - 1].parents[at];
    }
    at = words[n - 3];  // the last word of the (n-2)-gram that the parent begins with
    for (int length = 2; length <= n - 2; ++length) {
      const TrieList& level = levels_[length - 1];
      const auto from = level.words.begin() + levels_[length - 2].children[at];
      const auto to = level.words.begin() + levels_[length - 2].children[at + 1];
      const WordId word = words[n - 2 - length];
      const auto found = std::lower_bound(from, to, word);
      if (found == to || *found != word) return {0, 0};
      at = found - level.words.begin();
    }
    return {levels_[n - 3].children[at], levels_[n - 3].children[at + 1]};
  }

  void link_children(int n) {
    TrieList& above = levels_[n - 2];
    const TrieList& level = levels_[n - 1];
    above.children.assign(above.size() + 1, 0);
    for (const std::size_t parent : level.parents) ++above.children[parent + 1];
    for (std::size_t i = 0; i < above.size(); ++i) above.children[i + 1] += above.children[i];
  }

  std::unique_ptr<Ngrams> listed() const {
    auto made = std::make_unique<Ngrams>();
    Ngrams& ngrams = *made;
    for (std::size_t word = 0; word < model_.vocabulary().size(); ++word) {
      ngrams.vocabulary.insert(model_.vocabulary().word(static_cast<WordId>(word)));
    }
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
};

}  // namespace

std::unique_ptr<Ngrams> unpack(const Model& model, std::size_t threads, Monitor& monitor) {
  return Unpacker(model, threads, monitor).run();
}

}  // namespace dragoman::lm
