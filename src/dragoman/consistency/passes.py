"""Two passes over documents: the first counts what the decoder chooses, the second knows these counts.

The features are not there in the first pass. Its counts are frozen: what the second pass chooses does not change them
(with more than two passes it does, from pass to pass). Sentences without a document are translated once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dragoman.common.progress import Report
from dragoman.consistency.clusters import units
from dragoman.consistency.consistency import Consistency
from dragoman.consistency.counts import ChoiceCounts
from dragoman.consistency.discourse import Discourse, DiscourseInput
from dragoman.consistency.second_pass import SecondPass, edge_values
from dragoman.grammar import RuleSource, RuleTable
from dragoman.search import Decoder, DecodeRequest, Input, Result
from dragoman.search.batches import for_sentences
from dragoman.search.request import BEST

TOGETHER = 500
"""About so many sentences, of whole documents, are in memory with what the first pass made of them."""


class Passes:
    """A decoder of documents, made of one for the first pass and one, with the features, for those that follow.

    Args:
        consistency: What the passes share.
        first: The decoder of the first pass.
        second: The decoder of the other passes, with the same rules.
    """

    by_document = True

    def __init__(self, consistency: Consistency, first: Decoder, second: Decoder) -> None:
        self.consistency = consistency
        self.first, self.second = first, second
        self.takes, self.makes_trees = second.takes, second.makes_trees
        self.rules, self.weights = second.rules, second.weights
        self.feature_names = second.feature_names
        self._choice = SecondPass(second, consistency.features)
        self._chooses = consistency.options.second_pass == "forest"

    def with_rules(self, rules: RuleSource) -> Passes:
        """Return the same decoder with other rules.

        Args:
            rules: The rules.
        """
        return Passes(self.consistency, self.first.with_rules(rules), self.second.with_rules(rules))

    def informed(
        self, inputs: Sequence[Input], threads: int = 1, progress: Report | None = None
    ) -> list[Input]:
        """Return the sentences with what the first pass chose in their documents; it is not done for them again.

        They are for a decoder with the same rules, which may have other weights for the second pass.

        Args:
            inputs: The sentences of whole documents.
            threads: How many threads decode; the result does not depend on it.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        names = units(inputs, self.consistency.options)
        together = self._for(inputs, threads)
        first = together._first_results(inputs, threads, progress)
        return together._with_counts(inputs, names, first, first)

    def _for(self, inputs: Sequence[Input], threads: int) -> Passes:
        """Choices are counted by the numbers of rules, so the rules of all the sentences must be in one table."""
        rules = for_sentences(self.rules, inputs, threads)
        return self if rules is self.rules else self.with_rules(rules)

    def _first_results(
        self, inputs: Sequence[Input], threads: int, progress: Report | None
    ) -> list[Result | None]:
        """What the first pass makes of every sentence; None for one without a document."""
        documents = [one for one in inputs if one.document]
        edges = self.consistency.options.forest_edges
        request = DecodeRequest(threads, forest=self._chooses, forest_edges=edges)
        results = iter(self.first.decode(documents, request, progress))
        return [next(results) if one.document else None for one in inputs]

    def decode(
        self,
        inputs: Sequence[Input],
        request: DecodeRequest = BEST,
        progress: Report | None = None,
    ) -> list[Result]:
        """Return the last pass's results; of sentences that are ``informed``, all have the second pass alone.

        Args:
            inputs: The sentences.
            request: What is wanted besides the best translation, and by how many threads.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        if any(isinstance(one, DiscourseInput) for one in inputs):
            return self._choice.decode(inputs, request, progress)
        names = units(inputs, self.consistency.options)
        together = self._for(inputs, request.threads)
        found: dict[int, Result] = {}
        for places in _groups(names):
            report = _part(progress, len(found), len(places), len(inputs))
            group = [inputs[place] for place in places]
            unit = [names[place] for place in places]
            results = together._decode(group, unit, request, report)
            found.update(zip(places, results, strict=True))
        return [found[place] for place in range(len(inputs))]

    def _decode(
        self,
        inputs: Sequence[Input],
        names: Sequence[str],
        request: DecodeRequest,
        progress: Report | None,
    ) -> list[Result]:
        first = self._first_results(inputs, request.threads, _half(progress, 0))
        known = self._with_counts(inputs, names, first, first)
        results = self._choice.decode(known, request, _half(progress, 1))
        for _ in range(self.consistency.options.passes - 2):
            chosen = [r if i.document else None for i, r in zip(inputs, results, strict=True)]
            again = self._with_counts(inputs, names, chosen, first)
            if all(map(_same, known, again)):
                break
            known = again
            results = self._choice.decode(known, request)
        return results

    @property
    def _table(self) -> RuleTable:
        return self.rules.rules_for([])

    def _with_counts(
        self,
        inputs: Sequence[Input],
        names: Sequence[str],
        chosen: Sequence[Result | None],
        first: Sequence[Result | None],
    ) -> list[Input]:
        """The sentences with what was chosen in their documents, and with the first pass's forests if they are used."""
        known: list[Input] = list(inputs)
        before = self.consistency.prior(self._table)
        for name in dict.fromkeys(name for name in names if name):
            places = [place for place, own in enumerate(names) if own == name]
            counts = before.copy()
            for place in places:
                result = chosen[place]
                if result is not None:
                    counts.add(result)
            own = self._unit([inputs[p] for p in places], counts, [first[p] for p in places])
            for place, one in zip(places, own, strict=True):
                known[place] = one
        return known

    def _unit(
        self, inputs: Sequence[Input], counts: ChoiceCounts, first: Sequence[Result | None]
    ) -> list[Input]:
        """The same for the sentences of one document or cluster."""
        consistency = self.consistency
        shared = self._table, consistency.frequencies, consistency.options
        discourse = Discourse(counts, *shared, [one.tokens for one in inputs])
        forests = [one.forest for one in first if one is not None and one.forest is not None]
        if not self._chooses or len(forests) < len(inputs):
            return [DiscourseInput.of(one, discourse) for one in inputs]
        values = edge_values(discourse, consistency.features, forests)
        return [
            DiscourseInput.of(one, discourse, first=result, edge_values=own)
            for one, result, own in zip(inputs, first, values, strict=True)
        ]


def _groups(names: Sequence[str]) -> Iterator[list[int]]:
    """The places of the sentences of whole documents or clusters, at least ``TOGETHER`` at a time."""
    units_of: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        units_of.setdefault(name, []).append(place)
    group: list[int] = []
    for places in units_of.values():
        group += places
        if len(group) >= TOGETHER:
            yield group
            group = []
    if group:
        yield group


def _part(progress: Report | None, before: int, size: int, total: int) -> Report | None:
    """Tells of some of all sentences."""
    if progress is None:
        return None
    return lambda done, whole: progress(before + done * size // max(whole, 1), total)


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


if TYPE_CHECKING:  # the type checker holds it to the protocol
    _ours: type[Decoder] = Passes
