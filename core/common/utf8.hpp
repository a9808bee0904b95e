// UTF-8, in which all text is.
#pragma once

#include <string_view>

namespace dragoman {

/// Whether these bytes are well-formed UTF-8 (no surrogates, no overlong forms).
bool is_utf8(std::string_view bytes);

}  // namespace dragoman
