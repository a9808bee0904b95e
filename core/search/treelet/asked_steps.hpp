// What features computed outside of the core can ask about the steps of the treelet search: an
// s-phrase is an edge without tails, two texts that meet are its two tails, and the whole
// translation has one. Joining the trees of an item, or closing one, asks nothing.
#pragma once

#include "search/api/feature_session.hpp"
#include "search/options/translation_options.hpp"

namespace dragoman::search::treelet {

/// Steps that are no options.
inline constexpr std::uint32_t kMeeting = 0xFFFFFFFF, kWhole = 0xFFFFFFFE;

class AskedSteps final : public AskedRules {
 public:
  explicit AskedSteps(const TranslationOptions& options) : options_(options) {}

  std::vector<Symbol> target_side(std::uint32_t step) const override {
    if (step == kMeeting) return {kFirstNonTerminal, kFirstNonTerminal - 1};
    if (step == kWhole) return {kFirstNonTerminal};
    const auto words = options_.target(options_[step].target);
    return {words.begin(), words.end()};
  }
  std::string_view target_word(Symbol word) const override {
    return options_.words().word(static_cast<WordId>(word));
  }
  std::int64_t table_number(std::uint32_t step) const override {
    const bool rule = step < kWhole && options_[step].from_rule();
    return rule ? std::int64_t{options_[step].rule} : -1;
  }

 private:
  const TranslationOptions& options_;
};

}  // namespace dragoman::search::treelet
