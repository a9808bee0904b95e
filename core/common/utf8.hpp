// UTF-8, the encoding of all text.
#pragma once

#include <string>
#include <string_view>

namespace dragoman {

/// Whether these bytes are well-formed UTF-8 (no surrogates, no overlong forms).
bool is_utf8(std::string_view bytes);

/// Bytes of an input for a message: at most 40, anything but printable ASCII replaced by '?'. A
/// message is UTF-8 whatever the input is, and wherever it is cut.
std::string printable(std::string_view bytes);

}  // namespace dragoman
