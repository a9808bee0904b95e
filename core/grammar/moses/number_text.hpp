// Numbers as printf's %g writes them, six digits, several times faster: tables hold hundreds of
// millions of them.
#pragma once

#include <string>

namespace dragoman::grammar {

/// Appends a number that is finite and not negative. The sixth digit is correctly rounded, unless
/// the number is so near to the middle between two texts that the relative distance is below 1e-15.
void append_six_digits(std::string& out, double value);

}  // namespace dragoman::grammar
