// The features of one decision, as numbers.
//
// A feature is a template with values: "the tag of the top of the stack is 7". Templates are
// numbered by the order of the calls, so a function that lists features makes the same calls every
// time:
//
//   features.clear();
//   features.add(top_tag);             // template 0
//   features.add(top_tag, next_tag);   // template 1
//
// Values that are missing are given a value of their own. Features are known by their hash only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace dragoman::parse {

using Feature = std::uint64_t;

class FeatureList {
 public:
  static constexpr std::size_t kMost = 256;

  void clear(std::uint64_t first_template = 0) {
    size_ = 0;
    next_template_ = first_template;
  }

  template <typename... Values>
  void add(Values... values) {
    std::uint64_t hash = ++next_template_ * 0x9e3779b97f4a7c15ULL;
    ((hash = step(hash, static_cast<std::uint64_t>(values))), ...);
    features_[size_++] = hash;
  }

  std::span<const Feature> view() const { return {features_.data(), size_}; }

 private:
  static std::uint64_t step(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0xff51afd7ed558ccdULL;
    return hash ^ hash >> 32;
  }

  std::array<Feature, kMost> features_;
  std::size_t size_ = 0;
  std::uint64_t next_template_ = 0;
};

}  // namespace dragoman::parse
