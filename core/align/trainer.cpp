#include "align/trainer.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <unordered_map>

#include "align/digamma.hpp"
#include "common/error.hpp"

namespace dragoman::align {
namespace {

constexpr std::size_t kSentences = Pairs::kChunk;  // of a chunk of the E-step
constexpr std::size_t kRows = 64;                  // source words of a chunk of the M-step

std::size_t chunks(std::size_t items, std::size_t size) { return (items + size - 1) / size; }

/// A share of the text may hold nearly all words of it, and is scaled by the number of parts.
constexpr int kPartBits = 6;

/// Bytes for a word pair: its target, two probabilities, two counts.
constexpr std::size_t kPairBytes =
    sizeof(WordId) + sizeof(Probabilities) + 2 * sizeof(std::uint64_t);

/// Adds to a count. Other threads may add to it at the same time, unless this one is `alone`.
void add(std::uint64_t& count, std::uint64_t value, bool alone) {
  if (alone) {
    count += value;
  } else {
    std::atomic_ref<std::uint64_t>(count).fetch_add(value, std::memory_order_relaxed);
  }
}

PairOptions with_limit(PairOptions options, std::size_t table_memory) {
  options.max_pairs = std::min(options.max_pairs, table_memory / kPairBytes);
  return options;
}

/// Turns the counts of one conditioning word into probabilities.
class Normalizer {
 public:
  Normalizer(double total, double words, double prior)
      : prior_(prior), scale_(prior > 0 ? digamma(total + prior * words) : 1 / total) {}
  double operator()(double count) const {
    const double value = prior_ > 0 ? std::exp(digamma(count + prior_) - scale_) : count * scale_;
    return value > kFloor ? value : kFloor;  // also when a word has no counts at all
  }

