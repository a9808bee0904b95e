// The open phrases of a hypothesis: those with pending target pieces (Galley & Manning 2010,
// section 3), and those with source gaps that are not translated yet.
//
// Lists of open phrases are interned: a hypothesis holds a number, and two hypotheses agree on the
// future of their gaps if and only if their numbers (and coverages) are equal. Phrases with pending
// pieces come first, in the order in which they began. Each phrase begins once, so this order says
// which phrase surrounds which. After them come the phrases that only have open source gaps,
// sorted; they are kept only if crossings count.
//
// This is all that a list must know about crossings:
//   - cross-serial on the target side, a b a b: the second piece of a is placed while b has a
//     pending piece, and b began after a. If b began before a and placed a piece after it, the
//     order was b a b (a), and both have already counted.
//   - cross-serial on the source side: a phrase is added whose words interleave as a b a b with
//     those of a phrase that has open source gaps. No new word can lie in gaps that are closed.
//   - bonbon: words of a phrase with a source gap are placed while another phrase, which has words
//     in that gap, has a pending piece.
//
// A long sentence has very many lists, but only those of the last few stacks matter. The others
// keep their numbers and are no longer looked up, so that the table stays small (see advance()).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "search/options/shape.hpp"
#include "search/phrase/gaps/gap_features.hpp"
#include "search/phrase/gaps/gapped_options.hpp"

namespace dragoman::search::phrase {

struct OpenPhrase {
  Shape shape;                     ///< empty if crossings do not count
  std::uint32_t next = kNoOption;  ///< the option that places its next piece, or kNoOption
  bool begun = false;              ///< whether its current target gap has a word
  /// Whether it has already counted; if the kinds are not told apart, both or neither.
  bool crossed = false, bonbon = false;

  bool waits() const { return next != kNoOption; }
  friend bool operator==(const OpenPhrase&, const OpenPhrase&) = default;
};

/// The kinds of crossings that are tracked, and the limit on pending pieces.
struct GapRules {
  bool cross_serial = false, bonbon = false;
  bool together = false;  ///< whether a phrase counts once for both kinds
  bool apart = false;     ///< whether the kinds are told apart
  std::size_t max_pending = 4;
};

class OpenPhrases {
 public:
  using Id = std::uint32_t;
  /// The empty list, and the result of a step that would exceed the limit on pending pieces.
  static constexpr Id kNothing = 0, kTooMany = 0xFFFFFFFF;

  /// `max_words`: the most source words that a step translates.
  OpenPhrases(const GappedOptions& options, const GapRules& rules, std::size_t max_words)
      : options_(options), rules_(rules), max_words_(static_cast<std::uint32_t>(max_words)) {
    intern();
  }

  /// Sets the present: from now on hypotheses that cover `covered` words are expanded, or steps
  /// lead to hypotheses that cover one word more. All hypotheses still in use, and their lists,
  /// were made within the last `max_words` values of `covered`.
  void advance(std::size_t covered) { now_ = static_cast<std::uint32_t>(covered); }

  std::span<const OpenPhrase> of(Id id) const {
    return {phrases_.data() + lists_[id].first, phrases_.data() + lists_[id].last};
  }
  /// The number of pending pieces, and the number of phrases that have any.
  std::size_t pieces(Id id) const { return lists_[id].pieces; }
  std::size_t waiting(Id id) const { return lists_[id].waiting; }
  /// The language models' estimate for the pending pieces.
  float ahead(Id id) const { return lists_[id].ahead; }

  /// The list after an option was applied; `before` is the coverage before the option. kTooMany:
  /// the option may not be applied.
  template <typename C>
  Id add(Id id, const TranslationOption& option, const C& before, GapCounts& counts) {
    if (option.gaps == kNoGaps && id == kNothing) return kNothing;
    const std::size_t words = options_.target(option.target).size();
    counts.target_length += static_cast<std::uint32_t>(words * waiting(id));
    if (option.gaps == kNoGaps) {
      return used(settle(words > 0 ? begun(id) : id, Shape{option.begin, option.end}, before));
    }
    const Shape& shape = options_.gaps(option).shape;
    const bool open = rules_.cross_serial && shape.has_gaps() && shape.has_open_gap(before);
    const Change change = remember(id, option.gaps, open ? kAddOpen : kAdd,
                                   [&] { return compute_add(id, option, open); });
    change.count(counts);
    return change.id == kTooMany ? kTooMany : used(settle(change.id, shape, before));
  }

