#include "lm/quantize.hpp"

#include <algorithm>
#include <bit>

namespace dragoman::lm {
namespace {

bool same(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

}  // namespace

Codebook::Codebook(std::vector<float> values, int bits, const std::vector<float>& exact)
    : values_(exact), exact_(exact.size()) {
  const std::size_t size = std::size_t{1} << bits;
  const std::size_t bins = size - exact_;
  std::erase_if(values, [&](float value) {
    return std::any_of(exact.begin(), exact.end(), [&](float e) { return same(e, value); });
  });
  std::sort(values.begin(), values.end());
  values_.reserve(size);
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const std::size_t begin = values.size() * bin / bins, end = values.size() * (bin + 1) / bins;
    if (begin == end) continue;
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += values[i];
    const auto mean = static_cast<float>(sum / static_cast<double>(end - begin));
    if (values_.size() == exact_ || mean > values_.back()) values_.push_back(mean);
  }
  if (values_.empty()) values_.push_back(0.0F);
  used_ = values_.size();
  values_.resize(size, values_.back());
}

std::uint32_t Codebook::code(float value) const {
  for (std::size_t i = 0; i < exact_; ++i) {
    if (same(values_[i], value)) return static_cast<std::uint32_t>(i);
  }
  const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(exact_);
  const auto end = values_.begin() + static_cast<std::ptrdiff_t>(used_);
  auto at = std::lower_bound(begin, end, value);
  if (at == end || (at != begin && value - *(at - 1) < *at - value)) --at;
  return static_cast<std::uint32_t>(at - values_.begin());
}

}  // namespace dragoman::lm
