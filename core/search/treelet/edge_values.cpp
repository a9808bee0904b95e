// What an edge of the treelet search adds to features, and what is asked about it outside of the
// core.
#include <bit>

#include "search/treelet/treelet_search.hpp"

namespace dragoman::search::treelet {

FeatureQuestion TreeletSearch::alone(std::uint32_t sphrase) const {
  const std::uint32_t number = (*sphrases_)[sphrase].option;
  const TranslationOption& option = (*options_)[number];
  return {number, option.begin, option.end, {}, false};
}

FeatureQuestion TreeletSearch::meeting(std::uint32_t left, std::uint32_t right) const {
  const TreeletItem &a = items_[left], &b = items_[right];
  const std::uint64_t bits = a.bits | b.bits;
  return {kMeeting,
          static_cast<std::uint32_t>(std::countr_zero(bits)),
          static_cast<std::uint32_t>(64 - std::countl_zero(bits)),
          {a.custom, b.custom},
          false};
}

FeatureQuestion TreeletSearch::dropping(std::uint32_t item, std::uint32_t number) const {
  const TranslationOption& option = (*options_)[number];
  return {number, option.begin, option.end, {items_[item].custom, 0}, false};
}

FeatureQuestion TreeletSearch::whole(std::uint32_t item) const {
  return {kWhole, 0, static_cast<std::uint32_t>(length_), {items_[item].custom, 0}, true};
}

void TreeletSearch::explain(const TreeletEdge& edge, float* row) {
  language_.explain(items_, edge, row + parts_.layout->first(Block::kLanguageModels));
  float* treelets = row + parts_.layout->first(Block::kTreelets);
  treelets[kSyntax] += edge.syntax;
  treelets[kDependency] += edge.dependency;
  treelets[kBroken] -= static_cast<float>(edge.broken);
  crossings_.explain(edge.crossed, row);
  row[parts_.layout->first(Block::kDistortion)] -= static_cast<float>(edge.jump);
  if (edge.step == TreeletStep::kIntroduce) {
    custom_.explain(alone(edge.option), row);
  } else if (edge.step == TreeletStep::kAdjoin) {
    custom_.explain(meeting(edge.tails[0], edge.tails[1]), row);
    cohesion_.explain(items_[edge.tails[0]].cohesion, items_[edge.tails[1]].cohesion, row);
  } else if (edge.step == TreeletStep::kDrop) {
    custom_.explain(dropping(edge.tails[0], edge.option), row);
    const TranslationOption& option = (*options_)[edge.option];
    cohesion_.explain(items_[edge.tails[0]].cohesion, cohesion_.phrase(option.begin, option.end),
                      row);
  } else if (edge.step == TreeletStep::kGoal) {
    custom_.explain(whole(edge.tails[0]), row);
  }
}

}  // namespace dragoman::search::treelet
