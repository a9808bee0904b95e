#include "search/treelet/demands.hpp"

#include <bit>

#include "common/hash.hpp"
#include "search/shared/pieces.hpp"

namespace dragoman::search::treelet {
namespace {

constexpr std::uint32_t kNever = 0xFFFFFFFF;

std::uint64_t packed(const WallZones& first, const WallZones& last) {
  return std::uint64_t{first.begin} << 24 | std::uint64_t{first.end} << 16 |
         std::uint64_t{last.begin} << 8 | last.end;
}

}  // namespace

std::size_t Demands::Hash::operator()(const Held& held) const {
  const std::uint64_t part = std::uint64_t{held.from} << 32 | held.to;
  return hash_combine(mix64(part), packed(held.first, held.last));
}

void Demands::begin(const Sentence& sentence, const TranslationOptions& options, bool punctuation) {
  options_ = &options;
  text_given_ = sentence.output_given();
  const std::size_t length = options.sentence_length();
  const auto next = next_walls(sentence, 0, length, punctuation);
  zone_of_.clear();
  zone_bits_.clear();
  for (std::size_t begin = 0; begin < length; begin = next[begin]) {
    std::uint64_t& bits = zone_bits_.emplace_back(0);
    for (std::size_t i = begin; i < next[begin]; ++i) {
      bits |= std::uint64_t{1} << i;
      zone_of_.push_back(static_cast<std::uint8_t>(zone_bits_.size() - 1));
    }
  }
  walled_ = zone_bits_.size() > 1;
  joined_.clear();
  numbers_.clear();
  held_.clear();
  number({});
}

std::uint32_t Demands::number(const Held& held) {
  const auto [entry, fresh] = numbers_.try_emplace(held, static_cast<std::uint32_t>(held_.size()));
  if (fresh) held_.push_back(held);
  return entry->second;
}

std::span<const std::uint32_t> Demands::phrase(const TranslationOption& option) {
  places_.assign(1, 0);
  Held held;
  if (walled_) {
    held.first = held.last = {zone_of_[option.begin], zone_of_[option.end - 1]};
    places_.front() = number(held);
  }
  if (!text_given_) return places_;
  places_.clear();
  const Reference& reference = options_->reference();
  const auto target = options_->target(option.target);
  for (std::uint32_t from = 0; from <= reference.size(); ++from) {
    const auto to = reference.after(from, target);
    if (!to) continue;
    held.from = from;
    held.to = *to;
    places_.push_back(number(held));
  }
  return places_;
}

std::optional<std::uint32_t> Demands::join(std::uint32_t before, std::uint32_t after) {
  if (!used()) return 0;
  const auto [entry, fresh] = joined_.try_emplace(std::uint64_t{before} << 32 | after, kNever);
  if (fresh) {
    const Held one = held_[before], other = held_[after];
    // Phrases come in the order of the zones that they begin in, and of those that they end in.
    const bool ordered = one.last.begin <= other.first.begin && one.last.end <= other.first.end;
    if (ordered && one.to == other.from) {
      entry->second = number({one.first, other.last, one.from, other.to});
    }
  }
  if (entry->second == kNever) return std::nullopt;
  return entry->second;
}

bool Demands::allows(std::uint64_t bits) const {
  if (!walled_) return true;
  // All between two zones stands between them in the text too.
  const std::size_t first = zone_of_[static_cast<std::size_t>(std::countr_zero(bits))];
  const std::size_t last = zone_of_[static_cast<std::size_t>(63 - std::countl_zero(bits))];
  for (std::size_t zone = first + 1; zone < last; ++zone) {
    if ((zone_bits_[zone] & ~bits) != 0) return false;
  }
  return true;
}

bool Demands::complete(std::uint32_t held) const {
  return !text_given_ || (held_[held].from == 0 && held_[held].to == options_->reference().size());
}

std::uint64_t Demands::part(std::uint32_t held) const {
  return text_given_ ? std::uint64_t{held_[held].from} << 32 | held_[held].to : 0;
}

}  // namespace dragoman::search::treelet
