#include "tune/line_search.hpp"

#include <algorithm>
#include <cmath>

#include "common/error.hpp"

namespace dragoman::tune {
namespace {

constexpr double kNarrow = 1e-9;  // narrower intervals come from rounding and are ignored
constexpr double kTie = 1e-12;
constexpr double kBeyond = 0.05;  // this part of the range is far enough beyond the last corner

/// A point safely inside an interval: 0 if it is well inside, otherwise the middle. If the interval
/// ends where the range ends, a point a little beyond the corner, because no other corner says how
/// far to go.
double inside(double low, double high, const LineRange& range) {
  const double margin = 0.05 * (high - low);
  if (low + margin <= 0 && 0 <= high - margin) return 0;
  const double middle = (low + high) / 2, beyond = kBeyond * (range.high - range.low);
  if (high >= range.high) return std::min(middle, low + beyond);
  if (low <= range.low) return std::max(middle, high - beyond);
  return middle;
}

/// The greatest heights of a sentence's lines at both ends of the range and at 0.
struct Heights {
  double low = -kForever, here = -kForever, high = -kForever;

  void take(const Heights& other) {
    low = std::max(low, other.low);
    here = std::max(here, other.here);
    high = std::max(high, other.high);
  }
};

Heights greatest(std::span<const double> intercepts, std::span<const double> slopes,
                 const LineRange& range) {
  constexpr std::size_t kLanes = 4;  // independent of each other, so that they run side by side
  Heights lanes[kLanes];
  const std::size_t count = slopes.size();
  auto heights = [&](std::size_t i) {
    return Heights{intercepts[i] + slopes[i] * range.low, intercepts[i],
                   intercepts[i] + slopes[i] * range.high};
  };
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (std::size_t k = 0; k < kLanes; ++k) lanes[k].take(heights(i + k));
  }
  for (; i < count; ++i) lanes[0].take(heights(i));
  for (std::size_t k = 1; k < kLanes; ++k) lanes[0].take(lanes[k]);
  return lanes[0];
}

}  // namespace

LineSearch::LineSearch(const CandidateLists& lists, const evaluate::MetricFormula& formula)
    : lists_(lists), formula_(formula), sums_(lists.size()) {
  if (formula.size() != lists.size()) {
    throw ConfigError("the statistics are not those of the metric");
  }
}

/// Sets lines_ to the lines of a sentence's candidates (from `begin` on) that may be on the
/// envelope within the range. The lines on top at both ends and at 0 certainly are. Of the others,
/// those are kept that lie above two of these lines where the two meet. This drops most candidates
/// without sorting.
void LineSearch::keep_promising(std::span<const double> intercepts, std::span<const double> slopes,
                                std::size_t begin, const LineRange& range) {
  const std::size_t count = intercepts.size();
  auto line = [&](std::size_t i) { return Line{slopes[i], intercepts[i], 0, begin + i}; };
  const Heights tops = greatest(intercepts, slopes, range);
  std::size_t first = count, here = count, last = count;
  auto better = [&](std::size_t i, std::size_t than, bool steeper) {
    return than == count || (steeper ? slopes[i] > slopes[than] : slopes[i] < slopes[than]);
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (intercepts[i] + slopes[i] * range.low == tops.low && better(i, first, true)) first = i;
    if (intercepts[i] == tops.here && better(i, here, true)) here = i;
    if (intercepts[i] + slopes[i] * range.high == tops.high && better(i, last, false)) last = i;
  }
  lines_.clear();
  lines_.push_back(line(first));
  if (slopes[first] >= slopes[last]) return;  // one line is on top everywhere
  lines_.push_back(line(last));
  if (here != first && here != last) lines_.push_back(line(here));

  struct Meeting {
    double x, y;
  };
  auto meeting = [&](std::size_t a, std::size_t b) {
    if (slopes[a] >= slopes[b]) return Meeting{0, kForever};  // nothing is between them
    const double x = (intercepts[a] - intercepts[b]) / (slopes[b] - slopes[a]);
    return Meeting{x, intercepts[a] + slopes[a] * x};
  };
  const Meeting left = meeting(first, here), right = meeting(here, last);
  const double turn = slopes[here];
  above_.resize(count);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const bool flatter = slopes[i] < turn;
    const double x = flatter ? left.x : right.x, y = flatter ? left.y : right.y;
    above_[kept] = static_cast<std::uint32_t>(i);
    kept += intercepts[i] + slopes[i] * x > y;
  }
  for (std::size_t k = 0; k < kept; ++k) lines_.push_back(line(above_[k]));
}

