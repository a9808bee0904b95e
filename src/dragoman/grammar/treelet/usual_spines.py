"""The spines that unknown words may have: those of words that were seen once, by the tag of the source word.

An unknown source word is often copied. Its tag then tells what its translation is in the target tree: a verb that is
taken for a noun leaves the sentence without a head.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from dragoman.corpus.dependency import DependencyTree
from dragoman.grammar.extraction import AlignedBitext
from dragoman.grammar.treelet.models import source_tags
from dragoman.grammar.treelet.numbered_derivations import NumberedDerivations

USUAL = 3
"""Spines for a tag."""
LEAST = 5
"""Tags whose words are aligned less often with words seen once have the spines of all tags."""


def usual_spines(
    bitext: AlignedBitext, numbered: NumberedDerivations, trees: Sequence[DependencyTree | None]
) -> dict[str, list[int]]:
    """For each tag the most frequent spines of words that occur once, or of all words if there are none."""
    times = Counter(bitext.target.ids.tolist())
    pairs = list(zip(bitext.target.ids.tolist(), numbered.spines, strict=True))
    known = len(numbered.inventory)
    rare = Counter(spine for word, spine in pairs if times[word] == 1 and spine < known)
    found = {"": rare or Counter(spine for _, spine in pairs if spine < known)}
    by_tag: dict[str, Counter[int]] = defaultdict(Counter)
    for line, tree in enumerate(trees[: len(bitext.target)]):
        if tree is None or not (tree.xpos or tree.tags):
            continue
        tags, begin = source_tags(tree), int(bitext.target.offsets[line])
        first, last = bitext.link_offsets[line : line + 2]
        for source, target in bitext.links[first:last].tolist():
            word, spine = pairs[begin + target]
            if times[word] == 1 and spine < known:
                by_tag[tags[source]][spine] += 1
    found |= {tag: counts for tag, counts in by_tag.items() if tag and counts.total() >= LEAST}
    return {tag: _most(counts) for tag, counts in sorted(found.items())}


def _most(counts: Counter[int]) -> list[int]:
    order = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [spine for spine, _ in order[:USUAL]]
