#include "common/temporary_file.hpp"

#include <random>
#include <string>

#include "common/error.hpp"

namespace dragoman {

TemporaryFile::TemporaryFile(const std::filesystem::path& directory) : directory_(directory) {
  std::random_device random;
  const std::filesystem::path path =
      directory / (".dragoman-" + std::to_string(random()) + "-" + std::to_string(random()));
  file_.reset(std::fopen(path.string().c_str(), "w+bx"));
  if (file_ == nullptr) throw Error("cannot make a temporary file in '" + directory.string() + "'");
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
}

void TemporaryFile::write(const void* bytes, std::size_t size) {
  if (std::fwrite(bytes, 1, size, file_.get()) != size) {
    throw Error("no space left for temporary files in '" + directory_.string() + "'");
  }
}

void TemporaryFile::rewind() {
  if (std::fflush(file_.get()) != 0) {
    throw Error("no space left for temporary files in '" + directory_.string() + "'");
  }
  std::rewind(file_.get());
}

std::size_t TemporaryFile::read(void* bytes, std::size_t size) {
  const std::size_t found = std::fread(bytes, 1, size, file_.get());
  if (std::ferror(file_.get()) != 0) {
    throw Error("cannot read the temporary files in '" + directory_.string() + "' again");
  }
  return found;
}

}  // namespace dragoman