void LineSearch::find_corners(std::span<const double> intercepts, std::span<const double> slopes,
                              const LineRange& range) {
  corners_.clear();
  changes_.clear();
  std::fill(sums_.begin(), sums_.end(), 0.0);
  for (std::size_t s = 0; s < lists_.sentences(); ++s) {
    const std::size_t begin = lists_.offset(s), count = lists_.offset(s + 1) - begin;
    if (count == 0) continue;
    keep_promising(intercepts.subspan(begin, count), slopes.subspan(begin, count), begin, range);
    keep_upper_envelope(lines_);
    std::size_t at = 0;
    while (at + 1 < lines_.size() && lines_[at + 1].start <= range.low) ++at;
    auto from = lists_.statistics(lines_[at].id);
    for (std::size_t k = 0; k < sums_.size(); ++k) sums_[k] += from[k];
    for (++at; at < lines_.size() && lines_[at].start < range.high; ++at) {
      const auto to = lists_.statistics(lines_[at].id);
      corners_.push_back({lines_[at].start, changes_.size()});
      for (std::size_t k = 0; k < sums_.size(); ++k) changes_.push_back(to[k] - from[k]);
      from = to;
    }
  }
  std::sort(corners_.begin(), corners_.end(), [](const Corner& a, const Corner& b) {
    return a.x != b.x ? a.x < b.x : a.change < b.change;
  });
}

/// Every interval's gain averaged with those of `window` neighbours on either side.
void LineSearch::smooth(std::size_t window) {
  smoothed_ = gains_;
  if (window == 0) return;
  const std::size_t count = gains_.size();
  double sum = 0;
  std::size_t begin = 0, end = 0;  // sum is that of gains_[begin, end)
  for (std::size_t i = 0; i < count; ++i) {
    while (end < std::min(count, i + window + 1)) sum += gains_[end++];
    while (begin + window < i) sum -= gains_[begin++];
    smoothed_[i] = sum / static_cast<double>(end - begin);
  }
}

LinePoint LineSearch::best(std::span<const double> intercepts, std::span<const double> slopes,
                           const LineRange& range) {
  find_corners(intercepts, slopes, range);
  gains_.clear();
  gains_.push_back(formula_.gain(sums_));
  for (const Corner& corner : corners_) {
    const double* change = changes_.data() + corner.change;
    for (std::size_t k = 0; k < sums_.size(); ++k) sums_[k] += change[k];
    gains_.push_back(formula_.gain(sums_));
  }
  smooth(range.window);
  auto low = [&](std::size_t i) { return i == 0 ? range.low : corners_[i - 1].x; };
  auto high = [&](std::size_t i) { return i == corners_.size() ? range.high : corners_[i].x; };
  auto wide = [&](std::size_t i) {
    const double nearer = std::min(std::abs(low(i)), std::abs(high(i)));
    return corners_.empty() || high(i) - low(i) > kNarrow * (1 + nearer);
  };
  double most = -kForever;
  for (std::size_t i = 0; i < gains_.size(); ++i) {
    if (smoothed_[i] > most && wide(i)) most = smoothed_[i];
  }
  std::size_t choice = 0;
  double nearest = kForever;
  for (std::size_t i = 0; i < gains_.size(); ++i) {
    if (smoothed_[i] < most - range.slack - kTie || !wide(i)) continue;
    const double distance = std::max({0.0, low(i), -high(i)});
    if (distance < nearest) {
      nearest = distance;
      choice = i;
    }
  }
  const auto after = std::upper_bound(corners_.begin(), corners_.end(), 0.0,
                                      [](double x, const Corner& c) { return x < c.x; });
  const auto here = static_cast<std::size_t>(after - corners_.begin());
  return {inside(low(choice), high(choice), range), gains_[choice], smoothed_[choice],
          smoothed_[here]};
}

}  // namespace dragoman::tune
