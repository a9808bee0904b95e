"""What single changes do to a document's score: the sample of 60 cases of Ture et al. (2012, section 5).

A case is a phrase of a document that some system translates differently from the baseline. The effect of a system's
change is the score of the baseline's document with this change alone, minus that of the baseline's document.

    sample = sample_effects(outputs, references, metric, count=60, seed=1)
    sample.helped, sample.harmed, sample.unchanged
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dragoman.consistency.difference import different
from dragoman.evaluate.consistency import Block, DocumentOutput, blocks_of
from dragoman.evaluate.metric import Metric
from dragoman.evaluate.shapes import Stream
from dragoman.forest import Derivation

Case = tuple[str, str]
"""A document and a source phrase."""
Texts = dict[int, str]
"""The baseline's sentences with a change, by their numbers."""
SAME = 1e-9
"""Smaller differences of scores are rounding."""


@dataclass(frozen=True)
class CaseEffect:
    """A case, and what the change of each system that has one does to the document's score; more is better."""

    document: str
    source: str
    effects: Mapping[str, float]

    @property
    def helped(self) -> bool:
        """Whether some system's change makes the score better."""
        return any(effect > SAME for effect in self.effects.values())

    @property
    def harmed(self) -> bool:
        """Whether some system's change makes the score worse."""
        return any(effect < -SAME for effect in self.effects.values())


@dataclass(frozen=True)
class CaseSample:
    """Cases that were drawn, of how many there are."""

    total: int
    cases: tuple[CaseEffect, ...]

    @property
    def helped(self) -> int:
        """In how many cases some system makes the score better."""
        return sum(case.helped for case in self.cases)

    @property
    def harmed(self) -> int:
        """In how many cases some system makes it worse. A case may be among both."""
        return sum(case.harmed for case in self.cases)

    @property
    def unchanged(self) -> int:
        """In how many cases no system changes it."""
        return sum(not case.helped and not case.harmed for case in self.cases)

    def of_system(self, name: str) -> tuple[int, int]:
        """Return how many changes of a system make the score better, and how many make it worse.

        Args:
            name: The system.
        """
        effects = [case.effects.get(name, 0.0) for case in self.cases]
        return sum(e > SAME for e in effects), sum(e < -SAME for e in effects)


def sample_effects(
    outputs: Sequence[DocumentOutput],
    references: Sequence[Stream],
    metric: Metric,
    count: int,
    seed: int = 1,
) -> CaseSample:
    """Draw cases, and measure what each system's change does to the score of its document.

    Args:
        outputs: The systems, first the baseline.
        references: Whole texts, one for each reference.
        metric: What scores a document.
        count: How many cases are drawn, at most.
        seed: Another seed draws other cases.
    """
    baseline, *others = outputs
    changed = {one.name: _changed_texts(baseline, one) for one in others}
    cases = sorted({case for texts in changed.values() for case in texts})
    chosen = np.random.default_rng(seed).permutation(len(cases))[:count]
    rows = metric.corpus_statistics(list(baseline.texts), references)
    names = np.array(baseline.documents)
    sign = 1 if metric.higher_is_better else -1
    found = []
    for number in sorted(chosen.tolist()):
        document, source = cases[number]
        whole = rows[names == document].sum(axis=0)
        effects = {}
        for name, texts in changed.items():
            own = texts.get((document, source))
            if own is not None:
                lines = sorted(own)
                streams = [[stream[line] for line in lines] for stream in references]
                new = metric.corpus_statistics([own[line] for line in lines], streams)
                total = whole - rows[lines].sum(axis=0) + new.sum(axis=0)
                effects[name] = sign * (metric.score(total) - metric.score(whole))
        found.append(CaseEffect(document, source, effects))
    return CaseSample(len(cases), tuple(found))


def _changed_texts(before: DocumentOutput, after: DocumentOutput) -> dict[Case, Texts]:
    """For every case, the baseline's sentences with this change alone."""
    found: dict[Case, Texts] = {}
    pairs = zip(before.documents, before.derivations, after.derivations, strict=True)
    for number, (document, old, new) in enumerate(pairs):
        by_source: dict[str, list[Block]] = {}
        for block in blocks_of(old, new):
            sides = (" ".join(d.tokens[p] for p in places) for d, places in _sides(block, old, new))
            if different(*sides):
                by_source.setdefault(block.source, []).append(block)
        for source, blocks in by_source.items():
            text = before.finish(_with_changes(old, new, blocks))
            found.setdefault((document, source), {})[number] = text
    return found


def _sides(
    block: Block, old: Derivation, new: Derivation
) -> tuple[tuple[Derivation, tuple[int, ...]], ...]:
    return (old, block.before), (new, block.after)


def _with_changes(old: Derivation, new: Derivation, blocks: Sequence[Block]) -> list[str]:
    """The words of the old translation, those of the blocks in the new way, where the old ones begin.

    What was not translated at all comes where the new translation has it.
    """
    begin: dict[int, list[str]] = {}
    gone: set[int] = set()
    for block in blocks:
        where = min(block.before) if block.before else min(block.after, default=0)
        begin.setdefault(min(where, len(old.tokens)), []).extend(new.tokens[p] for p in block.after)
        gone.update(block.before)
    words: list[str] = []
    for place in range(len(old.tokens) + 1):
        words += begin.get(place, [])
        if place < len(old.tokens) and place not in gone:
            words.append(old.tokens[place])
    return words
