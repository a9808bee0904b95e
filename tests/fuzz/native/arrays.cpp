#include "arrays.hpp"

#include <algorithm>
#include <exception>
#include <random>

#include "common/error.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace fuzz {

bool Arrays::parse(std::span<const std::uint8_t> input) {
  arrays_.clear();
  while (!input.empty()) {
    const std::size_t name_size = input[0];
    if (input.size() < name_size + 6) return false;
    const std::string name(reinterpret_cast<const char*>(&input[1]), name_size);
    Array array;
    array.element = std::max<std::size_t>(1, input[1 + name_size]);
    std::uint32_t size = 0;
    std::memcpy(&size, &input[2 + name_size], 4);
    input = input.subspan(name_size + 6);
    if (size > input.size()) return false;
    array.assign(input.first(size));
    input = input.subspan(size);
    arrays_[name] = std::move(array);
  }
  return !arrays_.empty();
}

std::vector<std::uint8_t> Arrays::bytes() const {
  std::vector<std::uint8_t> out;
  for (const auto& [name, array] : arrays_) {
    const auto size = static_cast<std::uint32_t>(array.bytes);
    out.push_back(static_cast<std::uint8_t>(name.size()));
    out.insert(out.end(), name.begin(), name.end());
    out.push_back(static_cast<std::uint8_t>(array.element));
    const auto* raw = reinterpret_cast<const std::uint8_t*>(&size);
    out.insert(out.end(), raw, raw + 4);
    out.insert(out.end(), array.data(), array.data() + array.bytes);
  }
  return out;
}

namespace {

std::uint64_t element_at(const Array& array, std::size_t place) {
  std::uint64_t value = 0;
  std::memcpy(&value, array.data() + place * array.element,
              std::min<std::size_t>(8, array.element));
  return value;
}

/// Another number in the place of one, often a near one, one of the same array, or an extreme one.
void change_element(Array& array, std::mt19937& random) {
  const std::size_t count = array.bytes / array.element;
  if (count == 0) return;
  const std::size_t place = random() % count;
  const std::uint64_t old = element_at(array, place);
  const std::uint64_t values[] = {
      old + 1,          old - 1,    old ^ (1ULL << random() % 64),       0,       count, count - 1,
      ~std::uint64_t{}, 1ULL << 31, element_at(array, random() % count), random()};
  const std::uint64_t value = values[random() % std::size(values)];
  std::memcpy(array.data() + place * array.element, &value,
              std::min<std::size_t>(8, array.element));
}

/// Shorter or longer by some elements, or with two parts exchanged.
void change_length(Array& array, std::mt19937& random) {
  std::vector<std::uint8_t> data(array.data(), array.data() + array.bytes);
  const std::size_t count = data.size() / array.element;
  const std::size_t some = (1 + random() % 3) * array.element;
  if (random() % 2 == 0 && data.size() >= some) {
    data.resize(data.size() - (random() % 4 == 0 ? random() % (data.size() + 1) : some));
  } else if (random() % 2 == 0 && count > 1) {
    const auto middle = static_cast<std::ptrdiff_t>((random() % count) * array.element);
    std::rotate(data.begin(), data.begin() + middle, data.end());
  } else {
    data.insert(data.end(), data.begin(),
                data.begin() + static_cast<std::ptrdiff_t>(std::min(data.size(), some)));
  }
  array.assign(data);
}

void change_bytes(Array& array, std::size_t most) {
  std::vector<std::uint8_t> data(array.data(), array.data() + array.bytes);
  const std::size_t size = data.size();
  data.resize(size + most);
  data.resize(LLVMFuzzerMutate(data.data(), size, data.size()));
  array.assign(data);
}

void change(Arrays& arrays, std::mt19937& random) {
  auto& all = arrays.all();
  auto chosen = all.begin();
  std::advance(chosen, random() % all.size());
  const unsigned kind = random() % 10;
  if (kind < 6) {
    change_element(chosen->second, random);
  } else if (kind < 8) {
    change_length(chosen->second, random);
  } else {
    change_bytes(chosen->second, 64);
  }
}

}  // namespace
}  // namespace fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  fuzz::Arrays arrays;
  if (!arrays.parse({data, size})) return LLVMFuzzerMutate(data, size, most);
  std::mt19937 random(seed);
  for (unsigned changes = 1 + random() % 3; changes > 0; --changes) fuzz::change(arrays, random);
  const std::vector<std::uint8_t> bytes = arrays.bytes();
  if (bytes.size() > most) return size;
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Arrays arrays;
  if (!arrays.parse({data, size})) return -1;
  try {
    fuzz::use(arrays);
  } catch (const dragoman::Error&) {  // refused, as it should be
  }
  return 0;
}
