// Runs sentences on threads. Each worker translates one sentence after the other and keeps its
// caches from call to call. Results come in the order of the sentences, for any number of threads.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>
#include <vector>

#include "common/parallel.hpp"
#include "search/api/sentence.hpp"

namespace dragoman::search {

template <typename Worker>
class SentencePool {
 public:
  /// Calls translate(worker, index of the sentence) for every sentence; make() makes a worker. With
  /// no threads it does so on the calling thread, and the monitor is not asked: starting a thread
  /// and waiting for it costs more than some sentences take.
  template <typename Result, typename Make, typename Translate>
  std::vector<Result> run(std::span<const Sentence> sentences, std::size_t threads,
                          Monitor& monitor, Make&& make, Translate&& translate) const {
    const bool here = threads == 0;
    threads = std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(1, sentences.size()));
    std::vector<std::unique_ptr<Worker>> workers = take(threads);
    // The longest sentences first, so that no thread has a long one at the end.
    std::vector<std::size_t> order(sentences.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return sentences[a].words.size() > sentences[b].words.size();
    });
    std::vector<Result> results(sentences.size());
    const auto one = [&](std::size_t place, std::size_t thread) {
      if (workers[thread] == nullptr) workers[thread] = make();
      results[order[place]] = translate(*workers[thread], order[place]);
    };
    if (here) {
      for (std::size_t place = 0; place < order.size(); ++place) one(place, 0);
    } else {
      parallel_chunks(sentences.size(), threads, monitor, one);
    }
    give_back(std::move(workers));
    return results;
  }

 private:
  std::vector<std::unique_ptr<Worker>> take(std::size_t count) const {
    std::vector<std::unique_ptr<Worker>> workers(count);
    const std::lock_guard lock(mutex_);
    for (auto& worker : workers) {
      if (idle_.empty()) break;
      worker = std::move(idle_.back());
      idle_.pop_back();
    }
    return workers;
  }
  void give_back(std::vector<std::unique_ptr<Worker>> workers) const {
    const std::lock_guard lock(mutex_);
    for (auto& worker : workers) {
      if (worker != nullptr) idle_.push_back(std::move(worker));
    }
  }

  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Worker>> idle_;
};

}  // namespace dragoman::search
