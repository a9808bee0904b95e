#include "align/pairs.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

#include "common/error.hpp"
#include "common/hash.hpp"

namespace dragoman::align {
namespace {

/// Source words are given to workers in runs of this many.
constexpr std::size_t kRun = 256;
constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

std::size_t runs(std::size_t words) { return (words + kRun - 1) / kRun; }

/// The target words that occur with one source word, with counts.
class Row {
 public:
  struct Entry {
    WordId target;
    std::uint32_t count;
  };

  void clear(std::size_t target_words) {
    for (const Entry& entry : entries_) place_[entry.target] = kNowhere;
    entries_.clear();
    place_.resize(target_words, kNowhere);
  }
  void add(WordId target) {
    std::uint32_t& place = place_[target];
    if (place == kNowhere) {
      place = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({target, 0});
    }
    ++entries_[place].count;
  }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> place_;  // of each target word among the entries, or kNowhere
};

}  // namespace

void TranslationTable::check() const {
  if (rows.empty() || rows.front() != 0 || rows.back() != targets.size() ||
      values.size() != targets.size() || null_reverse.size() != source_words()) {
    throw ModelError("the arrays of the aligner's translation table do not fit together");
  }
  for (std::size_t f = 0; f + 1 < rows.size(); ++f) {
    if (rows[f] > rows[f + 1] || rows[f + 1] > targets.size()) {
      throw ModelError("the rows of the aligner's translation table do not increase");
    }
  }
  for (const WordId target : targets) {
    if (target >= target_words())
      throw ModelError("the aligner's translation table holds an unknown word");
  }
}

/// The sentence pairs in which each source word occurs, and the count of each target word.
struct Pairs::Postings {
  Postings(const Pairs& pairs, std::size_t source_words, std::size_t target_words)
      : starts(source_words + 1, 0), target_counts(target_words, 0) {
    const Bitext& bitext = pairs.bitext_;
    const auto each = [&](auto&& visit) {
      std::vector<std::uint32_t> last(source_words, kNowhere);
      for (std::size_t s = 0; s < bitext.size(); ++s) {
        if (!pairs.usable(s)) continue;
        for (const WordId word : bitext.source[s]) {
          if (last[word] == s) continue;
          last[word] = static_cast<std::uint32_t>(s);
          visit(word, static_cast<std::uint32_t>(s));
        }
      }
    };
    each([&](WordId word, std::uint32_t) { ++starts[word + 1]; });
    for (std::size_t w = 0; w < source_words; ++w) starts[w + 1] += starts[w];
    sentences.resize(starts.back());
    std::vector<std::uint64_t> next(starts.begin(), starts.end() - 1);
    each([&](WordId word, std::uint32_t s) { sentences[next[word]++] = s; });
    for (std::size_t s = 0; s < bitext.size(); ++s) {
      if (!pairs.usable(s)) continue;
      for (const WordId word : bitext.target[s]) ++target_counts[word];
    }
  }
  std::span<const std::uint32_t> of(std::size_t word) const {
    return std::span(sentences).subspan(starts[word], starts[word + 1] - starts[word]);
  }

  std::vector<std::uint64_t> starts;
  std::vector<std::uint32_t> sentences;  // of each source word, increasing
  std::vector<std::uint64_t> target_counts;
};

/// Chooses the pairs that are kept. Pairs are sorted into grades by the larger of count / count of
/// either word (the grade is the leading bits of this number). All pairs above a certain grade are
/// kept. Of the pairs in this grade, as many are kept as there is room for, chosen by hash.
class Pairs::Selection {
 public:
  static constexpr std::size_t kGrades = std::size_t{1} << 14;

  /// `grades`: how many pairs each grade has; at most `max_pairs` are kept.
  Selection(const std::vector<std::uint64_t>& grades, std::uint64_t max_pairs) {
    while (grade_ > 0 && grades[grade_ - 1] <= max_pairs) max_pairs -= grades[--grade_];
    if (grade_ == 0) return;
    const double share = static_cast<double>(max_pairs) /
                         static_cast<double>(std::max<std::uint64_t>(1, grades[grade_ - 1]));
    // A little less than there is room for, because the number of hashes below a limit varies.
    limit_ = static_cast<std::uint64_t>(share * 0.98 * 0x1p63) << 1;
  }

  static std::size_t grade(std::uint64_t count, std::uint64_t first, std::uint64_t second) {
    const float share = static_cast<float>(count) /
                        static_cast<float>(std::max<std::uint64_t>(1, std::min(first, second)));
    return std::min<std::size_t>(kGrades - 1, std::bit_cast<std::uint32_t>(share) >> 17);
  }

  bool keeps(std::size_t grade, WordId source, WordId target) const {
    if (grade + 1 != grade_) return grade >= grade_;
    return mix64(std::uint64_t{source} << 32 | target) < limit_;
  }

