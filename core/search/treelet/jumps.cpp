#include "search/treelet/jumps.hpp"

#include <bit>

namespace dragoman::search::treelet {
namespace {

/// All positions before `end`.
std::uint64_t before(int end) {
  return end >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << end) - 1;
}

}  // namespace

std::uint64_t holes(std::uint64_t bits) {
  const int first = std::countr_zero(bits), last = 64 - std::countl_zero(bits);
  return before(last) & ~before(first) & ~bits;
}

JumpsToCome::JumpsToCome(std::uint64_t bits, int length) {
  const int first = std::countr_zero(bits), last = 64 - std::countl_zero(bits);
  more_ = last < length;  // the end of the sentence costs no jump
  first_ = static_cast<std::int16_t>(first);
  last_ = static_cast<std::int16_t>(last);
  std::uint64_t gaps = holes(bits);
  gaps_ = gaps != 0;
  if (!gaps_) return;
  const int first_gap = std::countr_zero(gaps);
  int at = first, over = 0;
  while (gaps != 0) {
    const int gap = std::countr_zero(gaps);
    over += gap - at;
    at = gap + std::countr_one(gaps >> gap);
    gaps &= ~before(at);
  }
  first_gap_ = static_cast<std::int16_t>(first_gap);
  behind_ = static_cast<std::int16_t>(at);
  over_ = static_cast<std::int16_t>(over);
  left_ = static_cast<std::int16_t>(over - (first_gap - first) + (more_ ? last - at : 0));
}

int least_jumps_to_come(std::uint64_t bits, int length) {
  const std::uint64_t gaps = holes(bits);
  if (gaps == 0) return 0;
  const int first = std::countr_zero(bits), last = 64 - std::countl_zero(bits);
  const int left = std::countr_zero(gaps) - first;
  const int right = last < length ? last - (64 - std::countl_zero(gaps)) : 0;
  return std::min(left, right);
}

}  // namespace dragoman::search::treelet
