#include "search/phrase/phrase_decoder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>

#include "common/error.hpp"
#include "search/phrase/run_search.hpp"

namespace dragoman::search {
namespace {

bool is_punctuation(const std::string& word) {
  static const std::array<std::string, 13> kMarks = {",", ".", "!", "?", ":",      ";",     "\"",
                                                     "(", ")", "-", "–", "\u3002", "\uff0c"};
  return std::ranges::find(kMarks, word) != kMarks.end();
}

/// Where to cut a long sentence whose pieces so far end at `begin`.
std::size_t piece_end(const Sentence& sentence, std::size_t begin, std::size_t max_words) {
  const std::size_t size = sentence.words.size();
  if (max_words == 0 || sentence.forced || size - begin <= max_words) return size;
  std::size_t end = begin + max_words;
  for (std::size_t i = end; i > begin + max_words / 2; --i) {
    if (is_punctuation(sentence.words[i - 1])) {
      end = i;
      break;
    }
  }
  for (const Zone& zone : sentence.zones) {
    if (zone.begin < end && end < zone.end) end = zone.begin > begin ? zone.begin : zone.end;
  }
  return end;
}

void check(const Sentence& sentence) {
  const std::size_t size = sentence.words.size();
  std::vector<bool> taken(size, false);
  for (const Zone& zone : sentence.zones) {
    if (zone.begin >= zone.end || zone.end > size) {
      throw ConfigError("a zone covers words " + std::to_string(zone.begin) + " to " +
                        std::to_string(zone.end) + " of a sentence of " + std::to_string(size));
    }
    if (!zone.exclusive) continue;
    for (std::size_t i = zone.begin; i < zone.end; ++i) {
      if (taken[i]) throw ConfigError("two exclusive zones cover word " + std::to_string(i));
      taken[i] = true;
    }
  }
  for (const std::size_t wall : sentence.walls) {
    if (wall > size) {
      throw ConfigError("a wall at word " + std::to_string(wall) + " of a sentence of " +
                        std::to_string(size));
    }
  }
}

void check_tree(const Sentence& sentence) {
  const std::size_t size = sentence.words.size();
  if (sentence.heads.empty()) return;
  if (sentence.heads.size() != size || (!sentence.kinds.empty() && sentence.kinds.size() != size)) {
    throw ConfigError("the tree of a sentence of " + std::to_string(size) + " words has " +
                      std::to_string(sentence.heads.size()));
  }
  enum : char { kUnseen, kOnPath, kSound };
  std::vector<char> state(size, kUnseen);
  std::vector<std::size_t> path;
  for (std::size_t start = 0; start < size; ++start) {
    path.clear();
    for (std::int64_t node = static_cast<std::int64_t>(start); node != -1;) {
      if (node < -1 || node >= static_cast<std::int64_t>(size)) {
        throw ConfigError("a head of a tree lies outside the sentence");
      }
      const auto word = static_cast<std::size_t>(node);
      if (state[word] == kSound) break;
      if (state[word] == kOnPath) throw ConfigError("the heads of a tree form a cycle");
      state[word] = kOnPath;
      path.push_back(word);
      node = sentence.heads[word];
    }
    for (const std::size_t word : path) state[word] = kSound;
  }
}

std::vector<std::string> names(const std::vector<CustomFeature>& features) {
  std::vector<std::string> result;
  for (const CustomFeature& feature : features) result.push_back(feature.name);
  return result;
}

std::vector<std::string> names(const CohesionSettings& cohesion) {
  std::vector<std::string> result;
  for (const CohesionFeature feature : cohesion.features) {
    result.emplace_back(kCohesionFeatureNames[static_cast<std::size_t>(feature)]);
  }
  return result;
}

}  // namespace

PhraseDecoder::PhraseDecoder(PhraseModel model)
    : model_(std::move(model)),
      layout_(model_.language_models.size(), model_.columns,
              model_.rules->reordering_columns() == 2 * FeatureLayout::kOrientations,
              names(model_.cohesion), model_.gaps.features, names(model_.custom)) {
  if (model_.columns.size() != model_.rules->score_columns()) {
    throw ConfigError("the rule table has " + std::to_string(model_.rules->score_columns()) +
                      " scores but " + std::to_string(model_.columns.size()) + " names");
  }
  if (model_.weights.size() != layout_.size()) {
    throw ConfigError("the model has " + std::to_string(layout_.size()) + " features but " +
                      std::to_string(model_.weights.size()) + " weights");
  }
  for (const double weight : model_.weights) {
    if (!std::isfinite(weight)) throw ConfigError("a weight is not a finite number");
  }
  const Settings& settings = model_.settings;
  if (!(settings.beam >= 0 && settings.beam <= 1)) {
    throw ConfigError("the beam must be between 0 and 1");
  }
  if (settings.distortion_limit < -1) {
    throw ConfigError("the distortion limit must be -1 (none) or more");
  }
  if (model_.gaps.max_pending > kMaxPending) {
    throw ConfigError("at most " + std::to_string(kMaxPending) + " target pieces can wait");
  }
  if (model_.gaps.max_span > Shape::kMaxSpan) {
    throw ConfigError("a phrase with gaps extends over at most " + std::to_string(Shape::kMaxSpan) +
                      " words");
  }
  if (!(model_.gaps.pending_cost >= 0 && std::isfinite(model_.gaps.pending_cost))) {
    throw ConfigError("the cost of a piece that waits must be 0 or more");
  }
  if (settings.pop_limit == 0) throw ConfigError("the pop limit must be at least 1");
}

/// Translates one sentence after the other, keeping its memory.
class PhraseDecoder::Worker {
 public:
  explicit Worker(const PhraseDecoder& decoder)
      : decoder_(decoder),
        model_{decoder.model_.rules, &decoder.layout_, decoder.model_.weights,
               decoder.model_.language_models},
        contexts_(decoder.model_.language_models,
                  std::span(decoder.model_.weights).first(decoder.model_.language_models.size())),
        gaps_(decoder.model_.gaps, decoder.layout_, decoder.model_.weights),
        options_(model_, contexts_) {}

