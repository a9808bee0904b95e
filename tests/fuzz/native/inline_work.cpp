// Work shared among threads, done on this one: a thread for every input would cost more than the
// input. The programs take this in the place of core/common/parallel.cpp.
#include "common/parallel.hpp"

namespace dragoman {

void parallel_chunks(std::size_t chunks, std::size_t, Monitor& monitor,
                     const std::function<void(std::size_t, std::size_t)>& body) {
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) body(chunk, 0);
  if (chunks > 0) monitor.report(chunks, chunks);
}

}  // namespace dragoman
