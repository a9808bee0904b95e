// Work shared among threads, with progress and cancellation.
//
//   parallel_chunks(chunks, threads, monitor, [&](std::size_t chunk, std::size_t worker) { ... });
//
// Chunks are handed out in increasing order. Results must not depend on which worker ran a chunk:
// write them at the chunk's own place and reduce in the order of chunks, and the outcome is the
// same, bit for bit, for any number of threads.
#pragma once

#include <cstddef>
#include <functional>

namespace dragoman {

/// Watches long work. `report` is called about ten times a second, always on the thread that
/// started the work (so that it may talk to Python); it cancels the work by throwing.
class Monitor {
 public:
  virtual ~Monitor() = default;
  virtual void report(std::size_t /*done*/, std::size_t /*total*/) {}
};

/// Runs body(chunk, worker) for every chunk in [0, chunks) on `threads` workers (at least one),
/// worker numbers being in [0, threads). Returns when all are done; rethrows the first exception of
/// a body or of the monitor after all workers have stopped.
void parallel_chunks(std::size_t chunks, std::size_t threads, Monitor& monitor,
                     const std::function<void(std::size_t chunk, std::size_t worker)>& body);

}  // namespace dragoman
