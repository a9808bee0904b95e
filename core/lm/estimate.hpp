// Estimation of a language model from text: interpolated modified Kneser-Ney smoothing (Chen and
// Goodman 1999), with the conventions of KenLM's lmplz (Heafield, Pouzyrevsky, Clark and Koehn
// 2013).
//
//   Estimator estimator(options);
//   while (...) estimator.feed(text, monitor);      // lines of words
//   estimator.finish(monitor);
//   estimator.write_arpa(sink, monitor);            // or estimator.take_ngrams()
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/line_splitter.hpp"
#include "common/parallel.hpp"
#include "lm/column.hpp"
#include "lm/levels.hpp"
#include "lm/ngram_counts.hpp"
#include "lm/ngram_sorter.hpp"
#include "lm/ngrams.hpp"

namespace dragoman::lm {

struct EstimateOptions {
  int order;
  /// n-grams seen at most prune[n - 1] times are dropped. Values must not decrease, and the first
  /// must be 0. The last value holds for all higher orders. Empty: all are kept.
  std::vector<std::uint64_t> prune;
  /// Other words are dropped from the model, and all n-grams with them. Empty: all are kept.
  std::vector<std::string> vocabulary;
  std::size_t memory;     // bytes to work in, beyond the vocabulary; 0: no limit
  std::string directory;  // of temporary files
  std::size_t threads = 1;
};

/// D1, D2 and D3+ of one order.
using Discounts = std::array<double, 4>;

class Estimator {
 public:
  /// Throws ConfigError for options out of range.
  explicit Estimator(EstimateOptions options);
  Estimator(const Estimator&) = delete;
  Estimator& operator=(const Estimator&) = delete;

  /// The text that follows is from this file; `path` is for messages.
  void begin_file(std::string path, std::size_t longest_line = LineSplitter::kLongest);

  /// Adds a piece of text (before finish()); a line that does not end in it continues in the next
  /// piece. The words <s>, </s> and <unk> are skipped and counted.
  void feed(std::string_view text, Monitor& monitor);

  /// In the place of text: words that were numbered and n-grams that were counted elsewhere. The
  /// numbers of `words` begin with those of <unk>, <s> and </s>.
  void set_words(const Vocabulary& words, std::uint64_t lines, std::uint64_t tokens,
                 std::uint64_t skipped);
  /// A file with a sorted run of counted n-grams (ngram_runs.hpp). Throws Error if it is not there.
  void add_run(const std::string& path);

  /// Ends a file: a last line without a line feed ends here.
  void end_file(Monitor& monitor);

  /// Estimates, once. Throws Error if there was no text.
  void finish(Monitor& monitor);

  /// Throws Error if the model was taken, as counts() does.
  void write_arpa(const std::function<void(std::string_view)>& sink, Monitor& monitor) const;
  /// The model in memory, once: it takes the estimator's memory over.
  std::unique_ptr<Ngrams> take_ngrams();

  std::uint64_t tokens() const { return tokens_; }
  std::uint64_t skipped() const { return skipped_; }
  const std::vector<Discounts>& discounts() const { return discounts_; }
  /// Orders whose discounts could not be estimated; 0.5, 1 and 1.5 are used for them.
  const std::vector<int>& fallbacks() const { return fallbacks_; }
  std::vector<std::uint64_t> counts() const;

 private:
  void check_growing() const;    ///< throws Error if the text has ended
  void check_estimated() const;  ///< throws Error if there is no model, or no longer
  void line(std::string_view text, Monitor& monitor);
  void append(WordId word, Monitor& monitor);
  KeepRule keep_rule() const;
  void estimate_discounts();
  void estimate_unigrams();
  void estimate_level(int n, Column<std::uint64_t>& contexts);

  EstimateOptions options_;
  std::unique_ptr<Ngrams> ngrams_;
  std::unique_ptr<NgramSorter> sorter_;
  LineSplitter text_{"", std::numeric_limits<std::size_t>::max()};
  NgramWindow window_;
  std::uint64_t tokens_ = 0, skipped_ = 0, lines_ = 0;
  Budget budget_;
  std::vector<Level> levels_;
  std::vector<Discounts> discounts_;
  std::vector<int> fallbacks_;
};

}  // namespace dragoman::lm
