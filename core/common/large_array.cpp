#include "common/large_array.hpp"

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace dragoman {

#if defined(MADV_HUGEPAGE)
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

/// Smaller arrays come from the heap.
bool mapped(std::size_t bytes) { return bytes >= 2 * kHugePage; }

std::size_t whole_pages(std::size_t bytes) {
  return (bytes + kHugePage - 1) / kHugePage * kHugePage;
}

}  // namespace
#endif

void* allocate_large(std::size_t bytes) {
  if (bytes == 0) return nullptr;
#if defined(MADV_HUGEPAGE)
  if (mapped(bytes)) {
    if (bytes > std::numeric_limits<std::size_t>::max() / 2) throw std::bad_alloc();
    const std::size_t size = whole_pages(bytes);
    void* const room =
        mmap(nullptr, size + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) throw std::bad_alloc();
    // Keeps the part that starts at a multiple of the page size, and returns the rest.
    char* const begin = static_cast<char*>(room);
    const std::size_t before =
        (kHugePage - reinterpret_cast<std::uintptr_t>(begin) % kHugePage) % kHugePage;
    if (before > 0) munmap(begin, before);
    if (before < kHugePage) munmap(begin + before + size, kHugePage - before);
    madvise(begin + before, size, MADV_HUGEPAGE);
    return begin + before;
  }
#endif
  void* const memory = std::calloc(1, bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void free_large(void* memory, std::size_t bytes) noexcept {
#if defined(MADV_HUGEPAGE)
  if (memory != nullptr && mapped(bytes)) {
    munmap(memory, whole_pages(bytes));
    return;
  }
#endif
  std::free(memory);
}

}  // namespace dragoman
