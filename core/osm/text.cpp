#include "osm/text.hpp"

#include <algorithm>

#include "common/error.hpp"
#include "osm/names.hpp"
#include "osm/walk.hpp"

namespace dragoman::osm {
namespace {

/// Words that were generated.
class Marked {
 public:
  void clear(std::size_t words) { marked_.assign(words, false); }
  bool operator()(std::uint32_t word) const { return marked_[word]; }
  void add(std::uint32_t begin, std::uint32_t end) {
    std::fill(marked_.begin() + begin, marked_.begin() + end, true);
  }

 private:
  std::vector<bool> marked_;
};

/// Calls add(name) for every operation of a plan.
template <typename Source, typename Target, typename Add>
void name_all(const Plan& plan, std::span<const std::uint32_t> pieces, Place& place, Marked& marked,
              Source&& source, Target&& target, Add&& add) {
  std::string name;
  walk(
      plan, pieces, place, marked,
      [&](std::uint32_t begin, std::uint32_t end) { marked.add(begin, end); },
      [&](Move move, std::uint32_t gap) { add(name_of(move, gap)); },
      [&](const PlanStep& step) {
        if (!step.first) return add(kMoreName);
        name_unit(plan.units[step.unit], source, target, name);
        add(name);
      });
}

}  // namespace

std::vector<std::vector<std::string>> operations(std::span<const std::string> source,
                                                 std::span<const AppliedPhrase> phrases) {
  Marked marked;
  marked.clear(source.size());
  Place place;
  std::vector<std::vector<std::string>> all;
  for (const AppliedPhrase& phrase : phrases) {
    std::vector<std::uint32_t> lengths, begins, words;
    for (const auto& [begin, end] : phrase.pieces) {
      if (begin >= end || end > source.size())
        throw ConfigError("a phrase lies out of its sentence");
      lengths.push_back(end - begin);
      begins.push_back(begin);
      for (std::uint32_t word = begin; word < end; ++word) words.push_back(word);
    }
    std::vector<Link> links;
    for (const Link& link : phrase.links) {
      const auto found = std::ranges::lower_bound(words, link.source);
      if (found == words.end() || *found != link.source || link.target >= phrase.target.size()) {
        throw ConfigError("a link lies out of its phrase");
      }
      links.push_back({static_cast<std::uint32_t>(found - words.begin()), link.target});
    }
    const Plan plan = make_plan(lengths, static_cast<std::uint32_t>(phrase.target.size()), links);
    auto& names = all.emplace_back();
    name_all(
        plan, begins, place, marked,
        [&](std::uint32_t word) -> const std::string& { return source[words[word]]; },
        [&](std::uint32_t word) -> const std::string& { return phrase.target[word]; },
        [&](std::string_view name) { names.emplace_back(name); });
  }
  return all;
}

std::string operation_text(const grammar::AlignedCorpus& corpus, const Vocabulary& source,
                           const Vocabulary& target, std::size_t first, std::size_t last) {
  std::string text;
  Marked marked;
  std::vector<Link> links;
  for (std::size_t line = first; line < std::min(last, corpus.size()); ++line) {
    if (corpus.links_of(line).empty()) continue;
    const auto source_words = corpus.source[line], target_words = corpus.target[line];
    links.clear();
    for (const grammar::WordLink& link : corpus.links_of(line)) {
      links.push_back({link.source, link.target});
    }
    const auto length = static_cast<std::uint32_t>(source_words.size());
    const std::uint32_t begin = 0;
    const Plan plan =
        make_plan({&length, 1}, static_cast<std::uint32_t>(target_words.size()), links);
    marked.clear(length);
    Place place;
    bool started = false;
    name_all(
        plan, {&begin, 1}, place, marked,
        [&](std::uint32_t word) { return source.word(source_words[word]); },
        [&](std::uint32_t word) { return target.word(target_words[word]); },
        [&](std::string_view name) {
          if (started) text += ' ';
          text += name;
          started = true;
        });
    text += '\n';
  }
  return text;
}

}  // namespace dragoman::osm
