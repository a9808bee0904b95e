// What a suffix-array grammar remembers from one call to the next: the rules of source patterns,
// and how target patterns were translated. All of it depends on the corpus and the options alone,
// so that rules are the same whatever is remembered.
#pragma once

#include "common/lru_cache.hpp"
#include "grammar/extract/gappy_rules.hpp"
#include "grammar/suffix/pair_counts.hpp"

namespace dragoman::grammar {

/// For one corpus and one set of options.
struct RuleCache {
  explicit RuleCache(std::size_t bytes) : rules(bytes / 4 * 3), pairs(bytes / 4) {}

  LruCache<GappyRules> rules;  ///< by source pattern
  LruCache<PairCounts> pairs;  ///< by target pattern
};

}  // namespace dragoman::grammar