 private:
  std::size_t grade_ = kGrades;  // pairs of this grade and above are all kept
  std::uint64_t limit_ = 0;      // hashes below it are kept, in the next lower grade
};

bool Pairs::usable(std::size_t s) const {
  const std::size_t source = bitext_.source[s].size(), target = bitext_.target[s].size();
  return source > 0 && target > 0 && source <= max_length_ && target <= max_length_;
}

Pairs::Pairs(const Bitext& bitext, std::size_t source_words, std::size_t target_words,
             const PairOptions& options, const KnownPairs& known, std::size_t threads,
             Monitor& monitor)
    : bitext_(bitext),
      known_(known),
      max_length_(options.max_length),
      slot_memory_(options.slot_memory),
      target_words_(target_words) {
  if (bitext.size() >= kNowhere) {
    throw ConfigError("an aligner is trained on fewer than 2^32 sentence pairs");
  }
  threads = std::max<std::size_t>(1, threads);
  const Postings postings(*this, source_words, target_words);
  rows_.assign(source_words + 1, 0);
  collect_rows(postings, target_words, std::min<std::size_t>(options.max_pairs, kNowhere - 1),
               threads, monitor);
}

/// Makes the rows. A first pass grades them and, while there is room, collects them run by run. If
/// there was too little room, a second pass collects the pairs that are kept. Then the rows are
/// concatenated.
void Pairs::collect_rows(const Postings& postings, std::size_t target_words, std::size_t max_pairs,
                         std::size_t threads, Monitor& monitor) {
  const std::size_t source_words = rows_.size() - 1;
  std::vector<std::vector<WordId>> collected(runs(source_words));
  std::vector<Row> workers(threads);
  const auto each_row = [&](auto&& visit) {
    parallel_chunks(collected.size(), threads, monitor, [&](std::size_t run, std::size_t worker) {
      Row& row = workers[worker];
      const std::size_t end = std::min(source_words, (run + 1) * kRun);
      for (std::size_t w = run * kRun; w < end; ++w) {
        row.clear(target_words);
        for (const std::uint32_t s : postings.of(w)) {
          for (const WordId target : bitext_.target[s]) row.add(target);
        }
        for (const WordId target : known_.of(static_cast<WordId>(w))) row.add(target);
        const std::size_t before = collected[run].size();
        visit(static_cast<WordId>(w), row, collected[run], worker);
        std::sort(collected[run].begin() + static_cast<std::ptrdiff_t>(before),
                  collected[run].end());
        rows_[w + 1] = collected[run].size() - before;
      }
      collected[run].shrink_to_fit();
    });
  };
  const auto grade = [&](WordId source, const Row::Entry& entry) {
    return Selection::grade(entry.count, postings.of(source).size(),
                            postings.target_counts[entry.target]);
  };

  std::atomic<std::uint64_t> found{0};
  std::vector<std::vector<std::uint64_t>> grades(threads,
                                                 std::vector<std::uint64_t>(Selection::kGrades, 0));
  each_row([&](WordId source, const Row& row, std::vector<WordId>& out, std::size_t worker) {
    for (const auto& entry : row.entries()) ++grades[worker][grade(source, entry)];
    if (found.fetch_add(row.entries().size()) + row.entries().size() > max_pairs) return;
    for (const auto& entry : row.entries()) out.push_back(entry.target);
  });
  found_ = found;
  if (found_ > max_pairs) {
    for (auto& run : collected) std::vector<WordId>().swap(run);
    for (std::size_t w = 1; w < threads; ++w) {
      for (std::size_t g = 0; g < Selection::kGrades; ++g) grades[0][g] += grades[w][g];
    }
    const Selection selection(grades[0], max_pairs);
    each_row([&](WordId source, const Row& row, std::vector<WordId>& out, std::size_t) {
      for (const auto& entry : row.entries()) {
        if (selection.keeps(grade(source, entry), source, entry.target)) {
          out.push_back(entry.target);
        }
      }
    });
  }
  for (std::size_t w = 0; w < source_words; ++w) rows_[w + 1] += rows_[w];
  targets_.reserve(rows_.back());
  for (auto& run : collected) {
    targets_.insert(targets_.end(), run.begin(), run.end());
    std::vector<WordId>().swap(run);
  }
}

std::size_t Pairs::load(std::size_t first, Share share, std::size_t threads, Monitor& monitor) {
  if (all_loaded_) return bitext_.size();
  block_first_ = first;
  links_.assign(1, 0);
  std::size_t end = first;
  while (end < bitext_.size()) {
    const std::size_t chunk_end = std::min(bitext_.size(), end + kChunk);
    for (std::size_t s = end; s < chunk_end; ++s) {
      const std::size_t size = usable(s) ? bitext_.source[s].size() * bitext_.target[s].size() : 0;
      links_.push_back(links_.back() + size);
    }
    if (end > first && links_.back() * sizeof(std::uint32_t) > slot_memory_) {
      links_.resize(end - first + 1);
      break;
    }
    end = chunk_end;
  }
  // If all fit, all are found, so that they serve every share.
  all_loaded_ = first == 0 && end == bitext_.size();
  find_slots(end, all_loaded_ ? Share{} : share, threads, monitor);
  return end;
}

/// Fills in the slots source word by source word, because its row is then known. A row that is
/// short beside the links that need it is spread over an array by target word, others are searched.
void Pairs::find_slots(std::size_t end, Share share, std::size_t threads, Monitor& monitor) {
  if (slots_.size() < links_.back()) slots_ = LargeArray<std::uint32_t>(links_.back());
  const std::size_t source_words = rows_.size() - 1;
  const std::uint32_t missing = static_cast<std::uint32_t>(targets_.size());
  const auto each = [&](auto&& visit) {
    for (std::size_t s = block_first_; s < end; ++s) {
      if (!share.has(s) || !usable(s)) continue;
      for (std::size_t i = 0; i < bitext_.source[s].size(); ++i) visit(s, i, bitext_.source[s][i]);
    }
  };
  struct Place {
    std::uint32_t sentence, position;
  };
  std::vector<std::uint32_t> starts(source_words + 1, 0);
  each([&](std::size_t, std::size_t, WordId word) { ++starts[word + 1]; });
  for (std::size_t w = 0; w < source_words; ++w) starts[w + 1] += starts[w];
  std::vector<Place> occurrences(starts.back());
  {
    std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
    each([&](std::size_t s, std::size_t i, WordId word) {
      occurrences[next[word]++] = {static_cast<std::uint32_t>(s), static_cast<std::uint32_t>(i)};
    });
  }
  std::vector<std::size_t> borders{0};  // of runs of words with about as many occurrences each
  const std::size_t least = std::max<std::size_t>(1024, occurrences.size() / (16 * threads));
  for (std::size_t w = 0; w < source_words; ++w) {
    if (starts[w + 1] - starts[borders.back()] >= least) borders.push_back(w + 1);
  }
  if (borders.back() != source_words) borders.push_back(source_words);
  std::vector<std::vector<std::uint32_t>> places(threads);
  parallel_chunks(borders.size() - 1, threads, monitor, [&](std::size_t run, std::size_t worker) {
    auto& place = places[worker];
    place.resize(target_words_, missing);
    for (std::size_t w = borders[run]; w < borders[run + 1]; ++w) {
      if (starts[w] == starts[w + 1]) continue;
      const std::span row(targets_.data() + rows_[w], rows_[w + 1] - rows_[w]);
      const auto base = static_cast<std::uint32_t>(rows_[w]);
      const auto some = std::span(occurrences).subspan(starts[w], starts[w + 1] - starts[w]);
      std::size_t cells = 0;
      for (const Place& at : some) cells += bitext_.target[at.sentence].size();
      const bool spread = row.size() < 8 * cells;
      if (spread) {
        for (std::size_t k = 0; k < row.size(); ++k) {
          place[row[k]] = base + static_cast<std::uint32_t>(k);
        }
      }
      for (const Place& at : some) {
        const auto target = bitext_.target[at.sentence];
        std::uint32_t* out = slots_.data() + links_[at.sentence - block_first_] +
                             std::size_t{at.position} * target.size();
        for (std::size_t j = 0; j < target.size(); ++j) {
          if (spread) {
            out[j] = place[target[j]];
            continue;
          }
          const auto found = std::lower_bound(row.begin(), row.end(), target[j]);
          const bool kept = found != row.end() && *found == target[j];
          out[j] = kept ? base + static_cast<std::uint32_t>(found - row.begin()) : missing;
        }
      }
      if (spread) {
        for (const WordId target : row) place[target] = missing;
      }
    }
  });
}

void KnownPairs::check(std::size_t source_words, std::size_t target_words) const {
  if (sources.size() != targets.size() || sources.size() != counts.size()) {
    throw ConfigError("the arrays of known word pairs do not fit together");
  }
  for (std::size_t k = 0; k < sources.size(); ++k) {
    const bool ordered = k == 0 || sources[k - 1] < sources[k] ||
                         (sources[k - 1] == sources[k] && targets[k - 1] < targets[k]);
    if (!ordered || sources[k] >= source_words || targets[k] >= target_words ||
        !(counts[k] >= 0 && counts[k] <= 1e6)) {
      throw ConfigError("known word pairs are not in order, or not within their limits");
    }
  }
}

}  // namespace dragoman::align
