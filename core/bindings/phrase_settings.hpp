// How the phrase decoder searches, between Python and the core.
#pragma once

#include "bindings/options.hpp"
#include "search/phrase/phrase_settings.hpp"

namespace dragoman::bindings {

template <typename Visit>
void visit_fields(search::phrase::PhraseSettings& settings, Visit&& visit) {
  visit("search", settings.algorithm);
  visit("stack", settings.stack);
  visit("beam", settings.beam);
  visit("pop_limit", settings.pop_limit);
  visit("distortion_limit", settings.distortion_limit);
  visit("table_limit", settings.table_limit);
  visit("unknown", settings.unknown);
  visit("punctuation_walls", settings.punctuation_walls);
  visit("lattice", settings.lattice);
  visit("force_relaxed", settings.force_relaxed);
  visit("max_words", settings.max_words);
  visit("max_work", settings.max_work);
  visit("max_seconds", settings.max_seconds);
}

}  // namespace dragoman::bindings
