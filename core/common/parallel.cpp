#include "common/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace dragoman {

void parallel_chunks(std::size_t chunks, std::size_t threads, Monitor& monitor,
                     const std::function<void(std::size_t, std::size_t)>& body) {
  if (chunks == 0) return;
  threads = std::clamp<std::size_t>(threads, 1, chunks);
  std::atomic<std::size_t> next{0}, done{0};
  std::atomic<bool> cancelled{false};
  std::mutex mutex;
  std::condition_variable finished;
  std::size_t running = threads;
  std::exception_ptr failure;

  auto work = [&](std::size_t worker) {
    try {
      while (!cancelled.load(std::memory_order_relaxed)) {
        const std::size_t chunk = next.fetch_add(1);
        if (chunk >= chunks) break;
        body(chunk, worker);
        done.fetch_add(1, std::memory_order_relaxed);
      }
    } catch (...) {
      std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      cancelled = true;
    }
    std::lock_guard lock(mutex);
    if (--running == 0) finished.notify_one();
  };

  std::vector<std::thread> workers;
  workers.reserve(threads);
  try {
    for (std::size_t worker = 0; worker < threads; ++worker) workers.emplace_back(work, worker);
  } catch (...) {  // no more threads are available: those that started do all the work
    std::lock_guard lock(mutex);
    running -= threads - workers.size();
    if (workers.empty()) throw;
  }

  std::unique_lock lock(mutex);
  while (!finished.wait_for(lock, std::chrono::milliseconds(100), [&] { return running == 0; })) {
    lock.unlock();
    std::exception_ptr stop;
    try {
      monitor.report(done.load(), chunks);
    } catch (...) {
      stop = std::current_exception();
      cancelled = true;
    }
    lock.lock();
    if (stop && !failure) failure = stop;
  }
  lock.unlock();
  for (auto& worker : workers) worker.join();
  if (failure) std::rethrow_exception(failure);
  monitor.report(chunks, chunks);
}

}  // namespace dragoman
