#include "align/pairs.hpp"

#include <algorithm>
#include <limits>

#include "common/error.hpp"

namespace dragoman::align {
namespace {

/// Source words are dealt to workers in runs of this many.
constexpr std::size_t kRun = 256;

std::size_t runs(std::size_t words) { return (words + kRun - 1) / kRun; }

}  // namespace

void Lexicon::check() const {
  if (rows.empty() || rows.front() != 0 || rows.back() != targets.size() ||
      values.size() != targets.size() || null_reverse.size() != source_words()) {
    throw ModelError("the arrays of the aligner's lexicon do not fit together");
  }
  for (std::size_t f = 0; f + 1 < rows.size(); ++f) {
    if (rows[f] > rows[f + 1] || rows[f + 1] > targets.size()) {
      throw ModelError("the rows of the aligner's lexicon do not increase");
    }
  }
  for (const WordId target : targets) {
    if (target >= target_words()) throw ModelError("the aligner's lexicon holds an unknown word");
  }
}

bool Pairs::usable(std::size_t s) const {
  const std::size_t source = bitext_.source[s].size(), target = bitext_.target[s].size();
  return source > 0 && target > 0 && source <= max_length_ && target <= max_length_;
}

void Pairs::fill_row(WordId source, std::vector<std::uint32_t>& stamps, std::uint32_t stamp,
                     std::vector<WordId>& found) const {
  found.clear();
  std::uint32_t last = std::numeric_limits<std::uint32_t>::max();
  for (std::uint64_t p = postings_[source]; p < postings_[source + 1]; ++p) {
    if (token_sentence_[p] == last) continue;
    last = token_sentence_[p];
    for (const WordId target : bitext_.target[last]) {
      if (stamps[target] == stamp) continue;
      stamps[target] = stamp;
      found.push_back(target);
    }
  }
  std::sort(found.begin(), found.end());
}

Pairs::Pairs(const Bitext& bitext, std::size_t source_words, std::size_t target_words,
             const PairOptions& options, std::size_t threads, Monitor& monitor)
    : bitext_(bitext), max_length_(options.max_length) {
  if (bitext.size() >= std::numeric_limits<std::uint32_t>::max()) {
    throw ConfigError("an aligner is trained on fewer than 2^32 sentence pairs");
  }
  // Where each source word occurs.
  postings_.assign(source_words + 1, 0);
  std::uint64_t links = 0;
  for (std::size_t s = 0; s < bitext.size(); ++s) {
    if (!usable(s)) continue;
    for (const WordId word : bitext.source[s]) ++postings_[word + 1];
    links += bitext.source[s].size() * bitext.target[s].size();
  }
  for (std::size_t w = 0; w < source_words; ++w) postings_[w + 1] += postings_[w];
  token_sentence_.resize(postings_.back());
  {
    std::vector<std::uint64_t> next(postings_.begin(), postings_.end() - 1);
    for (std::size_t s = 0; s < bitext.size(); ++s) {
      if (!usable(s)) continue;
      for (const WordId word : bitext.source[s]) {
        token_sentence_[next[word]++] = static_cast<std::uint32_t>(s);
      }
    }
  }

  // The rows: once to measure and collect them run by run, then laid end to end.
  threads = std::max<std::size_t>(1, threads);
  std::vector<std::vector<WordId>> collected(runs(source_words));
  std::vector<std::vector<std::uint32_t>> stamps(threads);
  rows_.assign(source_words + 1, 0);
  parallel_chunks(collected.size(), threads, monitor, [&](std::size_t run, std::size_t worker) {
    auto& seen = stamps[worker];
    if (seen.empty()) seen.assign(target_words, std::numeric_limits<std::uint32_t>::max());
    std::vector<WordId> found;
    for (std::size_t w = run * kRun; w < std::min(source_words, (run + 1) * kRun); ++w) {
      fill_row(static_cast<WordId>(w), seen, static_cast<std::uint32_t>(w), found);
      rows_[w + 1] = found.size();
      collected[run].insert(collected[run].end(), found.begin(), found.end());
    }
  });
  for (std::size_t w = 0; w < source_words; ++w) rows_[w + 1] += rows_[w];
  if (rows_.back() >= std::numeric_limits<std::uint32_t>::max()) {
    throw ConfigError("more than 2^32 different word pairs: train on less text");
  }
  targets_.reserve(rows_.back());
  for (auto& run : collected) {
    targets_.insert(targets_.end(), run.begin(), run.end());
    std::vector<WordId>().swap(run);
  }

  if (links * sizeof(std::uint32_t) > options.slot_memory) {
    std::vector<std::uint32_t>().swap(token_sentence_);
    return;
  }
  // The slot of every link, filled in by source word: its row is then at hand.
  links_.assign(bitext.size() + 1, 0);
  for (std::size_t s = 0; s < bitext.size(); ++s) {
    const std::size_t size =
        usable(s) ? bitext.source[s].size() * bitext.target[s].size() : std::size_t{0};
    links_[s + 1] = links_[s] + size;
  }
  slots_.resize(links);
  parallel_chunks(runs(source_words), threads, monitor, [&](std::size_t run, std::size_t worker) {
    auto& place = stamps[worker];
    place.resize(target_words);
    for (std::size_t w = run * kRun; w < std::min(source_words, (run + 1) * kRun); ++w) {
      for (std::uint64_t slot = rows_[w]; slot < rows_[w + 1]; ++slot) {
        place[targets_[slot]] = static_cast<std::uint32_t>(slot);
      }
      std::uint32_t last = std::numeric_limits<std::uint32_t>::max();
      for (std::uint64_t p = postings_[w]; p < postings_[w + 1]; ++p) {
        if (token_sentence_[p] == last) continue;
        last = token_sentence_[p];
        const auto source = bitext_.source[last];
        const auto target = bitext_.target[last];
        for (std::size_t i = 0; i < source.size(); ++i) {
          if (source[i] != w) continue;
          std::uint32_t* out = slots_.data() + links_[last] + i * target.size();
          for (std::size_t j = 0; j < target.size(); ++j) out[j] = place[target[j]];
        }
      }
    }
  });
  std::vector<std::uint32_t>().swap(token_sentence_);
}

const std::uint32_t* Pairs::slots(std::size_t s, std::vector<std::uint32_t>& scratch) const {
  if (!links_.empty()) return slots_.data() + links_[s];
  const auto source = bitext_.source[s];
  const auto target = bitext_.target[s];
  scratch.resize(source.size() * target.size());
  const auto begin = targets_.begin();
  for (std::size_t i = 0; i < source.size(); ++i) {
    const auto first = begin + static_cast<std::ptrdiff_t>(rows_[source[i]]);
    const auto last = begin + static_cast<std::ptrdiff_t>(rows_[source[i] + 1]);
    for (std::size_t j = 0; j < target.size(); ++j) {
      scratch[i * target.size() + j] =
          static_cast<std::uint32_t>(std::lower_bound(first, last, target[j]) - begin);
    }
  }
  return scratch.data();
}

}  // namespace dragoman::align
