#include "grammar/table/rule_batch.hpp"

#include <cstring>
#include <type_traits>

#include "common/error.hpp"

namespace dragoman::grammar {

std::vector<std::byte> RuleBatch::to_bytes() const {
  std::size_t size = 0;
  visit(*this, [&]<typename T>(const std::vector<T>& values) {
    static_assert(std::has_unique_object_representations_v<T> || std::is_same_v<T, float>);
    size += sizeof(std::uint64_t) + values.size() * sizeof(T);
  });
  std::vector<std::byte> out(size);
  std::byte* at = out.data();
  const auto append = [&](const void* from, std::size_t bytes) {
    if (bytes > 0) std::memcpy(at, from, bytes);
    at += bytes;
  };
  visit(*this, [&](const auto& values) {
    const std::uint64_t count = values.size();
    append(&count, sizeof(count));
  });
  visit(*this, [&]<typename T>(const std::vector<T>& values) {
    append(values.data(), values.size() * sizeof(T));
  });
  return out;
}

RuleBatch RuleBatch::of_bytes(std::span<const std::byte> bytes, const RuleTableWidths& widths) {
  const auto damaged = [] { return ModelError("a part of a rule table is damaged"); };
  RuleBatch out;
  std::vector<std::uint64_t> sizes;
  visit(out, [&](const auto&) {
    if (bytes.size() < sizeof(std::uint64_t)) throw damaged();
    std::memcpy(&sizes.emplace_back(), bytes.data(), sizeof(std::uint64_t));
    bytes = bytes.subspan(sizeof(std::uint64_t));
  });
  auto size = sizes.begin();
  visit(out, [&]<typename T>(std::vector<T>& values) {
    if (*size > bytes.size() / sizeof(T)) throw damaged();
    values.resize(*size++);
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    bytes = bytes.subspan(values.size() * sizeof(T));
  });
  std::size_t source = 0, rules = 0, target = 0, links = 0;
  for (const Side side : out.sides_) source += side.symbols, rules += side.rules;
  for (const Sizes each : out.sizes_) target += each.target, links += each.links;
  if (!bytes.empty() || source != out.source_symbols_.size() || rules != out.sizes_.size() ||
      target != out.target_symbols_.size() || links != out.links_.size() ||
      out.scores_.size() != rules * widths.scores ||
      out.reordering_.size() != rules * widths.reordering ||
      out.counts_.size() != rules * widths.counts) {
    throw damaged();
  }
  return out;
}

}  // namespace dragoman::grammar
