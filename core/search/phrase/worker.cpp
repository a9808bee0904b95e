#include "search/phrase/worker.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "search/phrase/features/cohesion.hpp"
#include "search/phrase/jump_costs.hpp"
#include "search/shared/pieces.hpp"

namespace dragoman::search::phrase {
namespace {

/// Hypotheses kept for a number of covered words in forced decoding, at first and if that fails.
constexpr std::size_t kForcedStack = 2000, kWidestStack = 1'000'000;
/// Hypotheses made for a number of covered words if the beginning is given: somebody waits for it.
constexpr std::size_t kPrefixPops = 100;
/// A pop with gaps takes about the time of 13 expansions of stack search; there are never fewer
/// than 50 such pops.
constexpr double kExpansionsOfPop = 13, kLeastGapPops = 50;

std::unique_ptr<GraphWriter> copy_of(const std::unique_ptr<GraphWriter>& writer) {
  return writer == nullptr ? nullptr : std::make_unique<GraphWriter>(*writer);
}

/// The limits of a search that may take only a share of the time. Cube pruning finds the same score
/// with gaps in less time than stack search; a stack without a limit stays exhaustive. Where there
/// is little to choose from, stack search takes less time than its limits allow: then the search
/// with gaps must not take more than that. `expansions`: what the stack search made for a word.
PhraseSettings narrowed(PhraseSettings settings, double share, double expansions) {
  if (settings.algorithm == Algorithm::kStack && settings.stack == 0) return settings;
  double pops = std::ceil(static_cast<double>(settings.pop_limit) * share);
  if (settings.algorithm == Algorithm::kStack) {
    settings.algorithm = Algorithm::kCube;
    pops = std::min(pops, std::max(kLeastGapPops, std::ceil(expansions / kExpansionsOfPop)));
  }
  settings.pop_limit = static_cast<std::size_t>(pops);
  return settings;
}

}  // namespace

PhraseWorker::PhraseWorker(const PhraseModel& model, const FeatureLayout& layout)
    : whole_(model),
      model_{model.rules, &layout, model.weights, model.language_models},
      contexts_(model.language_models, layout.of(Block::kLanguageModels, model.weights)),
      gaps_(model.gaps, layout, model.weights),
      rule_features_(model_),
      options_(model_, contexts_, rule_features_, gaps_.scores),
      step_features_(model_, rule_features_,
                     layout.has(Block::kReordering) && model.orientation != OrientationOf::kBlock),
      unordered_features_(model_, rule_features_, false),
      memory_(model_, model.operations) {}

Translation PhraseWorker::translate(const Sentence& sentence, std::size_t number,
                                    const DecodeRequest& request) {
  const PhraseSettings settings = settings_for(sentence);
  Job job{sentence,
          number,
          request,
          settings,
          WorkBudget(settings.max_work, settings.max_seconds),
          GraphWriter(model_)};
  if (request.forest) job.forest = std::make_unique<GraphWriter>(model_);
  const OpenRuleFeatures open(rule_features_, request.rules, number);
  if (sentence.words.empty()) {
    job.result.outcome.unreachable = !sentence.reference.empty() || !sentence.prefix.words.empty();
  }
  while (job.begin < sentence.length()) {
    job.end = piece_end(sentence, job.begin, job.settings.max_words);
    const std::uint32_t context = translate_piece(job);
    if (context == kNone) {
      job.result.outcome.unreachable = true;
      return std::move(job.result);
    }
    job.result.outcome.reached = {};
    job.carried = contexts_.snapshot(context);
    if (job.end < sentence.length()) job.result.outcome.degraded = true;
    job.begin = job.end;
  }
  job.result.best = std::move(job.best).finish();
  if (job.forest != nullptr) job.result.forest = std::move(*job.forest).finish();
  job.result.outcome.degraded = job.result.outcome.degraded || job.budget.narrowed();
  job.result.outcome.work = job.budget.work();
  return std::move(job.result);
}

PhraseSettings PhraseWorker::settings_for(const Sentence& sentence) const {
  PhraseSettings settings = whole_.settings;
  if (sentence.forced) {
    // No hypothesis that can produce the reference may be pruned only to save time.
    settings.algorithm = Algorithm::kStack;
    settings.stack = settings.stack == 0 ? 0 : std::max(settings.stack, kForcedStack);
    settings.beam = 0;
    settings.max_words = 0;
  }
  if (!sentence.prefix.words.empty()) {
    // Hypotheses that lead to the end of what was typed must survive beside better ones.
    settings.beam = 0;
    settings.pop_limit = std::min(settings.pop_limit, kPrefixPops);
  }
  return settings;
}

std::uint32_t PhraseWorker::translate_forced(Job& job) {
  std::uint32_t context = search_piece(job, whole_.gaps);
  if (context == kNone && job.settings.stack != 0 && !future_.hopeless()) {
    // Whether there is a derivation must not depend on what was pruned.
    job.settings.stack = kWidestStack;
    context = search_piece(job, whole_.gaps);
  }
  if (context == kNone && job.settings.force_relaxed) {
    job.settings.stack = kForcedStack;
    job.result.outcome.relaxed = true;
    context = search_piece(job, whole_.gaps, true);
  }
  return context;
}

std::uint32_t PhraseWorker::translate_piece(Job& job) {
  if (job.sentence.forced) return translate_forced(job);
  const bool hard = whole_.cohesion.used() && whole_.cohesion.hard;
  if (whole_.gaps.used() && whole_.gaps.share > 0 && !hard) return translate_twice(job);
  const std::uint32_t context = search_piece(job, whole_.gaps);
  // A narrow beam may end with only hypotheses whose gaps cannot be filled any more.
  const bool again = context == kNone && options_.has_gaps();
  return again ? search_piece(job, {}) : context;
}

std::uint32_t PhraseWorker::translate_twice(Job& job) {
  const GraphWriter best = job.best;
  const auto forest = copy_of(job.forest);
  const std::uint64_t before = job.budget.work();
  const std::uint32_t plain = search_piece(job, {});
  const double expansions =
      static_cast<double>(job.budget.work() - before) / static_cast<double>(job.end - job.begin);
  const auto state = plain == kNone ? std::vector<lm::State>() : contexts_.snapshot(plain);
  const float score = job.score;
  GraphWriter plain_best = std::exchange(job.best, best);
  auto plain_forest = std::exchange(job.forest, copy_of(forest));
  const PhraseSettings limits = job.settings;
  job.settings = narrowed(limits, whole_.gaps.share, expansions);
  job.searched = plain != kNone;
  const std::uint32_t gapped = search_piece(job, whole_.gaps);
  job.searched = false;
  job.settings = limits;
  if (gapped != kNone && (plain == kNone || job.score >= score)) return gapped;
  job.best = std::move(plain_best);
  job.forest = std::move(plain_forest);
  return plain == kNone ? kNone : contexts_.restore(state);
}

std::uint32_t PhraseWorker::search_piece(Job& job, const GapSettings& gaps, bool relaxed) {
  options_.collect(job.sentence, job.begin, job.end, job.settings.options(), gaps, relaxed,
                   job.searched);
  if (memory_.used()) {
    memory_.begin_piece(job.sentence, job.begin);
    options_.expect([&, one = operations(job)](RuleId rule, TargetId target, const Shape& shape) {
      return one.expected(rule, target, shape);
    });
  }
  PhraseSettings settings = job.settings;
  settings.distortion_limit = distortion_limit(job, job.result);
  estimate_future(job, gaps, settings.distortion_limit);
  if (job.searched && !options_.has_gaps()) return kNone;
  const bool ends_sentence = job.end == job.sentence.length();
  const Problem problem{
      options_,
      future_,
      contexts_,
      settings,
      knows_pieces() ? unordered_features_ : step_features_,
      {job.end - job.begin, settings.distortion_limit,
       options_.lattice().used()
           ? next_walls(job.sentence, options_.lattice(), settings.punctuation_walls)
           : next_walls(job.sentence, job.begin, job.end, settings.punctuation_walls),
       options_.gapped_ends()},
      job.begin == 0 ? contexts_.begin_sentence() : contexts_.restore(job.carried),
      ends_sentence};
  return search(job, problem);
}

int PhraseWorker::distortion_limit(const Job& job, Translation& result) const {
  const int limit = job.settings.distortion_limit;
  const auto widest = static_cast<int>(kMaxWindow - options_.max_span());
  const bool fits = limit >= 0 && limit <= widest;
  if (fits || job.end - job.begin <= kMaxWindow) return limit;
  result.outcome.degraded = true;
  return widest;
}

void PhraseWorker::estimate_future(const Job& job, const GapSettings& gaps, int distortion_limit) {
  std::size_t window = distortion_limit < 0 || options_.lattice().used()
                           ? job.end - job.begin
                           : static_cast<std::size_t>(distortion_limit) + 1 + options_.max_span();
  if (gaps.used()) window = std::max(window, options_.max_length());
  if (gaps.limit > 0 && options_.max_span() > 0 && !job.sentence.forced) {
    future_.compute(options_, window);
    options_.limit_places(
        gaps.limit, [&](const Shape& shape) { return future_.gaps(shape); },
        [&](std::size_t from, std::size_t to) { return future_.span(from, to); });
  }
  options_.add_places();
  future_.compute(options_, window);
  // The searches that prune as Moses does leave holes out. Moses has no phrases with gaps.
  const bool holes = job.settings.algorithm == Algorithm::kOrientedCube || options_.has_gaps();
  future_.count_holes(holes ? jump_costs(options_, step_features_.distortion) : JumpCosts());
}

std::uint32_t PhraseWorker::search(Job& job, const Problem& problem) {
  FeaturesTogether features;
  const ForcedOutput forced(options_);
  if (job.sentence.output_given()) features.add(forced);
  stacks_.clear();
  const BlockReordering reordering(stacks_, model_);
  if (whole_.orientation == OrientationOf::kBlock && model_.layout->has(Block::kReordering)) {
    features.add(reordering);
  }
  const PieceReordering pieces(model_);
  if (knows_pieces()) features.add(pieces);
  const Operations of_operations = operations(job);
  if (memory_.used()) features.add(of_operations);
  std::optional<FeatureMemory> memory;
  std::optional<CustomFeatures> custom;
  if (job.request.features != nullptr) {
    const auto weights = model_.layout->of(Block::kCustom, model_.weights);
    memory.emplace(*job.request.features, job.number, options_, job.begin, weights);
    custom.emplace(*memory, most_of(whole_.custom, weights), model_.layout->first(Block::kCustom),
                   problem.ends_sentence);
    features.add(*custom);
  }
  const bool has_tree = whole_.cohesion.used() && !job.sentence.heads.empty() &&
                        problem.length() <= WordSet::kMaxWords;
  const std::uint32_t context =
      has_tree ? search_with_tree(job, problem, features) : run(job, problem, features);
  job.result.outcome.reached = forced.reached();
  return context;
}

std::uint32_t PhraseWorker::search_with_tree(Job& job, const Problem& problem,
                                             FeaturesTogether& features) {
  const CohesionSettings& settings = whole_.cohesion;
  tree_.reset(job.sentence.heads, job.sentence.kinds, job.begin, job.end);
  const auto run_with = [&](bool hard) {
    const Cohesion cohesion(tree_, settings, model_, hard);
    features.add(cohesion);
    return run(job, problem, features);
  };
  const std::uint32_t context = run_with(settings.hard);
  if (context != kNone || !settings.hard || !settings.fallback) return context;
  // Without gaps there may still be cohesive translations: the caller tries this next.
  if (options_.has_gaps() && !job.sentence.forced) return kNone;
  job.result.outcome.relaxed = true;
  return run_with(false);
}

std::uint32_t PhraseWorker::run(Job& job, const Problem& problem,
                                const FeaturesTogether& features) {
  return run_search(problem, gaps_, features, job.budget,
                    {job.best, job.forest.get(), job.begin, job.score, job.request.size});
}

}  // namespace dragoman::search::phrase
