// The limits of phrases with gaps between Python and the core.
#pragma once

#include "grammar/index/consistent_sets.hpp"

namespace dragoman::bindings {

/// Both sides have the same limits but for the number of gaps.
template <typename Visit>
void visit_sides(grammar::SideLimits& source, grammar::SideLimits& target, Visit&& visit) {
  for (grammar::SideLimits* side : {&source, &target}) {
    visit("max_length", side->max_length);
    visit("max_words", side->max_words);
    visit("max_span", side->max_span);
  }
  visit("source_gaps", source.max_gaps);
  visit("target_gaps", target.max_gaps);
}

}  // namespace dragoman::bindings
