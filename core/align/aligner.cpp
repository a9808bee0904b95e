#include "align/aligner.hpp"

#include <algorithm>
#include <cmath>

namespace dragoman::align {
namespace {

constexpr std::size_t kSentences = Pairs::kChunk;

/// Aligns sentence pairs one by one.
class Worker {
 public:
  void run(const AlignerView& aligner, const Bitext& bitext, const Pairs* pairs, std::size_t s,
           const DecodingOptions& options, Alignment& out) {
    if (!bitext.source[s].empty() && !bitext.target[s].empty()) {
      fill(aligner, bitext, pairs, s);
      const bool posteriors = options.decoding != Decoding::kViterbi;
      if (posteriors || options.probabilities) expect(aligner);
      if (posteriors) {
        score(options.decoding);
        threshold(options.threshold, options.decoding == Decoding::kSupported, out);
      } else {
        viterbi(aligner, options, out);
      }
      if (options.probabilities) {
        for (std::size_t l = out.forward.size(); l < out.links.links.size(); ++l) {
          const Link link = out.links.links[l];
          out.forward.push_back(static_cast<float>(forward(link.source, link.target)));
          out.reverse.push_back(static_cast<float>(reverse(link.source, link.target)));
        }
      }
    }
    out.links.offsets.push_back(out.links.links.size());
  }

 private:
  double forward(std::size_t i, std::size_t j) const {
    return forward_.posterior[j * forward_.columns + i];
  }
  double reverse(std::size_t i, std::size_t j) const {
    return reverse_.posterior[i * reverse_.columns + j];
  }

  void fill(const AlignerView& aligner, const Bitext& bitext, const Pairs* pairs, std::size_t s) {
    const auto source = bitext.source[s], target = bitext.target[s];
    const TranslationTable& table = aligner.table;
    forward_.resize(target.size(), source.size());
    reverse_.resize(source.size(), target.size());
    const std::uint32_t* slots = pairs != nullptr && pairs->usable(s) ? pairs->slots(s) : nullptr;
    for (std::size_t i = 0; i < source.size(); ++i) {
      for (std::size_t j = 0; j < target.size(); ++j) {
        Probabilities value{kFloor, kFloor};
        if (slots != nullptr) {
          const std::uint32_t slot = slots[i * target.size() + j];
          if (slot < table.values.size()) value = table.values[slot];
        } else if (source[i] != kNoWord && target[j] != kNoWord) {
          const std::uint64_t slot = table.slot(source[i], target[j]);
          if (slot != kNoSlot) value = table.values[slot];
        } else if (source[i] == kNoWord && target[j] == kNoWord) {
          value = {kBothNew, kBothNew};
        }
        forward_.lexical[j * source.size() + i] = value.forward;
        reverse_.lexical[i * target.size() + j] = value.reverse;
      }
      reverse_.null_lexical[i] = source[i] == kNoWord ? kFloor : table.null_reverse[source[i]];
    }
    for (std::size_t j = 0; j < target.size(); ++j) {
      forward_.null_lexical[j] = target[j] == kNoWord ? kFloor : table.null_forward[target[j]];
    }
  }

  void expect(const AlignerView& aligner) {
    posteriors(aligner.model, aligner.forward, forward_, hmm_);
    posteriors(aligner.model, aligner.reverse, reverse_, hmm_);
  }

  void score(Decoding decoding) {
    scores_.resize(forward_.columns * forward_.rows);
    source_best_.assign(forward_.columns, 0.0);
    target_best_.assign(forward_.rows, 0.0);
    for (std::size_t i = 0; i < forward_.columns; ++i) {
      for (std::size_t j = 0; j < forward_.rows; ++j) {
        const double p = forward(i, j), q = reverse(i, j);
        double score = std::sqrt(p * q);
        if (decoding == Decoding::kSupported) {
          const double least =
              std::min(p + forward_.null_posterior[j], q + reverse_.null_posterior[i]);
          score = p * q / (kElsewhere + (1 - kElsewhere) * least);
        }
        scores_[i * forward_.rows + j] = score;
        source_best_[i] = std::max(source_best_[i], score);
        target_best_[j] = std::max(target_best_[j], score);
      }
    }
  }

  void threshold(double threshold, bool competitive, Alignment& out) {
    constexpr double kTie = 1 - 1e-9;
    for (std::size_t i = 0; i < forward_.columns; ++i) {
      for (std::size_t j = 0; j < forward_.rows; ++j) {
        const double score = scores_[i * forward_.rows + j];
        if (score < threshold) continue;
        if (competitive && score < kTie * std::min(source_best_[i], target_best_[j])) continue;
        out.links.links.push_back({static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j)});
      }
    }
  }

  void best(Model model, const Parameters& parameters, const Grid& grid) {
    switch (model) {
      case Model::kIbm1:
        return viterbi_ibm1(grid, best_);
      case Model::kDiagonal:
        return viterbi_diagonal(parameters, grid, best_);
      case Model::kHmm:
        return hmm_.viterbi(parameters, grid, best_);
    }
  }

  void viterbi(const AlignerView& aligner, const DecodingOptions& options, Alignment& out) {
    forward_links_.clear();
    reverse_links_.clear();
    best(aligner.model, aligner.forward, forward_);
    for (std::size_t j = 0; j < best_.size(); ++j) {
      if (best_[j] == kNull) continue;
      forward_links_.push_back(
          {static_cast<std::uint16_t>(best_[j]), static_cast<std::uint16_t>(j)});
    }
    best(aligner.model, aligner.reverse, reverse_);
    for (std::size_t i = 0; i < best_.size(); ++i) {
      if (best_[i] == kNull) continue;
      reverse_links_.push_back(
          {static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(best_[i])});
    }
    const auto& found =
        symmetrizer_(forward_links_, reverse_links_, options.heuristic, options.order);
    out.links.links.insert(out.links.links.end(), found.begin(), found.end());
  }

  Grid forward_, reverse_;
  Hmm hmm_;
  Symmetrizer symmetrizer_;
  std::vector<double> scores_;                     // source x target positions
  std::vector<double> source_best_, target_best_;  // the highest score of each word
  std::vector<std::int32_t> best_;
  std::vector<Link> forward_links_, reverse_links_;
};

}  // namespace

Alignment align(const AlignerView& aligner, const Bitext& bitext, Pairs* pairs,
                const DecodingOptions& options, std::size_t threads, Monitor& monitor) {
  const std::size_t count = (bitext.size() + kSentences - 1) / kSentences;
  std::vector<Alignment> parts(count);
  std::vector<Worker> workers(std::max<std::size_t>(1, threads));
  for (std::size_t first = 0, last = 0; first < bitext.size(); first = last) {
    last = pairs == nullptr ? bitext.size() : pairs->load(first, {}, workers.size(), monitor);
    const std::size_t before = first / kSentences;
    parallel_chunks((last - first + kSentences - 1) / kSentences, workers.size(), monitor,
                    [&](std::size_t number, std::size_t worker) {
                      const std::size_t chunk = before + number;
                      const std::size_t end = std::min(bitext.size(), (chunk + 1) * kSentences);
                      for (std::size_t s = chunk * kSentences; s < end; ++s) {
                        workers[worker].run(aligner, bitext, pairs, s, options, parts[chunk]);
                      }
                    });
  }
  Alignment result;
  for (Alignment& part : parts) {
    const auto append = [](auto& all, auto& some) {
      all.insert(all.end(), some.begin(), some.end());
    };
    result.links.append(part.links);
    append(result.forward, part.forward);
    append(result.reverse, part.reverse);
    part = Alignment{};
  }
  return result;
}

}  // namespace dragoman::align
