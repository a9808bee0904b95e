// The inner loops of the HMM for processors with registers of four doubles (AVX2), found out at run
// time. Every sum is added up in the same order as by the plain loops in hmm.cpp and no product is
// fused with an addition, so that both give the same numbers.
#pragma once

#include <cstddef>
#include <cstring>

#include "align/grid.hpp"

namespace dragoman::align {

#if defined(__x86_64__) && defined(__GNUC__)

inline const bool kWide = __builtin_cpu_supports("avx2") != 0;

namespace wide {

using Four = double __attribute__((vector_size(32)));
constexpr std::size_t kFour = 4;
static_assert(kJumps + 1 == 6 * kFour);

/// `size` is a multiple of 8.
__attribute__((target("avx2"))) inline void correlate(const double* in, const double* taps,
                                                      double* out, std::size_t size) {
  std::size_t k = 0;
  for (; k + 4 * kFour <= size; k += 4 * kFour) {
    Four a{}, b{}, c{}, d{};
    for (std::size_t j = 0; j < kJumps; ++j) {
      const Four tap = {taps[j], taps[j], taps[j], taps[j]};
      Four w, x, y, z;
      std::memcpy(&w, in + k + j, sizeof w);
      std::memcpy(&x, in + k + j + kFour, sizeof x);
      std::memcpy(&y, in + k + j + 2 * kFour, sizeof y);
      std::memcpy(&z, in + k + j + 3 * kFour, sizeof z);
      a += tap * w;
      b += tap * x;
      c += tap * y;
      d += tap * z;
    }
    std::memcpy(out + k, &a, sizeof a);
    std::memcpy(out + k + kFour, &b, sizeof b);
    std::memcpy(out + k + 2 * kFour, &c, sizeof c);
    std::memcpy(out + k + 3 * kFour, &d, sizeof d);
  }
  for (; k < size; k += kFour) {
    Four a{};
    for (std::size_t j = 0; j < kJumps; ++j) {
      const Four tap = {taps[j], taps[j], taps[j], taps[j]};
      Four w;
      std::memcpy(&w, in + k + j, sizeof w);
      a += tap * w;
    }
    std::memcpy(out + k, &a, sizeof a);
  }
}

/// Reads one cell of `landing` more than there are jumps, and adds it to a sum that is not used.
__attribute__((target("avx2"))) inline void cross(const double* mass, const double* landing,
                                                  std::size_t size, double* crossing) {
  Four sums[6];
  std::memcpy(sums, crossing, sizeof sums);
  for (std::size_t k = 0; k < size; ++k) {
    const Four factor = {mass[k], mass[k], mass[k], mass[k]};
#pragma GCC unroll 6
    for (std::size_t d = 0; d < 6; ++d) {
      Four four;
      std::memcpy(&four, landing + k + d * kFour, sizeof four);
      sums[d] += factor * four;
    }
  }
  std::memcpy(crossing, sums, sizeof sums);
}

}  // namespace wide

#else

inline constexpr bool kWide = false;

namespace wide {
inline void correlate(const double*, const double*, double*, std::size_t) {}
inline void cross(const double*, const double*, std::size_t, double*) {}
}  // namespace wide

#endif

}  // namespace dragoman::align
