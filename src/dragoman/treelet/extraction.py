"""Extraction of s-phrases: the treelets of every occurrence of a phrase pair, counted.

    bitext = AlignedBitext.read("train.de", "train.en", "train.align")
    table = extract(bitext)
    derivations = read_derivations("train.en.trees", HeadRules.named("english"))
    sphrases = extract_sphrases(bitext, derivations, table)

Sentences without a derivation (None, or missing at the end) are left out; their phrase pairs may have no analysis.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, repeat

import numpy as np
from numpy.typing import NDArray

from dragoman import _core
from dragoman._core import Vocabulary
from dragoman.common.errors import FormatError
from dragoman.common.progress import progress
from dragoman.common.settings import Settings, option
from dragoman.corpus.integers import IntegerCorpus
from dragoman.grammar.extraction import AlignedBitext
from dragoman.grammar.rule_table import RuleTable
from dragoman.treelet.derivation import Derivation
from dragoman.treelet.sphrases import SPhrases, SpineType

_NO_SPINE = 2**32 - 1
_MOST_COPIES = 255


class SPhraseOptions(Settings):
    """What to extract."""

    max_length: int = option(
        7, "Words of a side of a phrase pair, as in the rule table.", least=1, most=127
    )
    analyses: int = option(5, "Most frequent analyses that are kept for a phrase pair.", least=1)


class _Numbered:
    """Derivations as numbers, an element for each target word."""

    def __init__(self) -> None:
        self.inventory: dict[SpineType, int] = {}
        self.spines: list[int] = []
        self.heads: list[int] = []
        self.sites: list[tuple[int, int]] = []

    def add(self, derivation: Derivation | None, size: int) -> None:
        """Adds a sentence of so many words."""
        start = len(self.spines)
        self.heads += [-1] * size
        self.sites += [(0, 0)] * size
        if derivation is None:
            self.spines += [_NO_SPINE] * size
            return
        for spine in derivation.spines:
            key = spine.tag, spine.nodes
            self.spines.append(self.inventory.setdefault(key, len(self.inventory)))
        for modifier, head, site, _ in derivation.adjunctions:
            self.heads[start + modifier] = head
            self.sites[start + modifier] = (site.node, site.copy)

    def arrays(
        self,
    ) -> tuple[NDArray[np.uint32], NDArray[np.int32], NDArray[np.uint8], NDArray[np.uint8]]:
        """Spines, heads, nodes, copies."""
        sites = np.array(self.sites, np.int64).reshape(len(self.sites), 2)
        if len(sites) and sites.max() > _MOST_COPIES:
            raise FormatError(f"a spine has more than {_MOST_COPIES} nodes or copies of a node")
        nodes, copies = sites.astype(np.uint8).T
        return (
            np.array(self.spines, np.uint32),
            np.array(self.heads, np.int32),
            np.ascontiguousarray(nodes),
            np.ascontiguousarray(copies),
        )


def extract_sphrases(
    bitext: AlignedBitext,
    derivations: Iterable[Derivation | None],
    table: RuleTable,
    options: SPhraseOptions | None = None,
) -> SPhrases:
    """The analyses of the table's rules in a bitext whose target sentences have derivations, line by line."""
    chosen = options or SPhraseOptions()
    numbered = _Numbered()
    lines = chain(derivations, repeat(None, len(bitext.target)))
    for number in range(len(bitext.target)):
        derivation = next(lines)
        size = len(bitext.target.line(number))
        if derivation is not None:
            _check_words(derivation.words(), bitext.target.text(number).split(" "), number + 1)
        numbered.add(derivation, size)
    source, target, links = bitext.sides()
    native = table.native
    sides = (
        _renumbered(bitext.source, source, native.source_vocabulary),
        _renumbered(bitext.target, target, native.target_vocabulary),
    )
    spines, heads, nodes, copies = numbered.arrays()
    limits = chosen.max_length, chosen.analyses
    with progress("s-phrases") as show:
        arrays = _core.extract_sphrases(
            *sides, links, spines, heads, nodes, copies, native, *limits, show
        )
    return SPhrases(table, list(numbered.inventory), arrays)


def _check_words(tree: Sequence[str], sentence: Sequence[str], line: int) -> None:
    """A tree may differ from its sentence in case only."""
    if [word.lower() for word in tree] != [word.lower() for word in sentence]:
        raise FormatError(f"line {line}: the tree has other words than the target sentence")


def _renumbered(
    corpus: IntegerCorpus,
    side: tuple[NDArray[np.uint32], NDArray[np.uint64], int],
    vocabulary: Vocabulary,
) -> tuple[NDArray[np.uint32], NDArray[np.uint64], int]:
    """A side with the numbers that the table has for words; those it lacks get the number after its last."""
    unknown = len(vocabulary)
    numbers = [vocabulary.find(corpus.vocabulary.word(i)) for i in range(len(corpus.vocabulary))]
    mapped = np.array([unknown if n is None else n for n in numbers], np.uint32)
    return mapped[side[0]] if len(side[0]) else side[0], side[1], unknown + 1
