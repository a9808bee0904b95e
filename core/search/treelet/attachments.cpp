#include "search/treelet/attachments.hpp"

#include <algorithm>

namespace dragoman::search::treelet {
namespace {

/// Places for a short sentence; there will be more if they are needed.
constexpr std::size_t kSlots = 1 << 12;

}  // namespace

void Attachments::begin(const dragoman::treelet::SourceSentence& source) {
  source_ = &source;
  ranges_.clear(kSlots);
  shapes_after_.clear(kSlots);
  approaches_.clear(kSlots);
  made_.clear(kSlots);
  dependencies_.clear(kSlots);
  known_.clear();
}

float Attachments::dependency(std::uint32_t head_word, Side side, std::uint32_t modifier) {
  const std::uint64_t key =
      (std::uint64_t{head_word} * 2 + static_cast<std::uint64_t>(side)) << 32 | modifier;
  return look_up(dependencies_, key, [&] {
    const NumberedWord &head = shapes_.word(head_word), &root = shapes_.word(modifier);
    return static_cast<float>(model_.dependencies->score(
        {root.lexeme, head.lexeme, root.source, head.source, side}, *source_));
  });
}

double Attachments::made(std::uint32_t head_word, Side side,
                         const dragoman::treelet::SideState& state, std::uint32_t modifier) {
  const NumberedWord &head = shapes_.word(head_word), &root = shapes_.word(modifier);
  const std::uint64_t place =
      state.node * 8U + state.upper * 4U + state.fresh * 2U + static_cast<std::uint64_t>(side);
  const std::uint64_t words = std::uint64_t{head.lexeme_number} << 32 | root.lexeme_number;
  return look_up(made_, hash_combine(hash_combine(words, place), state.last) >> 1,
                 [&] { return shapes_.modifier(head.lexeme, side, state, root.lexeme); });
}

const TreeShapes::Approach& Attachments::approach(std::uint32_t head, Side side, std::uint32_t site,
                                                  bool regular, std::uint32_t modifier) {
  const NumberedWord& root = shapes_.word(modifier);
  const std::uint64_t way = shapes_.approach_key(head, side, site, regular);
  return look_up(approaches_, hash_combine(way, root.label) >> 1, [&] {
    return shapes_.approach(head, side, site, regular, root.lexeme.spine->top());
  });
}

std::span<const Attachment> Attachments::of(std::uint32_t head, Side side, std::uint32_t modifier) {
  const std::uint64_t key =
      (head * std::uint64_t{2} + static_cast<std::uint64_t>(side)) << 32 | modifier;
  const Range& range = look_up(ranges_, key, [&] { return find(head, side, modifier); });
  return std::span(known_).subspan(range.begin, range.end - range.begin);
}

std::uint32_t Attachments::shape(std::uint32_t head, Side side, const Attachment& way,
                                 std::uint32_t modifier) {
  const NumberedWord& root = shapes_.word(modifier);
  const std::uint64_t at = way.site * 4U + way.regular * 2U + static_cast<std::uint64_t>(side);
  return look_up(shapes_after_, std::uint64_t{head} << 32 | at << 16 | root.label, [&] {
    return shapes_.attach(head, side, way.site, way.regular, root.lexeme.spine->top());
  });
}

Attachments::Range Attachments::find(std::uint32_t head, Side side, std::uint32_t modifier) {
  found_.clear();
  const std::vector<Site>& sites = shapes_.sites(head, side);
  const bool one = model_.settings.attachments == 1 && syntax_weight_ >= 0;
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    const std::uint32_t word = shapes_.treelet(head).words[sites[i].word].number;
    const float dependency = this->dependency(word, side, modifier);
    for (const bool regular : {false, true}) {
      const auto& [added, state] = approach(head, side, i, regular, modifier);
      const float weighted = dependency_weight_ * dependency;
      // Making the modifier adds nothing to the score.
      const bool worse =
          one && !found_.empty() &&
          weighted + syntax_weight_ * static_cast<float>(added) <= found_.front().total;
      if (worse) continue;
      const auto syntax = static_cast<float>(added + made(word, side, state, modifier));
      const float total = syntax_weight_ * syntax + weighted;
      if (one && !found_.empty() && total <= found_.front().total) continue;
      if (one) found_.clear();
      found_.push_back({total, syntax, dependency, i, regular});
    }
  }
  const std::size_t most = model_.settings.attachments;
  if (most > 0 && found_.size() > most) {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Attachment& a, const Attachment& b) { return a.total > b.total; });
    found_.resize(most);
  }
  const auto begin = static_cast<std::uint32_t>(known_.size());
  known_.insert(known_.end(), found_.begin(), found_.end());
  return {begin, static_cast<std::uint32_t>(known_.size())};
}

}  // namespace dragoman::search::treelet
