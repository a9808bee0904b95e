// Spines as hashes: what the models know of them. Words, tags and labels are hashed, so that the
// models need no vocabulary of their own.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace dragoman::treelet {

/// Hash of a word, a tag or a label.
using Name = std::uint64_t;
inline constexpr Name kNoName = 0;

struct Spine {
  Name tag = kNoName;
  std::vector<Name> nodes;  ///< from the lowest to the highest
  Name whole = kNoName;     ///< of the tag and all nodes

  /// What stands at the top: the highest node, or the tag if there is none.
  Name top() const { return nodes.empty() ? tag : nodes.back(); }
  /// What a node is above of: the node below, or the tag.
  Name below(std::size_t node) const { return node == 0 ? tag : nodes[node - 1]; }
};

Name name_of(std::string_view text);
/// "TAG LOWEST ... HIGHEST", as the artifact of s-phrases writes spines.
Spine spine_of(std::string_view text);

}  // namespace dragoman::treelet
