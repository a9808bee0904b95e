// A text as one input of libFuzzer.
#pragma once

#include <cstdint>
#include <string_view>

#include "common/error.hpp"

namespace fuzz {

/// Reads and uses the text; the core's errors are caught outside.
void use(std::string_view text);

}  // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    fuzz::use({reinterpret_cast<const char*>(data), size});
  } catch (const dragoman::Error&) {  // refused, as it should be
  }
  return 0;
}
