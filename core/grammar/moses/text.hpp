// Words in Moses' text formats.
#pragma once

#include <string>
#include <string_view>

namespace dragoman::grammar {

/// What a word looks like in a file whose fields end at ||| and whose factors end at |: every | is
/// written &#124;, and the brackets of a word that would read as a non-terminal, [like this], are
/// written &#91; and &#93;.
std::string escape_moses(std::string_view word);

/// Turns &#124; &#91; &#93; back into | [ ].
std::string unescape_moses(std::string_view word);

}  // namespace dragoman::grammar
