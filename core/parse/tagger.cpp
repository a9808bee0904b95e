#include "parse/tagger.hpp"

#include <algorithm>
#include <map>

#include "parse/training.hpp"

namespace dragoman::parse {

TagCounts count_tags(const Sentences& sentences, std::span<const Class> tags,
                     std::size_t frequent) {
  sentences.check(tags, "tags");
  std::map<std::uint32_t, std::map<Class, std::size_t>> counts;
  for (std::size_t i = 0; i < tags.size(); ++i) ++counts[sentences.words[i].form][tags[i]];
  TagCounts result{{}, {0}, {}};
  for (const auto& [word, found] : counts) {
    std::vector<std::pair<std::size_t, Class>> order;
    std::size_t total = 0;
    for (const auto& [tag, count] : found) {
      order.emplace_back(count, tag);
      total += count;
    }
    if (total < frequent) continue;
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    for (const auto& [count, tag] : order) result.tags.push_back(tag);
    result.words.push_back(word);
    result.offsets.push_back(static_cast<std::uint32_t>(result.tags.size()));
  }
  return result;
}

TaggerTrainer::TaggerTrainer(const Sentences& sentences, std::span<const Class> tags,
                             const TagDictionary& dictionary, const TaggerSettings& settings)
    : sentences_(sentences),
      tags_(tags),
      dictionary_(dictionary),
      settings_(settings),
      weights_(settings.tags) {
  sentences.check(tags, "tags");
  dictionary.check(settings.tags);
  if (settings.beam == 0) throw ConfigError("expected a beam of at least 1");
  if (std::any_of(tags.begin(), tags.end(), [&](Class t) { return t >= settings.tags; })) {
    throw ConfigError("a tag's number is too large");
  }
}

std::size_t TaggerTrainer::iterate(std::uint64_t seed, Monitor& monitor) {
  return learn_all(sentences_.size(), seed, monitor, [&](std::size_t i) {
    const Tagging system(sentences_.sentence(i), dictionary_, settings_.tags);
    return learn(system, sentences_.part(tags_, i), settings_.beam, weights_, memory_);
  });
}

std::vector<Class> tag(const Sentences& sentences, const Weights& weights,
                       const TagDictionary& dictionary, std::size_t beam, std::size_t threads,
                       Monitor& monitor) {
  dictionary.check(weights.classes());
  if (beam == 0) throw ConfigError("expected a beam of at least 1");
  std::vector<Class> tags(sentences.words.size());
  for_each_sentence<BeamMemory<Tagging>>(
      sentences, threads, monitor, [&](std::size_t i, BeamMemory<Tagging>& memory) {
        const Tagging system(sentences.sentence(i), dictionary, weights.classes());
        const auto found = actions_to(search(system, weights, beam, memory));
        std::copy(found.begin(), found.end(),
                  tags.begin() + static_cast<std::ptrdiff_t>(sentences.offsets[i]));
      });
  return tags;
}

}  // namespace dragoman::parse
