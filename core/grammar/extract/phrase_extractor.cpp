#include "grammar/extract/phrase_extractor.hpp"

#include <algorithm>
#include <limits>

#include "common/error.hpp"

namespace dragoman::grammar {

PhraseExtractor::PhraseExtractor(std::size_t max_length, OrientationModel orientation)
    : max_length_(static_cast<int>(max_length)), orientation_(orientation) {
  if (max_length < 1 || max_length > 255) {
    throw ConfigError("the maximal phrase length must lie between 1 and 255");
  }
}

void PhraseExtractor::Corners::reset(std::size_t rows, std::size_t columns) {
  rows_ = rows;
  columns_ = columns;
  bits_.assign((rows * columns + 63) / 64, 0);
}

bool PhraseExtractor::Corners::has(std::int64_t target, std::int64_t source) const {
  if (target < 0 || source < 0 || target >= static_cast<std::int64_t>(rows_) ||
      source >= static_cast<std::int64_t>(columns_)) {
    return false;
  }
  const std::size_t bit =
      static_cast<std::size_t>(target) * columns_ + static_cast<std::size_t>(source);
  return (bits_[bit >> 6] >> (bit & 63) & 1) != 0;
}

std::span<const PhraseSpan> PhraseExtractor::extract(std::size_t source_length,
                                                     std::size_t target_length,
                                                     std::span<const WordLink> links) {
  spans_.clear();
  index_links(source_length, target_length, links);
  collect();
  if (orientation_ != OrientationModel::kNone) {
    for (PhraseSpan& span : spans_) orient(span);
  }
  return spans_;
}

void PhraseExtractor::index_links(std::size_t source_length, std::size_t target_length,
                                  std::span<const WordLink> links) {
  constexpr Reach kUnlinked{std::numeric_limits<int>::max(), -1};
  source_length_ = static_cast<int>(source_length);
  target_length_ = static_cast<int>(target_length);
  from_source_.assign(source_length, kUnlinked);
  from_target_.assign(target_length, kUnlinked);
  if (orientation_ != OrientationModel::kNone) links_.reset(target_length, source_length);
  if (orientation_ >= OrientationModel::kPhrase) {
    neighbours_.left.reset(target_length, source_length);
    neighbours_.right.reset(target_length, source_length);
  }
  const auto extend = [](Reach& reach, int position) {
    reach = {std::min(reach.low, position), std::max(reach.high, position)};
  };
  for (const WordLink link : links) {
    extend(from_source_[link.source], link.target);
    extend(from_target_[link.target], link.source);
    if (orientation_ != OrientationModel::kNone) links_.insert(link.target, link.source);
  }
}

void PhraseExtractor::collect() {
  // `tight` is the source span linked to the target span, `back` the target span linked to that
  // one; both only grow with the target span's end, so that each start takes linear time.
  const bool any_length = orientation_ == OrientationModel::kBlock;
  for (int begin = 0; begin < target_length_; ++begin) {
    Reach tight{std::numeric_limits<int>::max(), -1}, back = tight;
    const auto include = [&](int source) {
      back = {std::min(back.low, from_source_[source].low),
              std::max(back.high, from_source_[source].high)};
    };
    const int limit = any_length ? target_length_ : std::min(target_length_, begin + max_length_);
    for (int end = begin; end < limit; ++end) {
      const Reach here = from_target_[end];
      if (here.high >= 0) {
        if (tight.high < 0) {
          tight = {here.low, here.low};
          include(here.low);
        }
        while (tight.low > here.low) include(--tight.low);
        while (tight.high < here.high) include(++tight.high);
      }
      if (tight.high < 0) continue;
      if (back.low < begin || (!any_length && tight.high - tight.low >= max_length_)) break;
      if (back.high <= end) add_spans(begin, end, tight);
    }
  }
}

void PhraseExtractor::add_spans(int target_begin, int target_end, Reach tight) {
  const auto free = [&](int source) { return from_source_[source].high < 0; };
  const bool any_length = orientation_ == OrientationModel::kBlock;
  const bool short_target = target_end - target_begin < max_length_;
  for (int begin = tight.low; begin >= 0 && (begin == tight.low || free(begin)); --begin) {
    if (any_length) {
      neighbours_.left.insert(target_end, begin);
    } else if (tight.high - begin >= max_length_) {
      break;
    }
    for (int end = tight.high; end < source_length_ && (end == tight.high || free(end)); ++end) {
      if (any_length) neighbours_.right.insert(target_end, end);
      if (end - begin >= max_length_ || !short_target) {
        if (any_length && begin == tight.low) continue;  // longer ones still are neighbours
        break;
      }
      if (orientation_ == OrientationModel::kPhrase) {
        neighbours_.left.insert(target_end, begin);
        neighbours_.right.insert(target_end, end);
      }
      spans_.push_back({static_cast<std::uint16_t>(begin), static_cast<std::uint16_t>(target_begin),
                        static_cast<std::uint8_t>(end - begin + 1),
                        static_cast<std::uint8_t>(target_end - target_begin + 1), 0, 0});
    }
  }
}

bool PhraseExtractor::linked(std::int64_t source, std::int64_t target) const {
  if (source == -1 && target == -1) return true;
  if (source == source_length_ && target == target_length_) return true;
  return links_.has(target, source);
}

void PhraseExtractor::orient(PhraseSpan& span) const {
  const std::int64_t source_before = span.source_begin - 1;
  const std::int64_t source_after = span.source_begin + span.source_length;
  const std::int64_t target_before = span.target_begin - 1;
  const std::int64_t target_after = span.target_begin + span.target_length;
  const bool neighbours = orientation_ >= OrientationModel::kPhrase;
  const auto decide = [&](bool in_order, bool reversed, bool order_phrase, bool reverse_phrase) {
    if ((in_order && !reversed) || order_phrase) return std::uint8_t{0};
    if ((!in_order && reversed) || reverse_phrase) return std::uint8_t{1};
    return std::uint8_t{2};
  };
  span.backward = decide(linked(source_before, target_before), linked(source_after, target_before),
                         neighbours && neighbours_.right.has(target_before, source_before),
                         neighbours && neighbours_.left.has(target_before, source_after));
  span.forward = decide(linked(source_after, target_after), linked(source_before, target_after),
                        neighbours && neighbours_.left.has(target_after, source_after),
                        neighbours && neighbours_.right.has(target_after, source_before));
}

}  // namespace dragoman::grammar
