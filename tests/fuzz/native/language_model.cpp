// The arrays of a language model, in either layout: opened, queried, charted and listed.
#include "arrays.hpp"
#include "common/parallel.hpp"
#include "lm/chart.hpp"
#include "lm/model.hpp"
#include "lm/score_text.hpp"
#include "lm/unpack.hpp"

namespace fuzz {

using namespace dragoman;

void use(const Arrays& arrays) {
  lm::ModelView view;
  view.order = static_cast<int>(arrays.setting<std::int32_t>("order"));
  view.unknown = arrays.setting("unknown");
  view.begin_sentence = arrays.setting("begin_sentence");
  view.end_sentence = arrays.setting("end_sentence");
  view.vocabulary_bytes = arrays.text("words");
  view.vocabulary_offsets = arrays.get<std::uint64_t>("offsets");
  view.vocabulary_slots = arrays.get<std::uint32_t>("slots");
  view.unigrams = arrays.get<float>("unigrams");
  view.compact_layout = arrays.setting<std::uint8_t>("compact_layout") != 0;
  view.hash = arrays.get<std::uint64_t>("hash");
  view.compact = arrays.get<std::uint64_t>("compact");
  view.codebook = arrays.get<float>("codebook");
  view.member_bytes = arrays.text("members");
  view.member_offsets = arrays.get<std::uint64_t>("member_offsets");
  view.member_slots = arrays.get<std::uint32_t>("member_slots");
  view.classes = arrays.get<std::uint32_t>("classes");
  const lm::Model model(view);
  Monitor monitor;
  const std::string_view lines[] = {"the house is small", "that is the building", "x the x", ""};
  lm::score_lines(model, lines, {}, monitor);
  lm::ChartState first, whole;
  lm::RuleScore part(model, first);
  for (const char* word : {"the", "house", "is"}) part.terminal(model.find(word));
  part.finish();
  lm::RuleScore rule(model, whole);
  rule.begin_sentence();
  rule.non_terminal(first);
  rule.terminal(1000000);
  rule.non_terminal(first);
  rule.finish();
  lm::unpack(model, 1, monitor);
}

}  // namespace fuzz
