#include "common/npy_file.hpp"

#include <array>
#include <bit>
#include <string>
#include <utility>

#include "common/error.hpp"

namespace dragoman {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are stored as they are");

/// Room for the header, which is written when the size is known.
constexpr std::size_t kHeader = 128, kBeforeText = 10;
constexpr std::size_t kBuffer = 1 << 18;

[[noreturn]] void fail(const std::filesystem::path& path) {
  throw Error("no space left for '" + path.string() + "'");
}

}  // namespace

NpyBytes::NpyBytes(std::filesystem::path path, const char* type)
    : path_(std::move(path)), type_(type), file_(std::fopen(path_.string().c_str(), "wbx")) {
  if (file_ == nullptr) throw Error("cannot make the file '" + path_.string() + "'");
  std::setvbuf(file_.get(), nullptr, _IOFBF, kBuffer);
  write_header("0,");
}

void NpyBytes::append(const void* bytes, std::size_t size) {
  if (std::fwrite(bytes, 1, size, file_.get()) != size) fail(path_);
}

void NpyBytes::finish(std::uint64_t rows, std::uint64_t columns, bool matrix) {
  std::string shape = std::to_string(rows);
  shape += ',';  // as numpy writes it, to the last blank
  if (matrix) {
    shape += ' ';
    shape += std::to_string(columns);
  }
  std::rewind(file_.get());
  write_header(shape.c_str());
  if (std::fclose(file_.release()) != 0) fail(path_);
}

void NpyBytes::write_header(const char* shape) {
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(kHeader - kBeforeText);
  header += '\0';
  header += "{'descr': '";
  header += type_;
  header += "', 'fortran_order': False, 'shape': (";
  header += shape;
  header += "), }";
  header.resize(kHeader - 1, ' ');
  header += '\n';
  append(header.data(), header.size());
}

}  // namespace dragoman