  /// Whether the next piece of the `slot`th phrase with pending pieces may be placed. It may not if
  /// its gap is empty.
  bool may_place(Id id, std::size_t slot) const { return of(id)[slot].begun; }
  template <typename C>
  Id place(Id id, std::size_t slot, const C& coverage, GapCounts& counts) {
    const TranslationOption& piece = options_[of(id)[slot].next];
    const std::size_t words = options_.target(piece.target).size();
    counts.target_length += static_cast<std::uint32_t>(words * (waiting(id) - 1));
    const Change change = remember(id, static_cast<std::uint32_t>(slot), kPlace,
                                   [&] { return compute_place(id, slot); });
    change.count(counts);
    return used(drop_closed(change.id, coverage));
  }

 private:
  struct List {
    std::uint64_t hash;
    std::uint32_t first, last;  ///< into phrases_
    std::uint32_t pieces, waiting;
    float ahead;
    Id begun;            ///< the same list with a word in every target gap; kTooMany: not known yet
    std::uint32_t used;  ///< `covered` when a step last led to it
  };
  /// The list that a step leads to while source gaps stay open, and its counts.
  struct Change {
    Id id;
    GapCounts crossings;
    void count(GapCounts& counts) const {
      counts.cross_serial += crossings.cross_serial;
      counts.bonbon += crossings.bonbon;
      counts.crossing += crossings.crossing;
    }
  };
  static constexpr std::uint64_t kNoKey = ~std::uint64_t{0};
  enum Kind : std::uint64_t { kAdd, kAddOpen, kPlace };

  template <typename F>
  Change remember(Id id, std::uint32_t what, Kind kind, F&& compute) {
    const std::uint64_t key =
        static_cast<std::uint64_t>(id) << 34 | static_cast<std::uint64_t>(what) << 2 | kind;
    std::size_t slot = mix64(key) & (changes_.size() - 1);
    for (; changes_[slot].first != kNoKey; slot = (slot + 1) & (changes_.size() - 1)) {
      if (changes_[slot].first != key) continue;
      Change& known = changes_[slot].second;
      if (known.id != kTooMany && !is_known(known.id)) known = compute();
      return known;
    }
    const Change change = compute();
    changes_[slot] = {key, change};
    if (++remembered_ * 2 > changes_.size()) grow_changes();
    return change;
  }
  void grow_changes();
  Change compute_add(Id id, const TranslationOption& option, bool open);
  Change compute_place(Id id, std::size_t slot);
  Id begun(Id id);
  void count_bonbons(OpenPhrase& own, GapCounts& counts);
  /// Counts a phrase that is in a cross-serial configuration (or in a bonbon).
  void cross(OpenPhrase& phrase, GapCounts& counts) const;
  void make_bonbon(OpenPhrase& phrase, GapCounts& counts) const;

  /// Drops phrases whose source gaps the words of a shape have closed.
  template <typename C>
  Id settle(Id id, const Shape& shape, const C& before) {
    return has_source_gaps(id) ? drop_closed(id, shape.added_to(before)) : id;
  }
  bool has_source_gaps(Id id) const {
    return lists_[id].last - lists_[id].first > lists_[id].waiting;
  }
  template <typename C>
  Id drop_closed(Id id, const C& coverage) {
    const auto list = of(id);
    const auto is_closed = [&](const OpenPhrase& phrase) {
      return !phrase.waits() && !phrase.shape.has_open_gap(coverage);
    };
    if (std::ranges::none_of(list.subspan(waiting(id)), is_closed)) return id;
    scratch_.assign(list.begin(), list.end());
    std::erase_if(scratch_, is_closed);
    return intern();
  }
  Id intern();
  Id used(Id id) {
    lists_[id].used = now_;
    return id;
  }
  /// Whether a list is still in the table.
  bool is_known(Id id) const { return id == kNothing || lists_[id].used + max_words_ + 1 >= now_; }
  void rebuild_slots();

  const GappedOptions& options_;
  GapRules rules_;
  std::uint32_t max_words_, now_ = 0;
  std::vector<List> lists_;
  std::vector<OpenPhrase> phrases_;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(256, kTooMany);
  std::size_t in_slots_ = 0;
  std::vector<OpenPhrase> scratch_;
  using Known = std::pair<std::uint64_t, Change>;
  std::vector<Known> changes_ = std::vector<Known>(1024, {kNoKey, {}});
  std::size_t remembered_ = 0;
};

}  // namespace dragoman::search::phrase
