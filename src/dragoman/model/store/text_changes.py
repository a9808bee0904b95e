"""The training text of a model while it is changed (``Model.changing_text``).

Pairs are added, left out and put back in memory; the journal says who did it. What is done with one ``TextChanges`` is
one step: the model takes all of it, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from dragoman.align import Aligner
from dragoman.common.errors import ConfigError
from dragoman.corpus.preparation import TextPreparation
from dragoman.grammar import RuleSource
from dragoman.model.store.additions import (
    ADDED,
    Additions,
    Pair,
    added_text,
    check_links,
    enlarge,
    growing,
    pairs_of,
    without_last,
)
from dragoman.model.store.changes import (
    CHANGES,
    Change,
    ChangedPair,
    Journal,
    pair_at,
    places_of,
    with_again,
    without,
)


class TextChanges:
    """Changes of a training text in memory.

    Args:
        rules: The rules that are looked up in the text.
        papers: The texts saved with the model, of which two are read: the pairs that were added, and the journal.
        text: How text is prepared.
        aligner: Opens what aligns pairs that are added without links, if the model has it.
        who: Who changes the text, for the journal.
        threads: How many threads work; the result does not depend on it.
    """

    def __init__(
        self,
        rules: RuleSource,
        papers: Mapping[str, str],
        text: TextPreparation,
        aligner: Callable[[], Aligner | None],
        who: str = "",
        threads: int = 1,
    ) -> None:
        self.rules = growing(rules)
        self.papers = dict(papers)
        self._before = self.rules
        self._text, self._aligner = text, aligner
        self._who, self._threads = who, threads

    @property
    def changed(self) -> bool:
        """Whether the text is another one now."""
        return self.rules is not self._before

    @property
    def journal(self) -> Journal:
        """All changes of the text so far."""
        return Journal.parse(self.papers.get(CHANGES, ""), CHANGES)

    def add(self, pairs: Sequence[Pair]) -> Additions:
        """Add pairs.

        Args:
            pairs: The pairs, with links if they were given.
        """
        aligner = self._aligner()
        check_links(pairs, aligner=aligner is not None)
        before = pairs_of(self.papers.get(ADDED, ""), ADDED)
        grown, kept = enlarge(self.rules, pairs, self._text, aligner, self._threads, before)
        if kept:
            own = tuple(pair_at(grown, line + 1) for line in range(len(self.rules), len(grown)))
            raw = tuple((one.source, one.target) for one in kept)
            self._record(self.journal.with_change(self._who, "added", pairs=own, raw=raw))
            self.papers[ADDED] = self.papers.get(ADDED, "") + added_text(kept)
            self.rules = grown
        return Additions(len(kept), len(pairs) - len(kept), len(grown))

    def leave_out(self, lines: Iterable[int]) -> Change:
        """Leave pairs out; the others keep their numbers.

        Args:
            lines: The numbers of the pairs, from 1.
        """
        chosen = list(dict.fromkeys(lines))
        if not all(isinstance(one, int) for one in chosen):
            raise TypeError(f"expected numbers of sentence pairs, got {chosen!r}")
        if not chosen:
            raise ConfigError("expected numbers of sentence pairs")
        pairs = tuple(pair_at(self.rules, line) for line in chosen)
        change = self._record(self.journal.with_change(self._who, "left out", pairs=pairs))
        self.rules = without(self.rules, pairs, self._threads)
        return change

    def exchange(self, lines: Sequence[int], pairs: Sequence[Pair]) -> None:
        """Leave pairs out, if any are named, and add others, if there are any.

        Args:
            lines: The numbers of the pairs that go, from 1: they mean pairs that are there before.
            pairs: The pairs that come.
        """
        if lines:
            self.leave_out(lines)
        if pairs:
            self.add(pairs)

    def leave_out_again(self, pairs: Iterable[ChangedPair]) -> int:
        """Leave out what has the words of pairs that were left out of another text; return how many pairs these are.

        Args:
            pairs: The pairs of the other text.
        """
        lines = places_of(self.rules, pairs)
        if lines:
            self.leave_out(lines)
        return len(lines)

    def undo(self) -> Change:
        """Take the last change back that was not taken back, and return it."""
        last = self.journal.last()
        self._record(self.journal.with_change(self._who, "taken back", undoes=last.number))
        if last.what == "added":
            self.rules = without(self.rules, last.pairs, self._threads)
            left = pairs_of(self.papers.get(ADDED, ""), ADDED)
            self.papers[ADDED] = added_text(without_last(left, last.raw))
        else:
            self.rules = with_again(self.rules, last.pairs, self._threads)
        return last

    def _record(self, journal: Journal) -> Change:
        self.papers[CHANGES] = journal.text()
        return journal.changes[-1]
