// The arrays of a tagger and of both parsers: opened, and sentences analysed with them.
#include "arrays.hpp"
#include "common/parallel.hpp"
#include "parse/dependency_parser.hpp"
#include "parse/span_parser.hpp"
#include "parse/tagger.hpp"

namespace fuzz {

using namespace dragoman;
using namespace dragoman::parse;

void use(const Arrays& arrays) {
  Sentences sentences{{}, {0}};
  for (const char* word : {"the", "house", "is", "small"}) {
    sentences.words.push_back(word_of(word, word));
  }
  sentences.offsets.push_back(4);
  sentences.offsets.push_back(4);
  Monitor monitor;
  const TagDictionary dictionary{arrays.get<std::uint32_t>("tagger.words"),
                                 arrays.get<std::uint32_t>("tagger.offsets"),
                                 arrays.get<Class>("tagger.tags")};
  const std::size_t count = arrays.setting<Class>("tags");
  const std::vector<Class> coarse(count, 0);
  const FrozenWeights tagger(count, arrays.get<Slot>("tagger.slots"),
                             arrays.get<std::int16_t>("tagger.rows"));
  const std::vector<Class> tags = tag(sentences, tagger, dictionary, 2, 1, monitor);
  const auto uses = arrays.get<std::uint8_t>("parser.label_uses");
  const TaggedSentences tagged{sentences, tags, coarse};
  const auto slots = arrays.get<Slot>("parser.slots");
  const auto rows = arrays.get<std::int16_t>("parser.rows");
  if (arrays.setting<std::uint8_t>("constituents") != 0) {
    const SpanLabels labels{uses, arrays.get<std::uint8_t>("parser.punctuation")};
    const FrozenWeights weights(labels.actions(), slots, rows);
    parse_spans(tagged, weights, {labels, 2}, 1, monitor);
  } else {
    const ArcLabels labels{uses, arrays.setting<std::uint8_t>("one_root") != 0};
    const FrozenWeights weights(labels.actions(), slots, rows);
    parse_dependencies(tagged, weights, {labels, 2}, 1, monitor);
  }
}

}  // namespace fuzz
