// A part-of-speech tagger: trained on sentences whose tags are known, run on others.
//
//   auto dictionary = count_tags(sentences, tags, options.frequent);
//   TaggerTrainer trainer(sentences, tags, dictionary.view(), options);
//   for (...) trainer.iterate(seed, monitor);
//   FrozenArrays arrays = trainer.average();
#pragma once

#include "parse/sentences.hpp"
#include "parse/tagging.hpp"

namespace dragoman::parse {

/// The arrays of a TagDictionary.
struct TagCounts {
  std::vector<std::uint32_t> words, offsets;
  std::vector<Class> tags;
  TagDictionary view() const { return {words, offsets, tags}; }
};

/// The tags of the word forms that occur `frequent` times or more.
TagCounts count_tags(const Sentences& sentences, std::span<const Class> tags, std::size_t frequent);

struct TaggerSettings {
  std::size_t tags;  // how many there are
  std::size_t beam;
};

class TaggerTrainer {
 public:
  /// What is given must outlive this.
  TaggerTrainer(const Sentences& sentences, std::span<const Class> tags,
                const TagDictionary& dictionary, const TaggerSettings& settings);
  TaggerTrainer(const TaggerTrainer&) = delete;
  TaggerTrainer& operator=(const TaggerTrainer&) = delete;

  /// Returns how many sentences were tagged right.
  std::size_t iterate(std::uint64_t seed, Monitor& monitor);
  FrozenArrays average() const { return weights_.average(); }

 private:
  const Sentences& sentences_;
  std::span<const Class> tags_;
  TagDictionary dictionary_;
  TaggerSettings settings_;
  AveragedWeights weights_;
  BeamMemory<Tagging> memory_;
};

/// The tags of all words.
std::vector<Class> tag(const Sentences& sentences, const Weights& weights,
                       const TagDictionary& dictionary, std::size_t beam, std::size_t threads,
                       Monitor& monitor);

}  // namespace dragoman::parse
