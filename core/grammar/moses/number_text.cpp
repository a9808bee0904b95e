#include "grammar/moses/number_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace dragoman::grammar {
namespace {

constexpr int kDigits = 6;
constexpr int kLowest = -60;  ///< exponents below are left to the library

/// 10^(5 - e): what makes a number of exponent e an integer of six digits.
double scale(int exponent) {
  static const auto kPowers = [] {
    std::array<double, kDigits - kLowest> powers{};
    double power = 1;
    for (double& entry : powers) {
      entry = power;
      power *= 10;
    }
    return powers;
  }();
  return kPowers[static_cast<std::size_t>(kDigits - 1 - exponent)];
}

void append_by_library(std::string& out, double value) {
  char buffer[32];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, kDigits).ptr;
  out.append(buffer, end);
}

}  // namespace

void append_six_digits(std::string& out, double value) {
  if (value == 0) {
    out += '0';
    return;
  }
  if (!(value >= 1e-55 && value < 999999.5)) return append_by_library(out, value);
  int binary = 0;
  std::frexp(value, &binary);
  // 78913 / 2^18 is log10(2), so that this is the exponent or one less.
  int exponent = (binary - 1) * 78913 >> 18;
  auto digits = static_cast<std::uint64_t>(value * scale(exponent) + 0.5);
  if (digits >= 1000000) {
    ++exponent;
    digits = static_cast<std::uint64_t>(value * scale(exponent) + 0.5);
  }

  char text[8];
  for (int i = kDigits; i-- > 0; digits /= 10) text[i] = static_cast<char>('0' + digits % 10);
  int length = kDigits;
  while (length > 1 && text[length - 1] == '0') --length;

  if (exponent < -4) {
    out += text[0];
    if (length > 1) {
      out += '.';
      out.append(text + 1, text + length);
    }
    out += "e-";
    const int size = -exponent;
    out += static_cast<char>('0' + size / 10);
    out += static_cast<char>('0' + size % 10);
  } else if (exponent < 0) {
    out.append("0.000", static_cast<std::size_t>(1 - exponent));
    out.append(text, text + length);
  } else if (length <= exponent + 1) {
    out.append(text, text + length);
    out.append(static_cast<std::size_t>(exponent + 1 - length), '0');
  } else {
    out.append(text, text + exponent + 1);
    out += '.';
    out.append(text + exponent + 1, text + length);
  }
}

}  // namespace dragoman::grammar
