"""Extraction of s-phrases: the treelets of every occurrence of a phrase pair, counted.

    bitext = AlignedBitext.read("train.de", "train.en", "train.align")
    table = extract(bitext)
    derivations = read_derivations("train.en.trees", HeadRules.named("english"))
    sphrases = extract_sphrases(bitext, derivations, table)

Sentences without a derivation (None, or missing at the end) are left out; their phrase pairs may have no analysis.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from dragoman import _core
from dragoman._core import Vocabulary
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.corpus.integers import IntegerCorpus
from dragoman.grammar.extraction import AlignedBitext
from dragoman.grammar.rule_table import RuleTable
from dragoman.grammar.treelet.derivation import Derivation
from dragoman.grammar.treelet.numbered_derivations import NumberedDerivations, number_derivations
from dragoman.grammar.treelet.options import SPhraseOptions
from dragoman.grammar.treelet.sphrases import SPhrases


def extract_sphrases(
    bitext: AlignedBitext,
    derivations: Iterable[Derivation | None],
    table: RuleTable,
    options: SPhraseOptions | None = None,
    progress: Report | None = None,
) -> SPhrases:
    """Return the analyses of a table's rules in a bitext, line by line.

    Args:
        bitext: The bitext with its links.
        derivations: One for each target sentence; None where there is none.
        table: The table.
        options: Which analyses are kept.
        progress: Called with the work done and the total; what it raises stops the work.
    """
    numbered = number_derivations(bitext.target, derivations)
    return extract_numbered(bitext, numbered, table, options, progress)


def extract_numbered(
    bitext: AlignedBitext,
    numbered: NumberedDerivations,
    table: RuleTable,
    options: SPhraseOptions | None = None,
    progress: Report | None = None,
) -> SPhrases:
    """The same with derivations that are numbers already."""
    chosen = options or SPhraseOptions()
    source, target, links = bitext.sides()
    native = table.native
    sides = (
        _renumbered(bitext.source, source, native.source_vocabulary),
        _renumbered(bitext.target, target, native.target_vocabulary),
    )
    spines, heads, nodes, copies = numbered.arrays()
    limits = chosen.max_length, chosen.analyses
    with shown("s-phrases", progress) as show:
        arrays = _core.extract_sphrases(
            *sides, links, spines, heads, nodes, copies, native, *limits, show
        )
    return SPhrases(table, list(numbered.inventory), arrays)


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
