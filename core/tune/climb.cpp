#include "tune/climb.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "common/error.hpp"
#include "tune/line_search.hpp"

namespace dragoman::tune {
namespace {

constexpr double kWidest = 1e9;

/// A direction, and the slope of every candidate's score along it. For a coordinate the slopes are
/// a column of the features, which is not copied.
struct Direction {
  std::span<const double> vector;
  std::vector<double> computed;
  std::span<const double> slopes;

  void prepare(const CandidateLists& lists) {
    const auto other = [](double value) { return value != 0 && value != 1; };
    const auto ones = std::count(vector.begin(), vector.end(), 1.0);
    if (ones == 1 && std::none_of(vector.begin(), vector.end(), other)) {
      const auto at = std::find(vector.begin(), vector.end(), 1.0) - vector.begin();
      slopes = lists.column(static_cast<std::size_t>(at));
    } else {
      computed = lists.times(vector);
      slopes = computed;
    }
  }
};

struct Climber {
  std::span<double> weights;
  double gain = -std::numeric_limits<double>::infinity();  ///< the mean of the last pass
  bool done = false;

  void climb(const CandidateLists& lists, LineSearch& search, std::span<const Direction> directions,
             const ClimbPlan& plan) {
    const double before = gain;
    std::vector<double> scores = lists.times(weights);
    double total = 0;
    for (const Direction& direction : directions) {
      const auto [low, high] = plan.box.range(weights, direction.vector);
      const LineRange within{low, high, plan.window, plan.minimum / 2};
      const LinePoint best = search.best(scores, direction.slopes, within);
      if (best.smooth <= best.stay || best.x == 0) {
        total += best.stay;
        continue;
      }
      total += best.smooth;
      for (std::size_t f = 0; f < weights.size(); ++f) weights[f] += best.x * direction.vector[f];
      for (std::size_t i = 0; i < scores.size(); ++i) scores[i] += best.x * direction.slopes[i];
    }
    gain = total / static_cast<double>(directions.size());
    done = gain - before < plan.minimum;
  }
};

/// Drops the worse half, but keeps both of two climbers.
std::vector<Climber*>& best_half(std::vector<Climber*>& climbers) {
  std::stable_sort(climbers.begin(), climbers.end(),
                   [](const Climber* a, const Climber* b) { return a->gain > b->gain; });
  if (climbers.size() > 2) climbers.resize((climbers.size() + 1) / 2);
  return climbers;
}

std::vector<Climber*> not_done(const std::vector<Climber*>& climbers) {
  std::vector<Climber*> found;
  std::copy_if(climbers.begin(), climbers.end(), std::back_inserter(found),
               [](const Climber* climber) { return !climber->done; });
  return found;
}

}  // namespace

std::pair<double, double> WeightBox::range(std::span<const double> weights,
                                           std::span<const double> direction) const {
  double low = -kWidest, high = kWidest;
  for (std::size_t f = 0; f < weights.size(); ++f) {
    if (direction[f] == 0) continue;
    const double one = (centre[f] - width[f] - weights[f]) / direction[f];
    const double other = (centre[f] + width[f] - weights[f]) / direction[f];
    low = std::max(low, std::min(one, other));
    high = std::min(high, std::max(one, other));
  }
  return {std::min(0.0, low), std::max(0.0, high)};
}

Climbed climb(const CandidateLists& lists, const evaluate::MetricFormula& formula,
              const ClimbPlan& plan, std::size_t threads, Monitor& monitor) {
  const std::size_t width = lists.features();
  if (width == 0 || plan.passes == 0 || plan.starts.size() % width != 0 ||
      plan.directions.empty() || plan.directions.size() % (width * plan.passes) != 0) {
    throw ConfigError("starts and directions must have one number per feature");
  }
  const auto bad = [](double value) { return !std::isfinite(value); };
  if (plan.box.centre.size() != width || plan.box.width.size() != width ||
      std::any_of(plan.box.width.begin(), plan.box.width.end(), bad)) {
    throw ConfigError("the box must have a centre and a finite width for every feature");
  }
  Climbed result{{plan.starts.begin(), plan.starts.end()}, {}};
  std::vector<Climber> climbers;
  for (std::size_t at = 0; at < plan.starts.size(); at += width) {
    climbers.push_back({std::span(result.weights).subspan(at, width)});
  }
  std::vector<LineSearch> searches(std::max<std::size_t>(1, threads), LineSearch(lists, formula));
  std::vector<Climber*> ranked;
  for (Climber& climber : climbers) ranked.push_back(&climber);
  const std::size_t count = plan.directions.size() / (width * plan.passes);
  for (std::size_t pass = 0; pass < plan.passes; ++pass) {
    const std::vector<Climber*> active = pass < 2 ? not_done(ranked) : not_done(best_half(ranked));
    if (active.empty()) break;
    std::vector<Direction> directions(count);
    parallel_chunks(count, threads, monitor, [&](std::size_t i, std::size_t) {
      directions[i].vector = plan.directions.subspan((pass * count + i) * width, width);
      directions[i].prepare(lists);
    });
    parallel_chunks(active.size(), threads, monitor, [&](std::size_t i, std::size_t worker) {
      active[i]->climb(lists, searches[worker], directions, plan);
    });
  }
  for (const Climber& climber : climbers) result.gains.push_back(climber.gain);
  return result;
}

}  // namespace dragoman::tune
