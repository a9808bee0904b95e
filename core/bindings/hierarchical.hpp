// Hierarchical rules between Python and the core.
#pragma once

#include "bindings/options.hpp"
#include "grammar/extract/hierarchical_extract.hpp"

namespace dragoman::bindings {

template <typename Visit>
void visit_fields(grammar::HierarchicalLimits& limits, Visit&& visit) {
  visit("initial_span", limits.max_span);
  visit("max_symbols", limits.max_symbols);
  visit("max_non_terminals", limits.max_non_terminals);
  visit("min_hole", limits.min_hole);
  visit("adjacent", limits.adjacent);
}

template <typename Visit>
void visit_fields(grammar::HierarchicalOptions& options, Visit&& visit) {
  visit_fields(options.limits, visit);
  visit("sentence_span", options.sentence_span);
  visit("top", options.top);
  visit("sample", options.sample);
  visit("frequent", options.frequent);
}

template <typename Visit>
void visit_fields(grammar::HierarchicalTableOptions& options, Visit&& visit) {
  visit_fields(options.limits, visit);
  visit("smoothing", options.smoothing);
  visit("top", options.top);
  visit("memory", options.memory);
}

}  // namespace dragoman::bindings
