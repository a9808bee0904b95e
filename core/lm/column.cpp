#include "lm/column.hpp"

#include <cstdlib>
#include <utility>

#include "common/error.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
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

namespace {

/// Makes a file so large, with its space on disk; returns whether there was room.
bool reserve(int file, std::size_t bytes) {
#if defined(__linux__)
  return posix_fallocate(file, 0, static_cast<off_t>(bytes)) == 0;
#else  // macOS has no such call: what the file lacks is written
  struct stat now;
  if (fstat(file, &now) != 0) return false;
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  static constexpr char kZeros[kPiece] = {};
  for (std::size_t at = static_cast<std::size_t>(now.st_size); at < bytes;) {
    const std::size_t length = bytes - at < kPiece ? bytes - at : kPiece;
    const ssize_t written = pwrite(file, kZeros, length, static_cast<off_t>(at));
    if (written <= 0) return false;
    at += static_cast<std::size_t>(written);
  }
  return true;
#endif
}

}  // namespace

void Block::map(std::size_t bytes) {
  std::optional<TemporaryFile> fresh;
  if (!file_) fresh.emplace(budget_->directory);
  const int file = (fresh ? *fresh : *file_).descriptor();
  // Space is reserved now, so that a full disk is an error here and not a signal later.
  void* mapped = reserve(file, bytes)
                     ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                     : MAP_FAILED;
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
