#include "lm/column.hpp"

#include <cstdlib>
#include <utility>

#include "common/error.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/mman.h>
#define DRAGOMAN_MAPPED_COLUMNS 1
#endif

namespace dragoman::lm {

Block::Block(Block&& other) noexcept
    : budget_(other.budget_),
      data_(std::exchange(other.data_, nullptr)),
      capacity_(std::exchange(other.capacity_, 0)),
      file_(std::exchange(other.file_, std::nullopt)) {}

Block& Block::operator=(Block&& other) noexcept {
  std::swap(budget_, other.budget_);
  std::swap(data_, other.data_);
  std::swap(capacity_, other.capacity_);
  std::swap(file_, other.file_);
  return *this;
}

void Block::grow(std::size_t bytes, std::size_t kept) {
#ifdef DRAGOMAN_MAPPED_COLUMNS
  const bool over = budget_->limit != 0 && budget_->used + bytes > budget_->limit;
  if (file_ || over) {
    map(bytes);
    return;
  }
#endif
  (void)kept;
  void* larger = std::realloc(data_, bytes);
  if (larger == nullptr) throw std::bad_alloc();
  data_ = static_cast<std::byte*>(larger);
  budget_->used += bytes - capacity_;
  capacity_ = bytes;
}

#ifdef DRAGOMAN_MAPPED_COLUMNS

void Block::map(std::size_t bytes) {
  std::optional<TemporaryFile> fresh;
  if (!file_) fresh.emplace(budget_->directory);
  const int file = (fresh ? *fresh : *file_).descriptor();
  // Space is reserved now, so that a full disk is an error here and not a signal later.
  const int failed = posix_fallocate(file, 0, static_cast<off_t>(bytes));
  void* mapped =
      failed != 0 ? MAP_FAILED : mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) {
    throw Error("no space left for temporary files in '" + budget_->directory + "'");
  }
  if (fresh) {
    if (capacity_ > 0) std::memcpy(mapped, data_, capacity_);
    release();
    file_ = std::move(fresh);
  } else {
    munmap(data_, capacity_);
  }
  data_ = static_cast<std::byte*>(mapped);
  capacity_ = bytes;
}

void Block::release() noexcept {
  if (file_) {
    munmap(data_, capacity_);
  } else if (data_ != nullptr) {
    std::free(data_);
    budget_->used -= capacity_;
  }
  data_ = nullptr;
  capacity_ = 0;
  file_.reset();
}

void Block::trim() const {
  if (file_) madvise(data_, capacity_, MADV_DONTNEED);
}

#else

void Block::release() noexcept {
  std::free(data_);
  budget_->used -= capacity_;
  data_ = nullptr;
  capacity_ = 0;
}

void Block::trim() const {}

#endif

}  // namespace dragoman::lm
