#include "search/phrase/gaps/gap_features.hpp"

#include "search/features/catalogue.hpp"

namespace dragoman::search {

GapFeature gap_feature(std::string_view name) {
  return static_cast<GapFeature>(place_in(Block::kGaps, name));
}

}  // namespace dragoman::search
