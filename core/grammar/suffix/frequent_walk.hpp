// Finds the rules that are to be kept for frequent phrases (frequent_phrases.hpp): patterns are
// visited depth first in the suffix array, as long as they are frequent.
#pragma once

#include "common/parallel.hpp"
#include "grammar/suffix/corpus_models.hpp"
#include "grammar/suffix/gappy_options.hpp"

namespace dragoman::grammar {

/// Those without gaps of source sides that occur `least` times in a corpus of one segment.
RuleTableArrays frequent_phrases(const CorpusModels& models, const GappyOptions& options,
                                 std::size_t least, Monitor& monitor);

}  // namespace dragoman::grammar
