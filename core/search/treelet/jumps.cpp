#include "search/treelet/jumps.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

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

int jumps_to_come(std::uint64_t bits, int begin, int end, int length) {
  const int first = std::countr_zero(bits), last = 64 - std::countl_zero(bits);
  const bool more = last < length;  // the end of the sentence costs no jump
  std::uint64_t gaps = holes(bits);
  const int out = more ? std::abs(last - end) : 0;
  if (gaps == 0) return std::abs(begin - first) + out;
  const int first_gap = std::countr_zero(gaps);
  int at = first, over = 0;  // words between the gaps, and before the first one
  while (gaps != 0) {
    const int gap = std::countr_zero(gaps);
    over += gap - at;
    at = gap + std::countr_one(gaps >> gap);
    gaps &= ~before(at);
  }
  const int gaps_first = over + std::abs(begin - at) + out;
  const int gaps_last = std::abs(begin - first) + std::abs(first_gap - end) + over -
                        (first_gap - first) + (more ? last - at : 0);
  return std::min(gaps_first, gaps_last);
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
