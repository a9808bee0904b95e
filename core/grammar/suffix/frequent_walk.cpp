#include "grammar/suffix/frequent_walk.hpp"

#include <algorithm>
#include <memory>

#include "grammar/suffix/gappy_scorer.hpp"

namespace dragoman::grammar {
namespace {

constexpr std::size_t kWordsAtOnce = 1024;  ///< first words

/// Visits the frequent patterns of one segment, one thread.
class FrequentWalk {
 public:
  FrequentWalk(const CorpusModels& models, const GappyOptions& options, std::size_t least)
      : text_(models.source[0].from),
        matcher_(models.source, models.source_words, options.source.max_span),
        scorer_(models, options),
        longest_(options.source.max_length),
        least_(std::max<std::size_t>(least, 1)) {}

  void walk(WordId word, RuleBatch& out) {
    if (text_.occurrences(word).size() >= least_) visit(Pattern(word), matcher_.word(word), out);
  }

 private:
  void visit(const Pattern& pattern, const CorpusMatches& matches, RuleBatch& out) {
    const std::size_t length = pattern.words();
    scorer_.keep(pattern, matches, matcher_, out);
    if (length == longest_) return;
    const SuffixRange range = matches.segments[0].range;
    const auto word_after = [&](std::size_t place) {
      const std::size_t position = text_.suffixes[place] + length;
      return position < text_.text.size() ? text_.text[position] : kLineEnd;
    };
    // A word that follows often enough follows at two places so far apart.
    for (std::uint32_t at = range.begin; at + least_ <= range.end;) {
      const WordId word = word_after(at), last = word_after(at + least_ - 1);
      const SuffixRange found = text_.narrow({at, range.end}, length, last);
      if (word != last) {
        at = std::max(at + 1, found.begin);
        continue;
      }
      if (word == kLineEnd) break;
      visit(pattern.adjacent(word), {{{found, {}}}}, out);
      at = std::max(at + 1, found.end);
    }
  }

  const IndexedText text_;
  CorpusMatcher matcher_;
  GappyScorer scorer_;
  std::size_t longest_, least_;
};

}  // namespace

RuleTableArrays frequent_phrases(const CorpusModels& models, const GappyOptions& options,
                                 std::size_t least, Monitor& monitor) {
  std::vector<std::unique_ptr<FrequentWalk>> walks;
  for (std::size_t worker = 0; worker < options.threads; ++worker) {
    walks.push_back(std::make_unique<FrequentWalk>(models, options, least));
  }
  const RuleTableWidths widths = frequent_widths(options);
  RuleTableBuilder builder(widths);
  const std::size_t words = models.source[0].from.vocabulary();
  for (std::size_t begin = 0; begin < words; begin += kWordsAtOnce) {
    std::vector<RuleBatch> batches(std::min(kWordsAtOnce, words - begin));
    parallel_chunks(batches.size(), walks.size(), monitor, [&](std::size_t k, std::size_t worker) {
      walks[worker]->walk(static_cast<WordId>(begin + k), batches[k]);
    });
    for (RuleBatch& batch : batches) batch.drain(widths, builder);
  }
  return builder.finish();
}

}  // namespace dragoman::grammar
