#include "grammar/extract/smoothing.hpp"

#include <algorithm>

namespace dragoman::grammar {

Smoother::Smoother(Smoothing kind, const PairStatistics& own, double pairs)
    : kind_(kind), pairs_(pairs) {
  const auto of = [&](std::size_t n) { return own.seen[n]; };
  discount_.push_back(0.01);
  for (std::size_t i = 1; i < PairStatistics::kCountsOfCounts; ++i) {
    const auto r = static_cast<double>(i);
    const double ratio = (r + 1) / r * ((of(i + 1) + 0.1) / (of(i) + 0.1));
    discount_.push_back(std::max(std::min(ratio, 1.0), discount_.back()));
  }
  // Chen & Goodman 1998, section 4.1; a count of counts that is zero takes the largest discount.
  // Where counts of counts do not fall, a discount would be negative and a probability above 1.
  const double y = of(1) > 0 ? of(1) / (of(1) + 2 * of(2)) : 0;
  for (std::size_t d = 1; d <= 3; ++d) {
    const auto r = static_cast<double>(d);
    const double raw = of(d) > 0 ? r - (r + 1) * y * of(d + 1) / of(d) : r;
    kneser_ney_[d - 1] = std::clamp(raw, 0.0, r - 0.1);
  }
}

double Smoother::kept(double joint, std::uint64_t times, double partners) const {
  const auto count = static_cast<double>(times);
  double left = count;
  if (kind_ == Smoothing::kGoodTuring && times + 1 < discount_.size()) {
    left = count * discount_[times];
  } else if (kind_ == Smoothing::kKneserNey) {
    double discount = kneser_ney_[std::min<std::uint64_t>(times, 3) - 1];
    if (discount > count) discount = count - 0.01;
    // The mass set free, spread by partners.
    const double shared = pairs_ > 0 ? discount * partners / pairs_ : 0;
    left = count - discount + shared;
  }
  return joint == count ? left : joint * left / count;
}

PhraseProbabilities Smoother::operator()(PhraseCount source, PhraseCount target,
                                         std::uint64_t pair) const {
  const double partners = static_cast<double>(source.partners) * target.partners;
  const double left = kept(static_cast<double>(pair), pair, partners);
  return {left / static_cast<double>(target.count), left / static_cast<double>(source.count)};
}

}  // namespace dragoman::grammar