  /// `number`: of the sentence among those that are decoded together.
  Translation translate(const Sentence& sentence, std::size_t number,
                        const DecodeOptions& options) {
    Settings settings = decoder_.model_.settings;
    Translation result;
    if (sentence.forced) {
      // Nothing that can produce the reference may be pruned for the sake of speed alone.
      settings.algorithm = Algorithm::kStack;
      settings.stack = settings.stack == 0 ? 0 : std::max<std::size_t>(settings.stack, 2000);
      settings.beam = 0;
      if (sentence.words.empty()) result.unreachable = !sentence.reference.empty();
    }
    Effort effort(settings);
    std::unique_ptr<ForestBuilder> best, forest;
    std::vector<lm::State> carried;
    for (std::size_t begin = 0; begin < sentence.words.size();) {
      const std::size_t end = piece_end(sentence, begin, settings.max_words);
      const auto search_piece = [&](const GapSettings& gaps) {
        options_.collect(sentence, begin, end, settings, gaps);
        Settings piece = settings;
        const auto widest = static_cast<int>(kMaxWindow - options_.max_span());
        const bool wide = settings.distortion_limit < 0 || settings.distortion_limit > widest;
        if (wide && end - begin > kMaxWindow) {
          piece.distortion_limit = widest;
          result.degraded = true;
        }
        std::size_t window =
            piece.distortion_limit < 0
                ? end - begin
                : static_cast<std::size_t>(piece.distortion_limit) + 1 + options_.max_span();
        if (gaps.used()) window = std::max(window, options_.max_length());
        if (gaps.limit > 0 && options_.max_span() > 0 && !sentence.forced) {
          future_.compute(options_, window);
          options_.limit_places(
              gaps.limit, [&](const Shape& shape) { return future_.gaps(shape); },
              [&](std::size_t from, std::size_t to) { return future_.span(from, to); });
        }
        options_.add_places();
        future_.compute(options_, window);
        const Problem problem{options_,
                              future_,
                              contexts_,
                              piece,
                              static_cast<float>(model_.weights[model_.layout->distortion()]),
                              model_.layout->has_reordering() && !block_orientation(),
                              begin == 0 ? contexts_.begin_sentence() : contexts_.restore(carried),
                              end == sentence.words.size(),
                              walls(sentence, begin, end)};
        if (best == nullptr) {
          best = std::make_unique<ForestBuilder>(model_, problem);
          if (options.forests) forest = std::make_unique<ForestBuilder>(model_, problem);
        }
        const SearchOutput output{*best, forest.get(), begin};
        std::unique_ptr<FeatureSession> session;
        if (options.custom != nullptr) session = options.custom->open(number, options_, begin);
        return search(problem, sentence, session.get(), effort, output, result);
      };
      std::uint32_t context = search_piece(decoder_.model_.gaps);
      // A narrow beam may hold nothing but phrases whose gaps cannot be filled any more.
      if (context == kNone && options_.has_gaps() && !sentence.forced) context = search_piece({});
      if (context == kNone) {
        result.unreachable = true;
        return result;
      }
      carried = contexts_.snapshot(context);
      if (end < sentence.words.size()) result.degraded = true;
      begin = end;
    }
    if (best != nullptr) result.best = std::move(*best).finish();
    if (forest != nullptr) result.forest = std::move(*forest).finish();
    result.degraded = result.degraded || effort.narrowed();
    result.work = effort.work();
    return result;
  }

 private:
  bool block_orientation() const {
    return decoder_.model_.block_orientation && model_.layout->has_reordering();
  }

