"""What consistency changes: systems beside a baseline, document by document (Ture et al. 2012, section 5).

report = consistency_report(outputs, references)
report.systems[1].rises                 # table 3: documents with a higher score than the baseline's
report.systems[1].changes               # table 4: source phrases translated differently, by document
report.systems[1].terms                 # repeated words with their translations
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dragoman.common.errors import ConfigError
from dragoman.consistency.difference import different
from dragoman.corpus.document import document_spans
from dragoman.evaluate.metric import Metric
from dragoman.evaluate.shapes import Stream
from dragoman.evaluate.term_choices import RepeatedTerm, repeated_terms
from dragoman.forest import Derivation


@dataclass(frozen=True)
class DocumentOutput:
    """The translations of one system."""

    name: str
    texts: Sequence[str]
    derivations: Sequence[Derivation]
    documents: Sequence[str]
    """The document of every sentence."""
    finish: Callable[[Sequence[str]], str] = " ".join
    """What makes a text of the words of a derivation."""


@dataclass(frozen=True)
class Change:
    """A source phrase of a document that a system translates differently from the baseline."""

    document: str
    source: str
    sentences: tuple[int, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True)
class SystemReport:
    """One system."""

    name: str
    score: float | None
    document_scores: dict[str, float]
    """Empty without references."""
    rises: int
    falls: int
    same: int
    """Documents, against the baseline."""
    changes: tuple[Change, ...]
    changed_sentences: int
    terms: tuple[RepeatedTerm, ...]

    @property
    def varied(self) -> list[RepeatedTerm]:
        """Repeated terms with several translations."""
        return [term for term in self.terms if term.varied]


@dataclass(frozen=True)
class ConsistencyReport:
    """All systems; the first is the baseline."""

    sentences: int
    documents: int
    metric: str
    systems: tuple[SystemReport, ...]

    @property
    def any_change(self) -> dict[tuple[str, str], set[int]]:
        """The cases of table 4's row "Any": each document and phrase that some system changes, and the sentences."""
        found: dict[tuple[str, str], set[int]] = {}
        for system in self.systems:
            for change in system.changes:
                found.setdefault((change.document, change.source), set()).update(change.sentences)
        return found

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain data, which JSON can hold."""
        return {
            "sentences": self.sentences,
            "documents": self.documents,
            "metric": self.metric,
            "any": {
                "cases": len(self.any_change),
                "sentences": len(set().union(*self.any_change.values())),
            },
            "systems": [_plain(system) for system in self.systems],
        }


def consistency_report(
    outputs: Sequence[DocumentOutput], references: Sequence[Stream] | None, metric: Metric
) -> ConsistencyReport:
    """Compare the first system with the others; ``references`` are whole texts, one for each reference."""
    baseline = outputs[0]
    sizes = {len(one.texts) for one in outputs} | set(map(len, references or ()))
    if len(sizes) > 1:
        raise ConfigError("systems and references must have equally many sentences")
    if not all(baseline.documents):
        raise ConfigError("the report needs the document of every sentence")
    scores = [_scores(one, references, metric) for one in outputs]
    systems = []
    for one, (score, by_document) in zip(outputs, scores, strict=True):
        first = scores[0][1]
        signs = [np.sign(value - first[name]) for name, value in by_document.items()]
        signs = signs if metric.higher_is_better else [-sign for sign in signs]
        changes = changed_phrases(baseline, one)
        touched = {number for change in changes for number in change.sentences}
        systems.append(
            SystemReport(
                one.name,
                score,
                by_document,
                signs.count(1),
                signs.count(-1),
                signs.count(0),
                tuple(changes),
                len(touched),
                tuple(repeated_terms(one.derivations, one.documents)),
            )
        )
    documents = len(set(baseline.documents))
    return ConsistencyReport(len(baseline.texts), documents, metric.name, tuple(systems))


def _scores(
    output: DocumentOutput, references: Sequence[Stream] | None, metric: Metric
) -> tuple[float | None, dict[str, float]]:
    if references is None:
        return None, {}
    rows = metric.corpus_statistics(list(output.texts), references)
    places: dict[str, list[int]] = {}
    for name, begin, end in document_spans(output.documents):
        places.setdefault(name, []).extend(range(begin, end))
    by_document = {name: metric.score(rows[own].sum(axis=0)) for name, own in places.items()}
    return metric.score(rows.sum(axis=0)), by_document


def changed_phrases(before: DocumentOutput, after: DocumentOutput) -> list[Change]:
    """Source phrases whose translations are different, each once for a document.

    Two derivations may divide a sentence differently: phrases are the smallest blocks of source words that both
    translate by themselves.
    """
    found: dict[tuple[str, str], tuple[set[int], Counter[str], Counter[str]]] = {}
    pairs = zip(before.documents, before.derivations, after.derivations, strict=True)
    for number, (document, old, new) in enumerate(pairs):
        for source, first, second in common_blocks(old, new):
            if different(first, second):
                entry = found.setdefault((document, source), (set(), Counter(), Counter()))
                entry[0].add(number)
                entry[1][first] += 1
                entry[2][second] += 1
    return [
        Change(document, source, tuple(sorted(numbers)), tuple(first), tuple(second))
        for (document, source), (numbers, first, second) in found.items()
    ]


@dataclass(frozen=True)
class Block:
    """Source words that two derivations translate by themselves, and the places of both translations."""

    source: str
    before: tuple[int, ...]
    after: tuple[int, ...]


def common_blocks(old: Derivation, new: Derivation) -> list[tuple[str, str, str]]:
    """Return the source words and both translations of every common block."""
    return [
        (
            block.source,
            " ".join(old.tokens[place] for place in block.before),
            " ".join(new.tokens[place] for place in block.after),
        )
        for block in blocks_of(old, new)
    ]


def blocks_of(old: Derivation, new: Derivation) -> list[Block]:
    """Return the smallest sets of source words that no step of either derivation divides."""
    leader = list(range(len(old.source)))

    def find(place: int) -> int:
        while leader[place] != place:
            place = leader[place]
        return place

    for step in (*old.steps, *new.steps):
        places = [place for begin, end in step.source_spans for place in range(begin, end)]
        for place in places[1:]:
            leader[find(place)] = find(places[0])
    blocks: dict[int, list[int]] = {}
    for place in range(len(old.source)):
        blocks.setdefault(find(place), []).append(place)
    sides = [_targets(derivation, find) for derivation in (old, new)]
    return [
        Block(
            " ".join(old.source[place] for place in places),
            sides[0].get(root, ()),
            sides[1].get(root, ()),
        )
        for root, places in blocks.items()
    ]


def _targets(derivation: Derivation, find: Any) -> dict[int, tuple[int, ...]]:
    """The places of every block's target words, in order."""
    places: dict[int, list[int]] = {}
    for step in derivation.steps:
        if step.source_spans:
            places.setdefault(find(step.source_spans[0][0]), []).extend(step.target_positions)
    return {root: tuple(sorted(own)) for root, own in places.items()}


def _plain(system: SystemReport) -> dict[str, Any]:
    return {
        "name": system.name,
        "score": system.score,
        "document_scores": system.document_scores,
        "documents": {"rise": system.rises, "fall": system.falls, "same": system.same},
        "changed_sentences": system.changed_sentences,
        "changes": [
            {
                "document": change.document,
                "source": change.source,
                "sentences": [number + 1 for number in change.sentences],
                "before": list(change.before),
                "after": list(change.after),
            }
            for change in system.changes
        ],
        "terms": [
            {
                "document": term.document,
                "source": term.source,
                "translations": dict(term.translations),
            }
            for term in system.terms
        ],
    }
