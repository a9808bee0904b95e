"""Two passes over documents: the first counts what the decoder chooses, the second knows these counts.

The features are not there in the first pass. Its counts are frozen: what the second pass chooses does not change them
(with more than two passes it does, from pass to pass). Sentences without a document are translated once.
"""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.common.progress import Report
from dragoman.consistency.clusters import units
from dragoman.consistency.consistency import Consistency
from dragoman.consistency.counts import ChoiceCounts
from dragoman.consistency.discourse import Discourse, DiscourseInput
from dragoman.grammar import RuleTable
from dragoman.search import Decoder, Input, Result


class Passes:
    """Translates documents with a decoder for the first pass and one, with the features, for those that follow."""

    def __init__(
        self, consistency: Consistency, table: RuleTable, first: Decoder, second: Decoder
    ) -> None:
        self.consistency = consistency
        self.table = table
        self.first, self.second = first, second

    def informed(
        self, inputs: Sequence[Input], *, threads: int = 1, progress: Report | None = None
    ) -> list[Input]:
        """The first pass: the same sentences, each with what was chosen in its document."""
        return self._with_counts(inputs, self.first_results(inputs, threads, progress))

    def first_results(
        self, inputs: Sequence[Input], threads: int = 1, progress: Report | None = None
    ) -> list[Result | None]:
        """What the first pass makes of every sentence; None for one without a document."""
        documents = [one for one in inputs if one.document]
        results = iter(self.first.decode(documents, threads=threads, progress=progress))
        return [next(results) if one.document else None for one in inputs]

    def decode(
        self,
        inputs: Sequence[Input],
        *,
        threads: int = 1,
        forest: bool = False,
        progress: Report | None = None,
    ) -> list[Result]:
        """All passes; the last one's results."""
        known = self.informed(inputs, threads=threads, progress=_half(progress, 0))
        second = _half(progress, 1)
        results = self.second.decode(known, threads=threads, forest=forest, progress=second)
        for _ in range(self.consistency.options.passes - 2):
            chosen = [r if i.document else None for i, r in zip(inputs, results, strict=True)]
            again = self._with_counts(inputs, chosen)
            if all(map(_same, known, again)):
                break
            known = again
            results = self.second.decode(known, threads=threads, forest=forest)
        return results

    def _with_counts(
        self, inputs: Sequence[Input], results: Sequence[Result | None]
    ) -> list[Input]:
        consistency = self.consistency
        names = units(inputs, consistency.options.similarity)
        before = consistency.prior(self.table)
        counts: dict[str, ChoiceCounts] = {name: before.copy() for name in names if name}
        for name, result in zip(names, results, strict=True):
            if result is not None:
                counts[name].add(result.derivation)
        texts: dict[str, list[Sequence[str]]] = {name: [] for name in counts}
        for name, one in zip(names, inputs, strict=True):
            if name:
                texts[name].append(one.tokens)
        shared = self.table, consistency.frequencies, consistency.options
        known = {name: Discourse(chosen, *shared, texts[name]) for name, chosen in counts.items()}
        return [
            DiscourseInput.of(one, known[name]) if name else one
            for one, name in zip(inputs, names, strict=True)
        ]


def _half(progress: Report | None, place: int) -> Report | None:
    """Tells of one of two passes as a half of the work."""
    if progress is None:
        return None
    return lambda done, total: progress(place * total + done, 2 * total)


def _same(one: Input, other: Input) -> bool:
    """Whether the same is known of a sentence's document."""
    if not isinstance(one, DiscourseInput) or not isinstance(other, DiscourseInput):
        return True
    assert one.discourse is not None and other.discourse is not None
    return one.discourse.counts == other.discourse.counts
