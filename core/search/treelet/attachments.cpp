#include "search/treelet/attachments.hpp"

#include <algorithm>

namespace dragoman::search {
namespace {

/// Places for a short sentence; there will be more if they are needed.
constexpr std::size_t kSlots = 1 << 12;

}  // namespace

void Attachments::begin(const treelet::SourceSentence& source) {
  source_ = &source;
  dependencies_.clear(kSlots);
  ranges_.clear(kSlots);
  known_.clear();
}

float Attachments::dependency(std::uint32_t head, const Site& site, Side side,
                              std::uint32_t modifier) {
  const std::uint64_t place =
      shapes_.treelet_number(head) * 512U + site.word * 2U + static_cast<std::uint64_t>(side);
  Known<float>& known = entry(dependencies_, place << 32 | modifier);
  if (known.free()) {
    const TreeletWord& word = shapes_.treelet(head).words[site.word];
    const ClosedRoot& root = shapes_.root(modifier);
    known = {place << 32 | modifier,
             static_cast<float>(model_.dependencies->score(
                 {root.lexeme, word.lexeme, root.source, word.source, side}, *source_))};
  }
  return known.value;
}

std::span<const Attachment> Attachments::of(std::uint32_t head, Side side, std::uint32_t modifier) {
  const std::uint64_t key =
      (head * std::uint64_t{2} + static_cast<std::uint64_t>(side)) << 32 | modifier;
  Known<Range>& known = entry(ranges_, key);
  if (known.free()) known = {key, find(head, side, modifier)};
  return std::span(known_).subspan(known.value.begin, known.value.end - known.value.begin);
}

Attachments::Range Attachments::find(std::uint32_t head, Side side, std::uint32_t modifier) {
  found_.clear();
  const std::vector<Site>& sites = shapes_.sites(head, side);
  const treelet::Lexeme lexeme = shapes_.root(modifier).lexeme;
  for (std::uint32_t i = 0; i < sites.size(); ++i) {
    const float dependency = this->dependency(head, sites[i], side, modifier);
    for (const bool regular : {false, true}) {
      const auto syntax = static_cast<float>(shapes_.score(head, side, i, regular, lexeme));
      found_.push_back({syntax_weight_ * syntax + dependency_weight_ * dependency, syntax,
                        dependency, i, 0, regular});
    }
  }
  const std::size_t most = model_.settings.attachments;
  if (most > 0 && found_.size() > most) {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Attachment& a, const Attachment& b) { return a.total > b.total; });
    found_.resize(most);
  }
  for (Attachment& way : found_) {
    way.shape = shapes_.attach(head, side, way.site, way.regular, lexeme);
  }
  const auto begin = static_cast<std::uint32_t>(known_.size());
  known_.insert(known_.end(), found_.begin(), found_.end());
  return {begin, static_cast<std::uint32_t>(known_.size())};
}

}  // namespace dragoman::search