 private:
  double prior_, scale_;
};

}  // namespace

struct Trainer::Worker {
  Grid forward, reverse;
  Hmm hmm;
  Statistics forward_statistics, reverse_statistics;
  std::vector<std::uint64_t> null_forward, null_reverse;
};

std::array<Jumps, 2> initial_jumps() {
  Jumps jumps;
  for (std::size_t d = 0; d < kJumps; ++d) {
    const double jump = static_cast<double>(d) - static_cast<double>(kWidth);
    jumps[d] = std::exp2(-0.5 * std::abs(jump - 1)) + 0.02;
  }
  double sum = 0;
  for (const double weight : jumps) sum += weight;
  for (double& weight : jumps) weight /= sum;
  return {jumps, jumps};
}

Trainer::Trainer(const Bitext& bitext, std::size_t source_words, std::size_t target_words,
                 const TrainerOptions& options, const KnownPairs& known, std::size_t threads,
                 Monitor& monitor)
    : bitext_(bitext),
      options_(options),
      threads_(std::max<std::size_t>(1, threads)),
      pairs_(bitext_, source_words, target_words, with_limit(options.pairs, options.table_memory),
             known, threads_, monitor) {
  const double forward = 1.0 / static_cast<double>(std::max<std::size_t>(1, target_words));
  const double reverse = 1.0 / static_cast<double>(std::max<std::size_t>(1, source_words));
  const std::size_t slots = pairs_.targets().size();
  values_ = LargeArray<Probabilities>(slots + 1);
  std::fill_n(values_.begin(), slots, Probabilities{forward, reverse});
  values_[slots] = {kFloor, kFloor};
  counts_ = LargeArray<std::uint64_t>(slots);
  null_counts_forward_.assign(target_words, 0);
  null_counts_reverse_.assign(source_words, 0);
  null_forward_.assign(target_words, forward);
  null_reverse_.assign(source_words, reverse);
  forward_.null_probability = reverse_.null_probability = options.null_probability;
  forward_.jumps = reverse_.jumps = initial_jumps();

  std::size_t words = std::max(bitext.source.words.size(), bitext.target.words.size());
  double extra = 0;
  for (const double count : known.counts) extra += count;
  words += static_cast<std::size_t>(extra);
  int shift = 62 - kPartBits;
  for (; words > 0; words >>= 1) --shift;
  unit_ = std::ldexp(1.0, std::min(shift, 52));
  const TranslationTable table = translation_table();
  for (std::size_t k = 0; k < known.counts.size(); ++k) {
    const std::uint64_t slot = table.slot(known.sources[k], known.targets[k]);
    if (slot == kNoSlot) continue;  // it did not fit
    known_.emplace_back(slot, static_cast<std::uint64_t>(known.counts[k] * unit_));
  }

  std::unordered_map<std::uint64_t, double> sizes;
  for (std::size_t s = 0; s < bitext_.size(); ++s) {
    if (!pairs_.usable(s)) continue;
    sizes[static_cast<std::uint64_t>(bitext_.source[s].size()) << 32 | bitext_.target[s].size()] +=
        1;
  }
  sizes_.assign(sizes.begin(), sizes.end());
  std::sort(sizes_.begin(), sizes_.end());
}

TranslationTable Trainer::translation_table() const {
  const std::span values(values_.data(), values_.size() - 1);
  return {pairs_.rows(), pairs_.targets(), values, null_forward_, null_reverse_};
}

void Trainer::expect(Worker& worker, std::size_t s, Model model, bool joint) {
  const auto source = bitext_.source[s], target = bitext_.target[s];
  const std::size_t rows = target.size(), columns = source.size();
  const std::uint32_t* slots = pairs_.slots(s);
  Grid& forward = worker.forward;
  Grid& reverse = worker.reverse;
  forward.resize(rows, columns);
  reverse.resize(columns, rows);
  for (std::size_t i = 0; i < columns; ++i) {
    for (std::size_t j = 0; j < rows; ++j) {
      const Probabilities value = values_[slots[i * rows + j]];
      forward.lexical[j * columns + i] = value.forward;
      reverse.lexical[i * rows + j] = value.reverse;
    }
    reverse.null_lexical[i] = null_reverse_[source[i]];
  }
  for (std::size_t j = 0; j < rows; ++j) forward.null_lexical[j] = null_forward_[target[j]];

  align::expect(model, forward_, forward, worker.hmm, worker.forward_statistics);
  align::expect(model, reverse_, reverse, worker.hmm, worker.reverse_statistics);
  count(worker, s, slots, joint);
}

void Trainer::count(Worker& worker, std::size_t s, const std::uint32_t* slots, bool joint) {
  const auto source = bitext_.source[s], target = bitext_.target[s];
  const std::size_t rows = target.size(), columns = source.size();
  const Grid& forward = worker.forward;
  const Grid& reverse = worker.reverse;
  const bool alone = threads_ == 1;
  const double unit = unit_ * scale_;
  const auto put = [&](LargeArray<std::uint64_t>& counts, std::uint32_t slot, double value) {
    const auto units = static_cast<std::int64_t>(value * unit);
    if (units == 0 || slot == counts.size()) return;
    add(counts[slot], static_cast<std::uint64_t>(units), alone);
  };
  for (std::size_t i = 0; i < columns; ++i) {
    for (std::size_t j = 0; j < rows; ++j) {
      const std::uint32_t slot = slots[i * rows + j];
      const double p = forward.posterior[j * columns + i], q = reverse.posterior[i * rows + j];
      put(counts_, slot, joint ? p * q : p);
      if (!joint) put(reverse_counts_, slot, q);
    }
    worker.null_reverse[source[i]] += static_cast<std::uint64_t>(reverse.null_posterior[i] * unit);
  }
  for (std::size_t j = 0; j < rows; ++j) {
    worker.null_forward[target[j]] += static_cast<std::uint64_t>(forward.null_posterior[j] * unit);
  }
}

/// Counts begin at zero, or with half of what they were.
void Trainer::begin_counts(bool joint, Share share, Monitor& monitor) {
  if (reverse_counts_.size() != (joint ? 0 : counts_.size())) {
    reverse_counts_ = LargeArray<std::uint64_t>(joint ? 0 : counts_.size());
  }
  const int shift = share.parts > 1 ? 1 : 63;
  const auto begin = [shift](std::uint64_t& count) { count = count >> shift; };
  for (LargeArray<std::uint64_t>* counts : {&counts_, &reverse_counts_}) {
    constexpr std::size_t kCounts = 1 << 16;
    parallel_chunks(chunks(counts->size(), kCounts), threads_, monitor,
                    [&](std::size_t chunk, std::size_t) {
                      const std::size_t end = std::min(counts->size(), (chunk + 1) * kCounts);
                      std::for_each(counts->data() + chunk * kCounts, counts->data() + end, begin);
                    });
  }
  for (auto* counts : {&null_counts_forward_, &null_counts_reverse_}) {
    std::for_each(counts->begin(), counts->end(), begin);
  }
}

Report Trainer::iterate(Model model, bool joint, Share share, Monitor& monitor) {
  if (share.parts < 1 || share.parts > (std::size_t{1} << kPartBits) || share.part >= share.parts) {
    throw ConfigError("expected a share of the text of at least a 64th");
  }
  scale_ = static_cast<double>(share.parts);
  begin_counts(joint, share, monitor);
  std::vector<Worker> workers(threads_);
  for (Worker& worker : workers) {
    worker.null_forward.assign(null_forward_.size(), 0);
    worker.null_reverse.assign(null_reverse_.size(), 0);
  }
  const std::size_t count = chunks(bitext_.size(), kSentences);
  std::vector<Statistics> forward(count), reverse(count);
  for (std::size_t first = 0, end = 0; first < bitext_.size(); first = end) {
    end = pairs_.load(first, share, threads_, monitor);
    const std::size_t before = first / kSentences;
    parallel_chunks(chunks(end - first, kSentences), threads_, monitor,
                    [&](std::size_t number, std::size_t index) {
                      Worker& worker = workers[index];
                      worker.forward_statistics = worker.reverse_statistics = Statistics{};
                      const std::size_t chunk = before + number;
                      const std::size_t last = std::min(bitext_.size(), (chunk + 1) * kSentences);
                      for (std::size_t s = chunk * kSentences; s < last; ++s) {
                        if (share.has(s) && pairs_.usable(s)) expect(worker, s, model, joint);
                      }
                      forward[chunk] = worker.forward_statistics;
                      reverse[chunk] = worker.reverse_statistics;
                    });
  }
  for (const Worker& worker : workers) {
    for (std::size_t w = 0; w < worker.null_forward.size(); ++w) {
      null_counts_forward_[w] += worker.null_forward[w];
    }
    for (std::size_t w = 0; w < worker.null_reverse.size(); ++w) {
      null_counts_reverse_[w] += worker.null_reverse[w];
    }
  }
  Statistics all_forward, all_reverse;
  for (std::size_t chunk = 0; chunk < count; ++chunk) {
    all_forward.add(forward[chunk]);
    all_reverse.add(reverse[chunk]);
  }
  add_known(joint, false);
  maximize_translations(joint, monitor);
  add_known(joint, true);
  maximize(model, joint, forward_, all_forward, true);
  maximize(model, joint, reverse_, all_reverse, false);
  return {all_forward.log_likelihood, all_reverse.log_likelihood, all_forward.words,
          all_reverse.words};
}

void Trainer::add_known(bool joint, bool subtract) {
  for (const auto& [slot, count] : known_) {
    const std::uint64_t change = subtract ? 0 - count : count;
    counts_[slot] += change;
    if (!joint) reverse_counts_[slot] += change;
  }
}

void Trainer::maximize_translations(bool joint, Monitor& monitor) {
  const LargeArray<std::uint64_t>& reverse_counts = joint ? counts_ : reverse_counts_;
  // Totals of target words, for the reverse direction. They are integers, so the order of the
  // additions does not matter.
  const std::size_t source_words = null_reverse_.size(), target_words = null_forward_.size();
  std::vector<std::vector<std::uint64_t>> totals(threads_), fans(threads_);
  const auto& rows = pairs_.rows();
  const auto& targets = pairs_.targets();
  parallel_chunks(chunks(source_words, kRows), threads_, monitor,
                  [&](std::size_t chunk, std::size_t worker) {
                    auto& total = totals[worker];
                    auto& fan = fans[worker];
                    if (total.empty()) total.assign(target_words, 0), fan.assign(target_words, 0);
                    const std::size_t end = std::min(source_words, (chunk + 1) * kRows);
                    for (std::uint64_t slot = rows[chunk * kRows]; slot < rows[end]; ++slot) {
                      total[targets[slot]] += reverse_counts[slot];
                      ++fan[targets[slot]];
                    }
                  });
  std::vector<Normalizer> columns;
  columns.reserve(target_words);
  for (std::size_t e = 0; e < target_words; ++e) {
    std::uint64_t total = 0, fan = 0;
    for (std::size_t w = 0; w < threads_; ++w) {
      if (!totals[w].empty()) total += totals[w][e], fan += fans[w][e];
    }
    columns.emplace_back(static_cast<double>(total) / unit_, static_cast<double>(fan),
                         options_.prior);
  }
  parallel_chunks(
      chunks(source_words, kRows), threads_, monitor, [&](std::size_t chunk, std::size_t) {
        const std::size_t end = std::min(source_words, (chunk + 1) * kRows);
        for (std::size_t f = chunk * kRows; f < end; ++f) {
          std::uint64_t total = 0;
          for (std::uint64_t slot = rows[f]; slot < rows[f + 1]; ++slot) total += counts_[slot];
          const Normalizer row(static_cast<double>(total) / unit_,
                               static_cast<double>(rows[f + 1] - rows[f]), options_.prior);
          for (std::uint64_t slot = rows[f]; slot < rows[f + 1]; ++slot) {
            values_[slot] = {
                row(static_cast<double>(counts_[slot]) / unit_),
                columns[targets[slot]](static_cast<double>(reverse_counts[slot]) / unit_)};
          }
        }
      });
  const auto update_null = [&](const std::vector<std::uint64_t>& counts,
                               std::vector<double>& values) {
    std::vector<double> sums(values.size());
    double total = 0;
    for (std::size_t w = 0; w < values.size(); ++w) {
      sums[w] = static_cast<double>(counts[w]) / unit_;
      total += sums[w];
    }
    const Normalizer normalize(total, static_cast<double>(values.size()), 0.0);
    for (std::size_t w = 0; w < values.size(); ++w) values[w] = normalize(sums[w]);
  };
  update_null(null_counts_forward_, null_forward_);
  update_null(null_counts_reverse_, null_reverse_);
}

void Trainer::maximize(Model model, bool joint, Parameters& parameters,
                       const Statistics& statistics, bool forward) {
  if (model == Model::kDiagonal && statistics.aligned > 0) {
    // Gradient ascent on the tension, as fast_align does it (Dyer et al. 2013, section 2.2).
    const double empirical = statistics.feature / statistics.aligned;
    for (int step = 0; step < 8; ++step) {
      double expected = 0;
      for (const auto& [size, pairs] : sizes_) {
        const std::size_t source = size >> 32, target = size & 0xffffffffu;
        expected += pairs * diagonal_feature(parameters.tension, forward ? target : source,
                                             forward ? source : target);
      }
      expected /= statistics.words;
      parameters.tension = std::clamp(parameters.tension + 20 * (expected - empirical), 0.1, 14.0);
    }
  }
  if (model == Model::kHmm) {
    if (joint && statistics.words > 0 && options_.null_share > 0) {
      // With the full share of words that NULL generates, NULL would grow with every iteration.
      const double found = 1 - statistics.aligned / statistics.words;
      parameters.null_probability = std::clamp(options_.null_share * found, kLeastNull,
                                               std::max(kLeastNull, options_.null_probability));
    }
    // A step of the minorise-maximise algorithm for choices among changing sets (Hunter 2004): the
    // weight of a jump is how often it was made, divided by how often, normalised, it could have
    // been made.
    for (std::size_t c = 0; c < statistics.jumps.size(); ++c) {
      double sum = 0;
      for (std::size_t d = 0; d < kJumps; ++d) {
        double& weight = parameters.jumps[c][d];
        const double smoothing = options_.jump_smoothing;
        weight =
            (statistics.jumps[c][d] + smoothing * weight) / (statistics.exposure[c][d] + smoothing);
        sum += weight;
      }
      for (double& weight : parameters.jumps[c]) weight /= sum;
    }
  }
}

}  // namespace dragoman::align
