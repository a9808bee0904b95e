// UTF-8, the encoding of all text.
#pragma once

#include <string_view>

namespace dragoman {

/// Whether these bytes are well-formed UTF-8 (no surrogates, no overlong forms).
bool is_utf8(std::string_view bytes);

}  // namespace dragoman
