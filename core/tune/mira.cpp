#include "tune/mira.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_map>

#include "common/error.hpp"
#include "common/hash.hpp"

namespace dragoman::tune {
namespace {

/// Statistics that several candidates of a sentence share are evaluated once in a step.
class SharedStatistics {
 public:
  explicit SharedStatistics(const CandidateLists& lists) {
    const auto hash = [](std::string_view row) { return hash_bytes(row); };
    std::unordered_map<std::string_view, std::uint32_t, decltype(hash)> seen(0, hash);
    firsts_offsets_.push_back(0);
    for (std::size_t s = 0; s < lists.sentences(); ++s) {
      seen.clear();
      for (auto c = lists.offset(s); c < lists.offset(s + 1); ++c) {
        const auto row = lists.statistics(c);
        const std::string_view bytes{reinterpret_cast<const char*>(row.data()), row.size_bytes()};
        const auto [at, fresh] = seen.emplace(bytes, static_cast<std::uint32_t>(seen.size()));
        if (fresh) firsts_.push_back(c);
        kind_.push_back(at->second);
      }
      firsts_offsets_.push_back(firsts_.size());
    }
  }

  /// A candidate for every kind of statistics that a sentence's candidates have.
  std::span<const std::size_t> firsts(std::size_t sentence) const {
    return std::span(firsts_).subspan(firsts_offsets_[sentence],
                                      firsts_offsets_[sentence + 1] - firsts_offsets_[sentence]);
  }
  std::uint32_t kind(std::size_t candidate) const { return kind_[candidate]; }

 private:
  std::vector<std::size_t> firsts_, firsts_offsets_;
  std::vector<std::uint32_t> kind_;
};

/// A decaying sum of the model's recent choices.
class Background {
 public:
  Background(const CandidateLists& lists, const evaluate::MetricFormula& formula,
             const MiraPlan& plan)
      : lists_(lists),
        formula_(formula),
        decay_(plan.decay),
        size_(plan.size),
        sum_(plan.background.begin(), plan.background.end()),
        moved_(sum_.size()) {}

  /// The gain of each of these candidates, in units of one sentence between 0 and 1, relative to
  /// the best of them.
  void measure(std::span<const std::size_t> candidates, std::vector<double>& gains) {
    gains.clear();
    for (const std::size_t candidate : candidates) {
      const auto row = lists_.statistics(candidate);
      for (std::size_t i = 0; i < moved_.size(); ++i) moved_[i] = sum_[i] + row[i];
      gains.push_back(formula_.gain(moved_));
    }
    const double best = *std::ranges::max_element(gains);
    for (double& gain : gains) gain = (size_ + 1) * (gain - best) / 100;
  }

  void add(std::size_t candidate) {
    const auto row = lists_.statistics(candidate);
    for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] = decay_ * sum_[i] + row[i];
    size_ = decay_ * size_ + 1;
  }

 private:
  const CandidateLists& lists_;
  const evaluate::MetricFormula& formula_;
  double decay_, size_;
  std::vector<double> sum_, moved_;
};

/// The highest value so far and whose it is; of equal ones the first.
struct Highest {
  double value = 0;
  std::size_t place = 0;
  bool some = false;

  void offer(double other, std::size_t where) {
    if (some && !(other > value)) return;
    *this = {other, where, true};
  }
};

}  // namespace

std::vector<double> mira(const CandidateLists& lists, const evaluate::MetricFormula& formula,
                         std::span<const double> start, const MiraPlan& plan, Monitor& monitor) {
  const std::size_t width = lists.features();
  if (start.size() != width || plan.mask.size() != width ||
      plan.background.size() != lists.size() || formula.size() != lists.size()) {
    throw ConfigError("weights, statistics and the metric do not fit the lists");
  }
  for (const auto s : plan.order) {
    if (s >= lists.sentences() || lists.offset(s) == lists.offset(s + 1)) {
      throw ConfigError("a step needs a sentence that has candidates");
    }
  }
  const SharedStatistics shared(lists);
  Background background(lists, formula, plan);
  std::vector<double> weights(start.begin(), start.end()), total(width, 0.0);
  std::vector<double> gains, scores, difference(width);
  std::size_t done = 0;
  for (const auto s : plan.order) {
    const std::size_t begin = lists.offset(s), count = lists.offset(s + 1) - begin;
    background.measure(shared.firsts(s), gains);
    scores.assign(count, 0.0);
    for (std::size_t f = 0; f < width; ++f) {
      const auto values = lists.column(f).subspan(begin, count);
      for (std::size_t i = 0; i < count; ++i) scores[i] += weights[f] * values[i];
    }
    Highest hope, fear, chosen;
    for (std::size_t i = 0; i < count; ++i) {
      const double gain = gains[shared.kind(begin + i)];
      hope.offer(scores[i] + gain, i);
      fear.offer(scores[i] - gain, i);
      chosen.offer(scores[i], i);
    }
    double norm = 0;
    for (std::size_t f = 0; f < width; ++f) {
      const auto values = lists.column(f).subspan(begin, count);
      difference[f] = plan.mask[f] * (values[hope.place] - values[fear.place]);
      norm += difference[f] * difference[f];
    }
    const double loss = gains[shared.kind(begin + hope.place)] -
                        gains[shared.kind(begin + fear.place)] -
                        (scores[hope.place] - scores[fear.place]);
    if (loss > 0 && norm > 0) {
      const double step = std::min(plan.step, loss / norm);
      for (std::size_t f = 0; f < width; ++f) weights[f] += step * difference[f];
    }
    background.add(begin + chosen.place);
    for (std::size_t f = 0; f < width; ++f) total[f] += weights[f];
    if (++done % 1024 == 0) monitor.report(done, plan.order.size());
  }
  return total;
}

}  // namespace dragoman::tune
