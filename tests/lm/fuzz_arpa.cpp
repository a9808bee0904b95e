// Fuzzes the ARPA reader, both binary layouts and their queries. Not part of the build:
//
//   g++ -std=c++20 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -Icore \
//       tests/lm/fuzz_arpa.cpp core/lm/*.cpp core/common/*.cpp -o fuzz && ./fuzz ROUNDS SEED MODEL.arpa...
//
// Every round changes a seed file at random, reads it in random pieces and, if it is accepted, builds
// and queries both layouts. Anything but an Error is a finding; add it to test_arpa.py.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "common/error.hpp"
#include "lm/arpa_reader.hpp"
#include "lm/build.hpp"
#include "lm/chart.hpp"
#include "lm/model.hpp"

using namespace dragoman;
using namespace dragoman::lm;

namespace {

std::mt19937_64 random_bits;

std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_bits() % bound; }

const char* const kPieces[] = {"\\data\\",  "\\end\\", "\\1-grams:", "\\2-grams:", "ngram 1=", "ngram 3=2",
                               "nan",       "-inf",    "1e999",      "-1e-99",     "<unk>",    "<UNK>",
                               "<s>",       "</s>",    "\t",         "\n",         " ",        "-0",
                               "999999999", "\r\n",    "0",          "\xff",       "\\",       "#"};

std::string mutate(std::string text) {
  for (std::size_t changes = 1 + below(6); changes > 0; --changes) {
    const std::size_t at = below(text.size() + 1);
    switch (below(7)) {
      case 0:
        text.insert(at, kPieces[below(std::size(kPieces))]);
        break;
      case 1:
        text.erase(at, below(1 + below(40)));
        break;
      case 2:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 3:
        text.insert(at, text.substr(below(text.size() + 1), below(60)));
        break;
      case 4:
        text.resize(at);
        break;
      case 5:
        text.replace(at, below(8), kPieces[below(std::size(kPieces))]);
        break;
      default:
        if (at < text.size()) text[at] = static_cast<char>('0' + below(10));
    }
  }
  return text;
}

std::unique_ptr<Ngrams> read(const std::string& text) {
  ArpaReader reader("fuzz");
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = std::min(text.size() - at, 1 + below(300));
    reader.feed(std::string_view(text).substr(at, size));
    at += size;
  }
  return reader.finish();
}

void query(const Model& model) {
  State state = model.begin_sentence(), next;
  ChartState whole;
  RuleScore rule(model, whole);
  for (int i = 0; i < 20; ++i) {
    const auto word = static_cast<WordId>(below(model.vocabulary().size() + 1));
    model.score(state, word, next);
    state = next;
    ChartState part;
    RuleScore inner(model, part);
    inner.terminal(word);
    inner.finish();
    rule.non_terminal(part);
  }
  rule.finish();
}

void one_round(const std::string& text) {
  for (const bool compact : {false, true}) {
    auto ngrams = read(text);
    const int bits = compact ? static_cast<int>(below(3)) * 4 : 0;
    const ModelArrays arrays = compact ? build_compact(*ngrams, {bits, bits}) : build_hash(*ngrams);
    ModelView view;
    view.order = ngrams->order();
    view.unknown = ngrams->unknown;
    view.begin_sentence = ngrams->begin_sentence;
    view.end_sentence = ngrams->end_sentence;
    view.vocabulary_bytes = ngrams->vocabulary.bytes();
    view.vocabulary_offsets = ngrams->vocabulary.offsets();
    view.vocabulary_slots = ngrams->vocabulary.slots();
    view.unigrams = arrays.unigrams;
    view.compact_layout = compact;
    view.hash = arrays.hash;
    view.compact = arrays.compact;
    view.codebook = arrays.codebook;
    query(Model(view));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  random_bits.seed(std::strtoull(argv[2], nullptr, 10));
  std::vector<std::string> seeds;
  for (int i = 3; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  std::size_t accepted = 0;
  for (long round = std::strtol(argv[1], nullptr, 10); round > 0; --round) {
    const std::string text = mutate(seeds[below(seeds.size())]);
    try {
      one_round(text);
      ++accepted;
    } catch (const Error&) {
    }
  }
  std::printf("accepted %zu\n", accepted);
}
