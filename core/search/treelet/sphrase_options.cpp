#include "search/treelet/sphrase_options.hpp"

#include <cmath>
#include <utility>

#include "common/error.hpp"

namespace dragoman::search::treelet {
namespace {

constexpr std::uint64_t kOutside = 255;
/// More copies of a node than any sound analysis has.
constexpr std::uint64_t kMostCopies = 100;

/// The analyses come from a file: what does not fit the rule is refused.
void require(bool sound) {
  if (!sound) throw ModelError("the analysis of a rule does not fit the rule");
}

std::uint64_t range_bits(std::size_t begin, std::size_t end) {
  const std::uint64_t upto = end >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << end) - 1;
  return upto & ~((std::uint64_t{1} << begin) - 1);
}

}  // namespace

void SPhraseOptions::collect(const TranslationOptions& options, std::span<const std::string> tags,
                             const ChosenPhrases* only) {
  options_.clear();
  dropped_.clear();
  for (std::uint32_t number = 0; number < options.size(); ++number) {
    const TranslationOption& option = options[number];
    if (only != nullptr && !only->has(options, option)) continue;
    if (options.target(option.target).empty()) {
      dropped_.push_back(number);
      continue;
    }
    const auto& first = model_.sphrases.first;
    if (option.from_rule() && first[option.rule] < first[option.rule + 1]) {
      add_analyses(options, number);
    } else {
      add_usual(options, number, tags.empty() ? "" : tags[option.end - 1]);
    }
  }
}

void SPhraseOptions::add_analyses(const TranslationOptions& options, std::uint32_t number) {
  const dragoman::treelet::SPhraseView& view = model_.sphrases;
  const TranslationOption& option = options[number];
  const auto target = options.target(option.target);
  for (std::uint64_t e = view.first[option.rule]; e < view.first[option.rule + 1]; ++e) {
    const std::uint64_t word = view.analysis_first[view.analyses[e]];
    const std::uint64_t point = view.alignment_first[view.alignments[e]];
    require(view.analysis_first[view.analyses[e] + 1] - word == target.size());
    require(view.alignment_first[view.alignments[e] + 1] - point == 2 * target.size());
    std::vector<TreeletWord> words;
    for (std::size_t i = 0; i < target.size(); ++i) {
      const std::uint64_t bits = view.words[word + i];
      const auto spine = static_cast<std::uint32_t>(bits & 0xFFFFFFFF);
      const std::uint64_t head = bits >> 32 & 0xFF;
      require((bits >> 48 & 0xFF) <= kMostCopies);
      require(view.points[point + 2 * i] <= view.points[point + 2 * i + 1] &&
              view.points[point + 2 * i + 1] < option.end - option.begin);
      const auto at = [&](std::size_t k) {
        return static_cast<std::uint16_t>(option.begin + view.points[point + 2 * i + k]);
      };
      words.push_back({spine,
                       lexeme(spine, options.words().word(target[i])),
                       head == kOutside ? -1 : static_cast<std::int32_t>(head),
                       static_cast<std::uint8_t>(bits >> 40),
                       static_cast<std::uint8_t>(bits >> 48),
                       {at(0), at(1)}});
    }
    add(option, number, std::move(words),
        std::log(static_cast<double>(view.counts[e]) / view.totals[option.rule]));
  }
}

void SPhraseOptions::add_usual(const TranslationOptions& options, std::uint32_t number,
                               const std::string& tag) {
  const auto found = model_.usual_spines.find(tag);
  const auto& usual =
      found == model_.usual_spines.end() ? model_.usual_spines.at("") : found->second;
  const TranslationOption& option = options[number];
  const auto target = options.target(option.target);
  const std::size_t most = target.size() == 1 ? usual.size() : 1;
  for (std::size_t k = 0; k < most; ++k) {
    std::vector<TreeletWord> words;
    for (const WordId word : target) {
      const std::uint32_t spine = usual[k];
      words.push_back(
          {spine,
           lexeme(spine, options.words().word(word)),
           -1,
           0,
           0,
           {static_cast<std::uint16_t>(option.begin), static_cast<std::uint16_t>(option.end - 1)}});
    }
    add(option, number, std::move(words), -std::log(static_cast<double>(most)));
  }
}

void SPhraseOptions::add(const TranslationOption& option, std::uint32_t number,
                         std::vector<TreeletWord> words, double analysis) {
  // A treelet's words stand together: find where each treelet begins.
  std::vector<std::size_t> root(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::size_t top = i, steps = 0;
    for (; words[top].head >= 0; ++steps) {
      require(steps < words.size());
      top = static_cast<std::size_t>(words[top].head);
    }
    root[i] = top;
  }
  SPhraseOption made{
      number, range_bits(option.begin, option.end), 0, static_cast<float>(analysis), 0, {}};
  std::uint64_t claimed = 0;
  for (std::size_t i = 0; i < words.size();) {
    const std::size_t begin = i;
    Treelet treelet;
    for (; i < words.size() && root[i] == root[begin]; ++i) {
      TreeletWord word = words[i];
      if (word.head >= 0) {
        word.head -= static_cast<std::int32_t>(begin);
        require(word.head >= 0);
      }
      treelet.coverage |= range_bits(word.source.first, word.source.last + 1U);
      treelet.words.push_back(word);
    }
    require(root[begin] >= begin && root[begin] < i);
    for (const TreeletWord& word : treelet.words) {
      require(word.head < static_cast<std::int32_t>(treelet.words.size()));
    }
    treelet.root = static_cast<std::uint32_t>(root[begin] - begin);
    if (begin == 0 && i == words.size()) treelet.coverage = made.bits;
    claimed |= treelet.coverage;
    const auto introduced = shapes_.introduce(std::move(treelet));
    made.shapes.push_back(introduced.shape);
    made.syntax += static_cast<float>(introduced.syntax);
  }
  made.unclaimed = made.bits & ~claimed;
  options_.push_back(std::move(made));
}

}  // namespace dragoman::search::treelet
