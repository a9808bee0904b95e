// The statistics that smoothing of a suffix-array grammar goes by: how many pairs the corpus has,
// and how many of them were seen once, twice, ...
//
//   RuleStatistics statistics = count_rules(models, options, 100, monitor);
//
// Pairs without gaps are all counted, some of them at a time so that memory is bounded. There are
// too many pairs with gaps: those whose source sides occur in some lines, evenly spread, are looked
// up, and each stands for as many as it is unlikely to be among them (Horvitz & Thompson 1952). If
// no more lines are there than are looked at, that is exact too.
#pragma once

#include "grammar/extract/pair_statistics.hpp"
#include "grammar/suffix/gappy_extract.hpp"

namespace dragoman::grammar {

/// Looks at `lines` lines for pairs with gaps. The outcome is the same for any number of threads.
RuleStatistics count_rules(const CorpusModels& models, const GappyOptions& options,
                           std::size_t lines, Monitor& monitor);

}  // namespace dragoman::grammar
