// Codebooks: a float is stored as the index of the nearest of a few values (Whittaker and Raj 2001;
// Federico and Bertoldi 2006). The values are the means of bins with equally many numbers.
#pragma once

#include <cstdint>
#include <vector>

namespace dragoman::lm {

class Codebook {
 public:
  /// At most 2^bits values, each the mean of a bin; all bins have equally many numbers. Values that
  /// occur in `exact` (compared bit by bit) keep a code of their own.
  Codebook(std::vector<float> values, int bits, const std::vector<float>& exact);

  /// The number of the nearest value.
  std::uint32_t code(float value) const;
  /// Exactly 2^bits values.
  const std::vector<float>& values() const { return values_; }

 private:
  std::vector<float> values_;  // the exact ones, then the others in increasing order
  std::size_t exact_;
  std::size_t used_;
};

}  // namespace dragoman::lm
