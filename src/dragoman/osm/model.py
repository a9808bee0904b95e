"""The operation sequence model (Durrani, Schmid & Fraser 2011; Durrani et al. 2013).

A sentence pair and its word alignment are a sequence of operations that generate the target from left to right, and
the source words that each target word is linked to: ``[gap] heute→today [back:1] geht_es→is ...``. What links connect
is generated together (``core/osm/plan.hpp``); ``[gap]`` leaves source words out, ``[back:2]`` returns to the second
such gap from the right, ``[forward]`` goes on behind all that was generated (``core/osm/walk.hpp``). An n-gram model of
these sequences knows contexts that cross the boundaries of phrases, on both sides, and which reorderings belong
together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple, Self

from dragoman import _core
from dragoman.grammar import AlignedBitext
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.saved import Saved
from dragoman.lm import LanguageModel, LMOptions, estimate
from dragoman.osm.options import OperationOptions

BATCH = 20000
"""Lines whose operations are in memory together."""
_LM = "lm"


class AppliedPhrase(NamedTuple):
    """A phrase pair of a derivation."""

    pieces: Sequence[tuple[int, int]]
    """The source words [begin, end) of its contiguous pieces, from left to right."""
    target: Sequence[str]
    """All its target words."""
    links: Sequence[tuple[int, int]]
    """From a position in the source sentence to one in ``target``."""


def operations(source: Sequence[str], phrases: Sequence[AppliedPhrase]) -> list[list[str]]:
    """Return the names of the operations of each phrase.

    Args:
        source: The words of the sentence.
        phrases: All phrases of a translation, in the order in which they begin in the target.
    """
    given = [(list(one.pieces), list(one.target), list(one.links)) for one in phrases]
    return _core.operations(list(source), given)


class OperationModel(Saved):
    """An n-gram model of operation sequences; made by ``OperationModel.train`` or ``open``.

    Args:
        lm: The language model, whose words are the names of operations.
    """

    KIND = "operation-model"
    name: ClassVar[str] = "osm"
    """Of the feature."""

    def __init__(self, lm: LanguageModel) -> None:
        self.lm = lm

    def __repr__(self) -> str:
        return f"OperationModel(order {self.lm.order}, {len(self.lm):,} operations)"

    @classmethod
    def train(
        cls,
        bitext: AlignedBitext,
        options: OperationOptions,
        used: LMOptions | None = None,
        threads: int = 1,
    ) -> OperationModel:
        """Estimate the model of a word-aligned text (interpolated modified Kneser-Ney).

        Args:
            bitext: The aligned text.
            options: Order and pruning.
            used: Memory and place of temporary files; None for the defaults.
            threads: How many threads work; the model does not depend on it.
        """
        settings = replace(used or LMOptions(), order=options.order, prune=options.prune)
        estimated = estimate(operation_lines(bitext), settings, threads=threads)
        return cls(LanguageModel.build(estimated.take_ngrams()))

    @classmethod
    def _read(cls, artifact: Artifact) -> Self:
        return cls(LanguageModel.component(artifact, _LM))

    def _write(self, out: ArtifactWriter) -> None:
        out.component(_LM, self.lm)


def operation_lines(bitext: AlignedBitext) -> Iterator[str]:
    """Yield the operations of every sentence pair that has links, as a line of names.

    Args:
        bitext: The aligned text.
    """
    sides = bitext.sides()
    words = bitext.source.vocabulary, bitext.target.vocabulary
    for first in range(0, len(bitext.source), BATCH):
        text = _core.operation_text(*sides, *words, bitext.name, first, first + BATCH)
        yield from text.removesuffix("\n").split("\n") if text else ()
