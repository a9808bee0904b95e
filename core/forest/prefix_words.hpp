// The beginning of a translation that a person has typed, compared with the words of a forest.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "forest/forest.hpp"

namespace dragoman::forest {

struct Prefix {
  /// Each word as all spellings that stand for it, the typed one first.
  std::vector<std::vector<std::string>> words;
  bool partial = false;  ///< the last word may be the beginning of a longer one
};

/// Whether a word is one of the spellings, or begins with one of them.
bool stands_for(std::string_view word, const std::vector<std::string>& spellings, bool partial);

/// How far the words of a forest are from those of a prefix, for every pair of them.
class PrefixWords {
 public:
  /// With `distances`, different words have a distance below 1 if some of their letters agree.
  PrefixWords(const Forest& forest, const Prefix& prefix, bool distances);

  std::size_t size() const { return size_; }  ///< words of the prefix

  /// 0 if the word can stand at this place of the prefix; 1 if it has nothing in common with it.
  float distance(std::size_t place, Symbol word) const {
    return distance_[place * vocabulary_ + static_cast<std::size_t>(word)];
  }

 private:
  std::size_t size_, vocabulary_;
  std::vector<float> distance_;
};

/// For every node, whether its text may begin behind the first word of a translation. Throws
/// ModelError unless the place of every tail stands once in its edge's target side.
std::vector<bool> inner_nodes(const Forest& forest);

}  // namespace dragoman::forest