  /// Runs the kind of search that the sentence and the model ask for.
  std::uint32_t search(const Problem& problem, const Sentence& sentence, FeatureSession* session,
                       Effort& effort, const SearchOutput& output, Translation& result) {
    const PhraseModel& whole = decoder_.model_;
    const std::size_t own = model_.layout->custom();
    const ForcedOutput forced(options_);
    std::optional<FeatureMemory> memory;
    std::optional<CustomFeatures> custom;
    FeaturesTogether features;
    if (sentence.forced) features.forced = &forced;
    stacks_.clear();
    const BlockReordering reordering(stacks_, model_);
    if (block_orientation()) features.reordering = &reordering;
    if (session != nullptr) {
      const auto weights = model_.weights.subspan(own);
      memory.emplace(*session, options_, weights);
      custom.emplace(*memory, most_of(whole.custom, weights), own, problem.ends_sentence);
      features.custom = &*custom;
    }
    const auto run = [&](const Cohesion* cohesion) {
      features.cohesion = cohesion;
      if (options_.has_gaps()) return run_gapped(problem, gaps_, features, effort, output);
      if (sentence.forced || session != nullptr || (block_orientation() && cohesion != nullptr)) {
        return run_together(problem, features, effort, output);
      }
      if (block_orientation()) return run_block_reordering(problem, reordering, effort, output);
      return cohesion == nullptr ? run_search(problem, effort, output)
                                 : run_cohesive(problem, *cohesion, effort, output);
    };
    const CohesionSettings& settings = whole.cohesion;
    if (!settings.used() || sentence.heads.empty() || problem.length() > WordSet::kMaxWords) {
      return run(nullptr);
    }
    tree_.reset(sentence.heads, sentence.kinds, output.offset, output.offset + problem.length());
    const std::size_t place = model_.layout->cohesion();
    const auto run_with_tree = [&](bool hard) {
      const Cohesion cohesion(tree_, settings, model_.weights.subspan(place), place, hard);
      return run(&cohesion);
    };
    const std::uint32_t context = run_with_tree(settings.hard);
    if (context != kNone || !settings.hard || !settings.fallback) return context;
    // There may be cohesive translations without gaps.
    if (options_.has_gaps() && !sentence.forced) return kNone;
    result.relaxed = true;
    return run_with_tree(false);
  }

  std::vector<std::uint32_t> walls(const Sentence& sentence, std::size_t begin,
                                   std::size_t end) const {
    const std::size_t length = end - begin;
    std::vector<bool> wall(length + 2, false);
    for (const std::size_t at : sentence.walls) {
      if (at > begin && at < end) wall[at - begin] = true;
    }
    if (decoder_.model_.settings.punctuation_walls) {
      for (std::size_t i = 0; i < length; ++i) {
        if (is_punctuation(sentence.words[begin + i])) wall[i] = wall[i + 1] = true;
      }
    }
    std::vector<std::uint32_t> next(length + 1, static_cast<std::uint32_t>(length));
    for (std::size_t i = length; i-- > 0;) {
      next[i] = wall[i + 1] ? static_cast<std::uint32_t>(i + 1) : next[i + 1];
    }
    return next;
  }

  const PhraseDecoder& decoder_;
  ModelParts model_;
  LanguageContexts contexts_;
  GapModel gaps_;
  TranslationOptions options_;
  FutureCosts future_;
  SourceTree tree_;
  SpanStacks stacks_;
};

PhraseDecoder::~PhraseDecoder() = default;

std::vector<Translation> PhraseDecoder::decode(std::span<const Sentence> sentences,
                                               const DecodeOptions& options,
                                               Monitor& monitor) const {
  if (!model_.custom.empty() && options.custom == nullptr) {
    throw ConfigError("the model's custom features are missing");
  }
  for (const Sentence& sentence : sentences) {
    check(sentence);
    check_tree(sentence);
  }
  const std::size_t threads =
      std::clamp<std::size_t>(options.threads, 1, std::max<std::size_t>(1, sentences.size()));
  std::vector<std::unique_ptr<Worker>> workers(threads);
  {
    const std::lock_guard lock(mutex_);
    for (auto& worker : workers) {
      if (idle_.empty()) break;
      worker = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  // The longest first, so that no thread is left with one at the end.
  std::vector<std::size_t> order(sentences.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return sentences[a].words.size() > sentences[b].words.size();
  });
  std::vector<Translation> results(sentences.size());
  parallel_chunks(sentences.size(), threads, monitor, [&](std::size_t place, std::size_t worker) {
    const std::size_t i = order[place];
    if (workers[worker] == nullptr) workers[worker] = std::make_unique<Worker>(*this);
    results[i] = workers[worker]->translate(sentences[i], i, options);
  });
  const std::lock_guard lock(mutex_);
  for (auto& worker : workers) {
    if (worker != nullptr) idle_.push_back(std::move(worker));
  }
  return results;
}

}  // namespace dragoman::search
