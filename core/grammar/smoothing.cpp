#include "grammar/smoothing.hpp"

#include <algorithm>

namespace dragoman::grammar {

Smoother::Smoother(Smoothing kind, const PhraseCounts& counts)
    : kind_(kind), pairs_(static_cast<double>(counts.pairs())) {
  const auto n = counts.counts_of_counts();
  const auto of = [&](std::size_t i) { return static_cast<double>(n[i]); };
  discount_.push_back(0.01);
  for (std::size_t i = 1; i < PhraseCounts::kCountsOfCounts; ++i) {
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

PhraseProbabilities Smoother::operator()(PhraseCount source, PhraseCount target,
                                         std::uint64_t pair) const {
  const auto joint = static_cast<double>(pair);
  const auto of_source = static_cast<double>(source.count);
  const auto of_target = static_cast<double>(target.count);
  if (kind_ == Smoothing::kGoodTuring) {
    const double kept = pair + 1 < discount_.size() ? joint * discount_[pair] : joint;
    return {kept / of_target, kept / of_source};
  }
  if (kind_ == Smoothing::kKneserNey) {
    double discount = kneser_ney_[std::min<std::uint64_t>(pair, 3) - 1];
    if (discount > joint) discount = joint - 0.01;
    const double partners = static_cast<double>(source.partners) * target.partners;
    const double shared = discount * partners / pairs_;  // mass set free, spread by partners
    return {(joint - discount + shared) / of_target, (joint - discount + shared) / of_source};
  }
  return {joint / of_target, joint / of_source};
}

}  // namespace dragoman::grammar
