// ARPA files: read, put into both layouts, queried.
#include "lm/arpa_reader.hpp"

#include "common/parallel.hpp"
#include "lm/build.hpp"
#include "lm/model.hpp"
#include "lm/score_text.hpp"
#include "text.hpp"

namespace fuzz {

using namespace dragoman;

void use(std::string_view text) {
  for (const bool compact : {false, true}) {
    lm::ArpaReader reader("input", 1 << 20);
    const std::size_t half = text.size() / 2;
    reader.feed(text.substr(0, half));
    reader.feed(text.substr(half));
    const auto ngrams = reader.finish();
    lm::ModelView view;
    view.order = static_cast<int>(ngrams->order());
    view.unknown = ngrams->unknown;
    view.begin_sentence = ngrams->begin_sentence;
    view.end_sentence = ngrams->end_sentence;
    view.compact_layout = compact;
    const auto arrays = compact ? lm::build_compact(*ngrams, {8, 8}) : lm::build_hash(*ngrams);
    view.vocabulary_bytes = ngrams->vocabulary.bytes();
    view.vocabulary_offsets = ngrams->vocabulary.offsets();
    view.vocabulary_slots = ngrams->vocabulary.slots();
    view.unigrams = arrays.unigrams;
    view.hash = arrays.hash;
    view.compact = arrays.compact;
    view.codebook = arrays.codebook;
    const lm::Model model(view);
    Monitor monitor;
    const std::string_view lines[] = {"the house is", "x is the"};
    lm::score_lines(model, lines, {}, monitor);
  }
}

}  // namespace fuzz
