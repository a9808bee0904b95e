// The phrases of a hypothesis that are not done with: target pieces that wait for their place
// (Galley & Manning 2010, section 3), and source gaps that are not translated yet.
//
// Lists of them are interned: a hypothesis holds a number, and two hypotheses agree on the future
// of their gaps if and only if their numbers (and coverages) are equal. What waits stands first, in
// the order in which the phrases began; each begins once, so that the order says who surrounds
// whom. Phrases with open source gaps only stand behind it, sorted; they are kept if crossings
// count.
//
// Of crossings a list need know no more than this:
//   - cross-serial on the target side, a b a b: the second a is placed while b waits, and b began
//     after a. If b began before a but went on after it, that was b a b (a), and both have counted.
//   - cross-serial on the source side: a phrase is added whose words go a b a b with those of a
//     phrase that has open source gaps. If they are closed, no word can lie in them.
//   - bonbon: words of a phrase with a source gap are placed while a phrase waits that has words in
//     that gap.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/gap_features.hpp"
#include "search/options.hpp"
#include "search/shape.hpp"

namespace dragoman::search {

struct OpenPhrase {
  Shape shape;                           ///< empty if crossings do not count
  std::uint32_t next = kNoOption;        ///< the option that places its next piece; kNoOption: none
  bool begun = false;                    ///< whether its current target gap has a word
  bool crossed = false, bonbon = false;  ///< whether it has counted

  bool waits() const { return next != kNoOption; }
  friend bool operator==(const OpenPhrase&, const OpenPhrase&) = default;
};

/// What is tracked, and how much may wait.
struct GapRules {
  bool cross_serial = false, bonbon = false;
  std::size_t max_pending = 4;
};

class OpenPhrases {
 public:
  using Id = std::uint32_t;
  /// No list may be longer.
  static constexpr Id kNothing = 0, kTooMany = 0xFFFFFFFF;

  explicit OpenPhrases(const Options& options, const GapRules& rules)
      : options_(options), rules_(rules) {
    intern();
  }

  std::span<const OpenPhrase> of(Id id) const {
    return {phrases_.data() + lists_[id].first, phrases_.data() + lists_[id].last};
  }
  /// How many pieces wait, and of how many phrases.
  std::size_t pieces(Id id) const { return lists_[id].pieces; }
  std::size_t waiting(Id id) const { return lists_[id].waiting; }
  /// What the language models are estimated to say of the pieces.
  float ahead(Id id) const { return lists_[id].ahead; }

  /// The list after an option was applied; `before` is the coverage before it. kTooMany: it may
  /// not.
  template <typename C>
  Id add(Id id, const Option& option, const C& before, GapCounts& counts) {
    if (id == kNothing && option.gaps == kNoGaps) return kNothing;
    begin_step(id, option, counts);
    const Shape shape = options_.shape(option);
    close_gaps(shape.added_to(before));
    return pending_ > rules_.max_pending ? kTooMany : intern();
  }

  /// Whether the next piece of the `slot`th phrase that waits may be placed: not if its gap is
  /// empty.
  bool may_place(Id id, std::size_t slot) const { return of(id)[slot].begun; }
  template <typename C>
  Id place(Id id, std::size_t slot, const C& coverage, GapCounts& counts) {
    place_piece(id, slot, counts);
    close_gaps(coverage);
    return intern();
  }

 private:
  struct List {
    std::uint32_t first, last;  ///< into phrases_
    std::uint32_t pieces, waiting;
    float ahead;
  };
  void begin_step(Id id, const Option& option, GapCounts& counts);
  void place_piece(Id id, std::size_t slot, GapCounts& counts);
  /// Words were placed that belong to none of the phrases but `own`.
  void grow_gaps(const OpenPhrase* own, std::size_t words, GapCounts& counts);
  void count_bonbons(OpenPhrase& own, GapCounts& counts);
  static void cross(OpenPhrase& a, OpenPhrase& b, GapCounts& counts);

  /// Drops what is done with from scratch_ and puts the rest in order.
  template <typename C>
  void close_gaps(const C& after) {
    std::erase_if(scratch_, [&](const OpenPhrase& phrase) {
      return !phrase.waits() &&
             !(rules_.cross_serial && phrase.shape.has_gaps() && phrase.shape.has_open_gap(after));
    });
    sort();
  }
  void sort();
  Id intern();

  const Options& options_;
  GapRules rules_;
  std::vector<List> lists_;
  std::vector<OpenPhrase> phrases_;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(256, kTooMany);
  std::vector<OpenPhrase> scratch_;
  std::size_t pending_ = 0;
};

}  // namespace dragoman::search
