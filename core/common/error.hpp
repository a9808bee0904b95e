// The errors that the core throws. The core never prints, exits or aborts: every failure is one of
// these, and the bindings turn each into the Python exception of the same name (see
// src/dragoman/common/errors.py). A message says what was expected, in one sentence.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

namespace dragoman {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Input text that is not in its format. `line` counts from 1; 0 means that no line applies.
class FormatError : public Error {
 public:
  FormatError(std::string path, std::size_t line, const std::string& message)
      : Error(message), path_(std::move(path)), line_(line) {}
  const std::string& path() const { return path_; }
  std::size_t line() const { return line_; }

 private:
  std::string path_;
  std::size_t line_;
};

/// Options that contradict each other or are out of range.
class ConfigError : public Error {
 public:
  using Error::Error;
};

/// Arrays of a model on disk that cannot belong to a valid model.
class ModelError : public Error {
 public:
  using Error::Error;
};

}  // namespace dragoman
