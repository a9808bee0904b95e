// Work shared among threads, with progress and cancellation.
//
//   parallel_chunks(chunks, threads, monitor, [&](std::size_t chunk, std::size_t worker) { ... });
//
// Chunks are handed out in increasing order. Results must not depend on which worker ran a chunk:
// store them at the chunk's own place and reduce them in the order of chunks. Then the result is
// the same, bit for bit, for any number of threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>

namespace dragoman {

/// Watches long work. `report` is called about ten times a second, always on the thread that
/// started the work (so that it may call Python). It cancels the work by throwing.
class Monitor {
 public:
  virtual ~Monitor() = default;
  virtual void report(std::size_t /*done*/, std::size_t /*total*/) {}
};

/// Runs body(chunk, worker) for every chunk in [0, chunks) on `threads` workers (at least one);
/// worker numbers are in [0, threads). Returns when all chunks are done. Rethrows the first
/// exception of a body or of the monitor after all workers have stopped.
void parallel_chunks(std::size_t chunks, std::size_t threads, Monitor& monitor,
                     const std::function<void(std::size_t chunk, std::size_t worker)>& body);

/// Runs body(begin, end, worker) for the ranges of `size` things, the last of them shorter, that
/// make up [0, count).
template <typename Body>
void parallel_ranges(std::size_t count, std::size_t size, std::size_t threads, Monitor& monitor,
                     Body&& body) {
  parallel_chunks((count + size - 1) / size, threads, monitor,
                  [&](std::size_t chunk, std::size_t worker) {
                    body(chunk * size, std::min(count, (chunk + 1) * size), worker);
                  });
}

}  // namespace dragoman
