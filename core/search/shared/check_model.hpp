// Checks that the parts of a model fit each other, when a decoder is made.
#pragma once

#include <span>
#include <string>

#include "search/shared/model_parts.hpp"

namespace dragoman::search {

/// Throws ConfigError if the table's scores do not have one name each, or if there is not one
/// finite weight for each feature of the layout.
void check_model(const ModelParts& model, std::span<const std::string> columns);

}  // namespace dragoman::search
