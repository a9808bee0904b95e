#include "lm/column.hpp"

#include <cstdlib>
#include <utility>

#include "common/error.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#define DRAGOMAN_MAPPED_COLUMNS 1
#endif

namespace dragoman::lm {

Block::Block(Block&& other) noexcept
    : budget_(other.budget_),
      data_(std::exchange(other.data_, nullptr)),
      capacity_(std::exchange(other.capacity_, 0)),
      file_(std::exchange(other.file_, -1)) {}

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
  if (file_ >= 0 || over) {
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
  const bool fresh = file_ < 0;
  int file = file_;
  if (fresh) {
    std::string name = budget_->directory + "/dragoman-lm-XXXXXX";
    file = mkstemp(name.data());
    if (file < 0) throw Error("cannot make a temporary file in " + budget_->directory);
    unlink(name.c_str());
  }
  // Space is reserved now, so that a full disk is an error here and not a signal later.
  const int failed = posix_fallocate(file, 0, static_cast<off_t>(bytes));
  void* mapped =
      failed != 0 ? MAP_FAILED : mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) {
    if (fresh) close(file);
    throw Error("no room for temporary files in " + budget_->directory);
  }
  if (fresh) {
    if (capacity_ > 0) std::memcpy(mapped, data_, capacity_);
    release();
  } else {
    munmap(data_, capacity_);
  }
  file_ = file;
  data_ = static_cast<std::byte*>(mapped);
  capacity_ = bytes;
}

void Block::release() noexcept {
  if (file_ >= 0) {
    munmap(data_, capacity_);
    close(file_);
  } else if (data_ != nullptr) {
    std::free(data_);
    budget_->used -= capacity_;
  }
  data_ = nullptr;
  capacity_ = 0;
  file_ = -1;
}

void Block::trim() const {
  if (file_ >= 0) madvise(data_, capacity_, MADV_DONTNEED);
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
