#include "grammar/table/batch_table.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "common/error.hpp"
#include "grammar/table/source_trie.hpp"

namespace dragoman::grammar {

void BatchTable::add(const RuleBatch& batch) {
  if (batch.sizes_.empty()) return;
  Place end = places_.back();
  end.rules += batch.sizes_.size();
  end.symbols += batch.target_symbols_.size();
  end.links += batch.links_.size();
  end.scores += batch.scores_.size();
  end.reordering += batch.reordering_.size();
  end.counts += batch.counts_.size();
  batches_.push_back(&batch);
  places_.push_back(end);
}

RuleTableArrays BatchTable::finish(std::size_t threads, Monitor& monitor) const {
  const Place& end = places_.back();
  if (end.rules >= std::numeric_limits<RuleId>::max()) {
    throw Error("a rule table holds at most 2^32 - 2 rules");
  }
  RuleTableArrays out;
  // New memory takes as long as what is copied into it.
  const std::array<std::function<void()>, 8> parts{
      [&] { out.target_first.resize(end.rules + 1); },
      [&] { out.align_first.resize(end.rules + 1); },
      [&] { out.target_symbols.resize(end.symbols); },
      [&] { out.alignment.resize(end.links); },
      [&] { out.scores.resize(end.scores); },
      [&] { out.reordering.resize(end.reordering); },
      [&] { out.counts.resize(end.counts); },
      [&] {
        SourceTrie trie;
        for (const RuleBatch* batch : batches_) {
          batch->for_each_side(
              [&](std::span<const Symbol> source, std::size_t rules) { trie.add(source, rules); });
        }
        out.set_trie(trie.finish());
      }};
  parallel_chunks(parts.size(), threads, monitor,
                  [&](std::size_t part, std::size_t) { parts[part](); });
  parallel_chunks(batches_.size(), threads, monitor,
                  [&](std::size_t number, std::size_t) { copy(number, out); });
  return out;
}

void BatchTable::copy(std::size_t number, RuleTableArrays& out) const {
  const RuleBatch& batch = *batches_[number];
  const Place& place = places_[number];
  const auto copy_to = [](const auto& from, auto& to, std::size_t at) {
    std::ranges::copy(from, to.begin() + static_cast<std::ptrdiff_t>(at));
  };
  const auto copy_raised = [](const std::vector<float>& from, std::vector<float>& to,
                              std::size_t at) {
    std::ranges::transform(from, to.begin() + static_cast<std::ptrdiff_t>(at), &raised);
  };
  copy_to(batch.target_symbols_, out.target_symbols, place.symbols);
  copy_to(batch.links_, out.alignment, place.links);
  copy_raised(batch.scores_, out.scores, place.scores);
  copy_raised(batch.reordering_, out.reordering, place.reordering);
  copy_to(batch.counts_, out.counts, place.counts);
  std::uint64_t symbols = place.symbols, links = place.links;
  for (std::size_t i = 0; i < batch.sizes_.size(); ++i) {
    out.target_first[place.rules + i + 1] = symbols += batch.sizes_[i].target;
    out.align_first[place.rules + i + 1] = links += batch.sizes_[i].links;
  }
}

}  // namespace dragoman::grammar
