// Numbers as printf's %g writes them, six digits, several times faster: tables hold hundreds of
// millions of them.
#pragma once

#include <string>

namespace dragoman {

/// Appends a number that is finite and not negative. The sixth digit is correctly rounded unless
/// the number lies within 1e-15 of itself from the middle between two.
void append_six_digits(std::string& out, double value);

}  // namespace dragoman
