#include "lm/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "common/error.hpp"
#include "lm/arpa_writer.hpp"
#include "lm/words.hpp"

namespace dragoman::lm {
namespace {

constexpr Discounts kFallback{0, 0.5, 1, 1.5};
constexpr std::size_t kTrimEvery = 1 << 20;

}  // namespace

Estimator::Estimator(EstimateOptions options)
    : options_(std::move(options)),
      ngrams_(std::make_unique<Ngrams>()),
      window_(std::clamp(options_.order, 1, kMaxOrder)) {
  if (options_.order < 1 || options_.order > kMaxOrder) {
    throw ConfigError("the order must be from 1 to " + std::to_string(kMaxOrder));
  }
  auto& prune = options_.prune;
  if (prune.size() > static_cast<std::size_t>(options_.order)) {
    throw ConfigError("there are more pruning thresholds than orders");
  }
  if (!prune.empty() && prune.front() != 0) {
    throw ConfigError("the first pruning threshold must be 0: give a vocabulary to drop words");
  }
  if (!std::is_sorted(prune.begin(), prune.end())) {
    throw ConfigError("the pruning thresholds must not decrease");
  }
  prune.resize(options_.order, prune.empty() ? 0 : prune.back());
  for (const char* special : {"<unk>", "<s>", "</s>"}) ngrams_->vocabulary.insert(special);
  ngrams_->unknown = kUnknown;
  ngrams_->begin_sentence = kBegin;
  ngrams_->end_sentence = kEnd;
  budget_.limit = options_.memory;
  budget_.directory = options_.directory;
  sorter_ = std::make_unique<NgramSorter>(
      options_.order, SortSettings{options_.memory, options_.directory, options_.threads});
}

void Estimator::begin_file(std::string path, std::size_t longest_line) {
  text_ = LineSplitter(std::move(path), longest_line);
}

void Estimator::check_growing() const {
  if (!sorter_) throw Error("the language model is estimated already: use a new estimator");
}

void Estimator::check_estimated() const {
  if (!levels_.empty()) return;
  throw Error(
      sorter_ ? "the language model is not estimated yet: call finish() first"
              : "the estimate was made a language model and cannot be used again: write the ARPA "
                "text before, or estimate anew");
}

void Estimator::feed(std::string_view text, Monitor& monitor) {
  check_growing();
  text_.feed(text, [&](std::string_view piece) { line(piece, monitor); });
}

void Estimator::end_file(Monitor& monitor) {
  text_.finish([&](std::string_view piece) { line(piece, monitor); });
}

void Estimator::line(std::string_view text, Monitor& monitor) {
  window_.begin_line();
  ++lines_;
  for_each_word(text, [&](std::string_view token) {
    const WordId word = ngrams_->vocabulary.insert(token);
    if (word <= kEnd) {
      ++skipped_;
    } else {
      append(word, monitor);
      ++tokens_;
    }
  });
  append(kEnd, monitor);
}

void Estimator::append(WordId word, Monitor& monitor) {
  if (sorter_->full()) sorter_->spill(monitor);
  sorter_->add(window_.push(word));
}

void Estimator::set_words(const Vocabulary& words, std::uint64_t lines, std::uint64_t tokens,
                          std::uint64_t skipped) {
  check_growing();
  for (WordId id = 0; id < words.size(); ++id) {
    if (ngrams_->vocabulary.insert(words.word(id)) != id) {
      throw Error("the words of a language model begin with <unk>, <s> and </s>");
    }
  }
  lines_ += lines;
  tokens_ += tokens;
  skipped_ += skipped;
}

void Estimator::add_run(const std::string& path) {
  check_growing();
  const std::shared_ptr<std::FILE> file(std::fopen(path.c_str(), "rb"), [](std::FILE* open) {
    if (open != nullptr) std::fclose(open);
  });
  if (file == nullptr) throw Error("cannot open the counted n-grams in '" + path + "'");
  sorter_->add_run([file, path](void* to, std::size_t size) {
    const std::size_t found = std::fread(to, 1, size, file.get());
    if (std::ferror(file.get()) != 0) throw Error("cannot read '" + path + "'");
    return found;
  });
}

KeepRule Estimator::keep_rule() const {
  KeepRule keep{options_.prune, {}};
  if (!options_.vocabulary.empty()) {
    keep.words.resize(ngrams_->vocabulary.size(), false);
    for (const std::string& word : options_.vocabulary) {
      const WordId id = ngrams_->vocabulary.find(word);
      if (id != kNoWord) keep.words[id] = true;
    }
  }
  return keep;
}

void Estimator::finish(Monitor& monitor) {
  check_growing();
  if (lines_ == 0) throw Error("there is no text to estimate a language model from");
  // 1. Count the n-grams of the highest order, and all shorter ones in them.
  sorter_->finish(monitor);
  levels_ =
      build_levels(options_.order, ngrams_->vocabulary.size(), *sorter_, keep_rule(), budget_);
  sorter_.reset();
  // 2. Discounts of each order.
  estimate_discounts();
  // 3. Probabilities and back-offs, from the unigrams up.
  estimate_unigrams();
  Column<std::uint64_t> contexts(budget_);
  for (int n = 2; n <= options_.order; ++n) {
    monitor.report(n - 1, options_.order);
    estimate_level(n, contexts);
    for (const Level& level : levels_) level.trim();
  }
}

/// Chen and Goodman 1999, equation 26.
void Estimator::estimate_discounts() {
  for (int n = 1; n <= options_.order; ++n) {
    const Level& level = levels_[n - 1];
    double seen[5] = {};  // how many n-grams have this adjusted count
    for (std::size_t i = 0; i < level.size(); ++i) {
      if (level.adjusted(i) < 5) ++seen[level.adjusted(i)];
    }
    Discounts discounts{};
    bool sound = seen[1] > 0 && seen[2] > 0 && seen[3] > 0;
    for (int j = 1; j <= 3 && sound; ++j) {
      const double y = seen[1] / (seen[1] + 2 * seen[2]);
      discounts[j] = j - (j + 1) * y * seen[j + 1] / seen[j];
      sound = discounts[j] > 0 && discounts[j] <= j;  // 0 would leave nothing for unseen words
    }
    if (!sound) fallbacks_.push_back(n);
    discounts_.push_back(sound ? discounts : kFallback);
  }
}

/// The unigrams are interpolated with the uniform distribution over all words but <s>.
void Estimator::estimate_unigrams() {
  Level& level = levels_[0];
  const Discounts& discounts = discounts_[0];
  double denominator = 0, freed = 0;
  std::size_t words = 0;
  for (std::size_t i = 0; i < level.size(); ++i) {
    const double count = level.adjusted(i);
    denominator += count;
    freed += level.kept(i) ? discounts[std::min<std::uint32_t>(level.adjusted(i), 3)] : count;
    words += level.kept(i) && i != kBegin;
  }
  const double uniform = freed / denominator / static_cast<double>(words);
  level.probability.resize(level.size());
  for (std::size_t i = 0; i < level.size(); ++i) {
    const double count = level.adjusted(i);
    const double discount = discounts[std::min<std::uint32_t>(level.adjusted(i), 3)];
    level.probability[i] =
        i == kBegin ? 1.0F : static_cast<float>((count - discount) / denominator + uniform);
  }
}

/// On entry `contexts` holds, for the n-1-grams, the places of their contexts on level n-2 (nothing
/// for n = 2). On return it holds the same for the n-grams.
void Estimator::estimate_level(int n, Column<std::uint64_t>& contexts) {
  Level& level = levels_[n - 1];
  Level& above = levels_[n - 2];
  const Discounts& discounts = discounts_[n - 1];
  Column<std::uint64_t> own(budget_);
  Column<std::uint64_t> denominators(budget_);
  Column<double> freed(budget_);  // mass that each context gives to shorter ones
  own.resize(level.size());
  denominators.resize(above.size());
  freed.resize(above.size());
  for (std::size_t parent = 0, trimmed = 0; parent < above.size(); ++parent) {
    std::uint64_t from = 0, to = above.size();  // where the contexts of the children are
    if (n > 2) {
      from = levels_[n - 3].child[contexts[parent]];
      to = levels_[n - 3].child[contexts[parent] + 1];
    }
    const WordId* words = above.word.data();
    for (std::size_t i = above.child[parent]; i < above.child[parent + 1]; ++i) {
      const WordId word = level.word[i];
      // Both are in the order of their first words; on the first level words are positions.
      from = n == 2 ? word : std::lower_bound(words + from, words + to, word) - words;
      const std::uint32_t count = level.adjusted(i);
      own[i] = from;
      denominators[from] += count;
      freed[from] += level.kept(i) ? discounts[std::min<std::uint32_t>(count, 3)] : count;
    }
    if (above.child[parent] > trimmed + kTrimEvery) {
      trimmed = above.child[parent];
      for (const Level& each : levels_) each.trim();
      own.trim(), denominators.trim(), freed.trim(), contexts.trim();
    }
  }
  above.backoff.resize(above.size(), 1.0F);
  for (std::size_t i = 0; i < above.size(); ++i) {
    if (denominators[i] > 0) {
      above.backoff[i] = static_cast<float>(freed[i] / static_cast<double>(denominators[i]));
    }
  }
  level.probability.resize(level.size());
  for (std::size_t parent = 0, trimmed = 0; parent < above.size(); ++parent) {
    for (std::size_t i = above.child[parent]; i < above.child[parent + 1]; ++i) {
      const std::uint32_t count = level.adjusted(i);
      const double discounted = count - discounts[std::min<std::uint32_t>(count, 3)];
      const std::uint64_t context = own[i];
      level.probability[i] =
          static_cast<float>(discounted / static_cast<double>(denominators[context]) +
                             double{above.backoff[context]} * above.probability[parent]);
    }
    if (above.child[parent] > trimmed + kTrimEvery) {
      trimmed = above.child[parent];
      for (const Level& each : levels_) each.trim();
      own.trim(), denominators.trim();
    }
  }
  contexts = std::move(own);
}

std::vector<std::uint64_t> Estimator::counts() const {
  check_estimated();
  std::vector<std::uint64_t> counts;
  for (const Level& level : levels_) {
    std::uint64_t kept = 0;
    for (std::size_t i = 0; i < level.size(); ++i) kept += level.kept(i);
    counts.push_back(kept);
  }
  return counts;
}

void Estimator::write_arpa(const std::function<void(std::string_view)>& sink,
                           Monitor& monitor) const {
  check_estimated();
  lm::write_arpa(levels_, ngrams_->vocabulary, options_.threads, sink, monitor);
}

std::unique_ptr<Ngrams> Estimator::take_ngrams() {
  check_estimated();
  // Dropped words have no number: the numbers of the others close the gaps.
  auto result = std::make_unique<Ngrams>();
  std::vector<WordId> renumbered(levels_[0].size(), kNoWord);
  for (WordId id = 0; id < levels_[0].size(); ++id) {
    if (levels_[0].kept(id)) {
      renumbered[id] = result->vocabulary.insert(ngrams_->vocabulary.word(id));
    }
  }
  result->unknown = kUnknown;
  result->begin_sentence = kBegin;
  result->end_sentence = kEnd;
  result->orders.resize(levels_.size());
  for (int n = 1; n <= options_.order; ++n) {
    const Level& level = levels_[n - 1];
    NgramList& list = result->orders[n - 1];
    if (level.size() == 0) continue;
    for (LevelWalk walk(levels_, n, 0); walk.position() < level.size(); walk.next()) {
      const std::size_t i = walk.position();
      if (!level.kept(i)) continue;
      for (int k = 0; k < n; ++k) list.words.push_back(renumbered[walk.word(k)]);
      list.probabilities.push_back(std::min(0.0F, std::log10(level.probability[i])));
      if (n < options_.order) list.backoffs.push_back(std::log10(level.backoff[i]));
    }
  }
  levels_.clear();
  return result;
}

}  // namespace dragoman::lm
