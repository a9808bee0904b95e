// Checks what a caller demands of a sentence before it is translated.
#pragma once

#include "search/shared/sentence.hpp"

namespace dragoman::search {

/// Throws ConfigError if zones or walls are out of range, exclusive zones overlap, or the heads are
/// no tree.
void check(const Sentence& sentence);

}  // namespace dragoman::search
