#include "evaluate/bleu_counts.hpp"

#include <algorithm>
#include <unordered_map>

#include "common/error.hpp"
#include "common/hash.hpp"

namespace dragoman::evaluate {
namespace {

struct Mix {
  std::size_t operator()(std::uint64_t key) const { return mix64(key); }
};

/// The n-grams of a sentence's references as a trie; node 0 is the root, every other node is an
/// n-gram with its largest count in any one reference.
class ReferenceTrie {
 public:
  ReferenceTrie(const TextLists& references, std::size_t sentence, std::size_t order)
      : order_(order), most_(1, 0), used_(1, 0) {
    for (auto t = references.sentence[sentence]; t < references.sentence[sentence + 1]; ++t) {
      const auto words = references[t];
      lengths_.push_back(words.size());
      walk(words, true, [&](std::uint32_t node, std::size_t) {
        if (++used_[node] > most_[node]) most_[node] = used_[node];
      });
      std::fill(used_.begin(), used_.end(), 0);
    }
  }

  void count(std::span<const WordId> words, double* row) {
    row[0] = static_cast<double>(words.size());
    row[1] = static_cast<double>(closest(words.size()));
    touched_.clear();
    walk(words, false, [&](std::uint32_t node, std::size_t n) {
      if (used_[node]++ < most_[node]) row[1 + n] += 1;
      touched_.push_back(node);
    });
    for (const auto node : touched_) used_[node] = 0;
    for (std::size_t n = 0; n < order_; ++n) {
      row[2 + order_ + n] = words.size() > n ? static_cast<double>(words.size() - n) : 0.0;
    }
  }

 private:
  std::size_t closest(std::size_t length) const {
    std::size_t best = lengths_.front();
    auto gap = [&](std::size_t l) { return l > length ? l - length : length - l; };
    for (const auto l : lengths_) {
      if (gap(l) < gap(best) || (gap(l) == gap(best) && l < best)) best = l;
    }
    return best;
  }

  /// Calls visit(node, n) for every n-gram that is in the trie (or is added to it).
  template <typename Visit>
  void walk(std::span<const WordId> words, bool add, Visit&& visit) {
    for (std::size_t start = 0; start < words.size(); ++start) {
      std::uint32_t node = 0;
      for (std::size_t n = 1; n <= order_ && start + n <= words.size(); ++n) {
        const std::uint64_t key = std::uint64_t{node} << 32 | words[start + n - 1];
        const auto found = next_.find(key);
        if (found != next_.end()) {
          node = found->second;
        } else if (add) {
          node = static_cast<std::uint32_t>(most_.size());
          next_.emplace(key, node);
          most_.push_back(0);
          used_.push_back(0);
        } else {
          break;
        }
        visit(node, n);
      }
    }
  }

  std::size_t order_;
  std::unordered_map<std::uint64_t, std::uint32_t, Mix> next_;
  std::vector<std::uint32_t> most_, used_, touched_;
  std::vector<std::size_t> lengths_;
};

}  // namespace

std::vector<double> bleu_counts(const TextLists& candidates, const TextLists& references,
                                const BleuCountOptions& options, Monitor& monitor) {
  check_text_lists(candidates, references);
  if (options.order == 0) throw ConfigError("BLEU needs an order of at least 1");
  const std::size_t width = 2 + 2 * options.order;
  std::vector<double> rows(candidates.texts() * width, 0.0);
  parallel_chunks(candidates.sentences(), options.threads, monitor,
                  [&](std::size_t s, std::size_t) {
                    ReferenceTrie trie(references, s, options.order);
                    for (auto t = candidates.sentence[s]; t < candidates.sentence[s + 1]; ++t) {
                      trie.count(candidates[t], rows.data() + t * width);
                    }
                  });
  return rows;
}

}  // namespace dragoman::evaluate
