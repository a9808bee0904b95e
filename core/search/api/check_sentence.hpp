// Checks the demands on a sentence before it is translated.
#pragma once

#include "search/api/sentence.hpp"

namespace dragoman::search {

/// Throws ConfigError if zones or walls are out of range, if exclusive zones overlap, or if the
/// heads do not form a tree.
void check_sentence(const Sentence& sentence);

}  // namespace dragoman::search
