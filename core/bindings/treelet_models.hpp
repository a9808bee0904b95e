// Spines and words as the models of treelets know them.
#pragma once

#include <string>
#include <vector>

#include "bindings/corpus_arrays.hpp"
#include "grammar/treelet/source_clauses.hpp"
#include "grammar/treelet/spine.hpp"

namespace dragoman::bindings {

/// Of "TAG LOWEST ... HIGHEST".
std::vector<treelet::Spine> spines_of(const std::vector<std::string>& spines);
std::vector<treelet::Name> names_of(const std::vector<std::string>& words);
std::vector<treelet::Relation> relations_of(const std::vector<std::string>& labels);

}  // namespace dragoman::bindings
