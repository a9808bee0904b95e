// Suffix arrays of texts of numbers, in linear time (Nong, Zhang & Chan 2009, SA-IS).
#pragma once

#include <cstdint>
#include <vector>

namespace dragoman::grammar {

/// The positions of `text` in the order of what follows them; a suffix that is the beginning of
/// another comes first. Every number lies in [0, largest]. Takes about five numbers of memory for
/// each of the text; the text must have fewer than 2^31 numbers.
std::vector<std::int32_t> suffix_array(const std::vector<std::int32_t>& text, std::int32_t largest);

}  // namespace dragoman::grammar
