// A file for what does not fit into memory. It has no name: nothing of it is left behind, whatever
// happens to the process.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace dragoman {

class TemporaryFile {
 public:
  /// Throws Error if no file can be made in `directory`, which must exist.
  explicit TemporaryFile(const std::filesystem::path& directory);

  /// Throws Error if the disk is full.
  void write(const void* bytes, std::size_t size);
  /// From now on it is read, from its begin on.
  void rewind();
  /// How many bytes were read; fewer than `size` at the end. Throws Error if the disk fails.
  std::size_t read(void* bytes, std::size_t size);

#if defined(__unix__) || defined(__APPLE__)
  /// For those who map the file into memory instead.
  int descriptor() const { return fileno(file_.get()); }
#endif

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::filesystem::path directory_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace dragoman
