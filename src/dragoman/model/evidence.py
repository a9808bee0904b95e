"""The sentence pairs that a translation was learned from: for every phrase, those for it and those against it.

    found = model.evidence(model.translate("das haus ist klein"))
    print(found)                         # tables
    found.phrases[0].examples            # pairs, with the words of the phrase

A pair speaks for a phrase if the phrase could have been extracted there. It speaks against it if the same source words
are translated by something else. Pairs that are most like the sentence come first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate
from typing import Any

from dragoman.common.errors import ConfigError
from dragoman.draw.derivation import MARKS
from dragoman.draw.tables import display_width, text_table
from dragoman.forest import Derivation
from dragoman.forest.derivation import Step, contiguous
from dragoman.grammar.occurrences import IndexedBitext, Pieces, Place

_WIDE = 110
"""Columns of a terminal for both sides of a pair."""
MOST = 250
"""Occurrences of a phrase that are looked at, at most, spread evenly over the text."""


@dataclass(frozen=True)
class Example:
    """A sentence pair, and the places of a phrase's words in it."""

    line: int
    """The number of the pair in the model's text, from 1; pairs that were added later come last."""
    added: bool
    """Whether the pair came later (``dragoman update``)."""
    source: tuple[str, ...]
    target: tuple[str, ...]
    source_places: tuple[int, ...]
    target_places: tuple[int, ...]

    def marked(self) -> tuple[str, str]:
        """Return both sides with the phrase in brackets."""
        return _marked(self.source, self.source_places), _marked(self.target, self.target_places)


@dataclass(frozen=True)
class PhraseEvidence:
    """What the text says about one phrase of a translation, or about a word that it does not know."""

    number: int
    """Of the phrase in the derivation, from 1."""
    source: str
    target: str
    made: str
    """What made the translation, if no rule of the text did: the user, the translation memory, a guess."""
    occurrences: int
    """How often the source words are in the text; of a frequent phrase with gaps, its rarest piece."""
    looked_at: int
    """How many of them were looked at."""
    supporting: int
    """How many of these could teach the phrase."""
    examples: tuple[Example, ...]
    others: tuple[tuple[str, int], ...]
    """Other translations of the source words there, the most frequent first."""
    against: tuple[Example, ...]
    """Pairs with the most frequent of them."""


@dataclass(frozen=True)
class Evidence:
    """The evidence for a translation, phrase by phrase in target order."""

    text: str
    phrases: tuple[PhraseEvidence, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        return asdict(self)

    def __str__(self) -> str:
        parts = [self.text]
        for one in self.phrases:
            share = f"{one.supporting} of {one.looked_at}"
            more = "" if one.looked_at == one.occurrences else f", drawn from {one.occurrences}"
            told = f"{share}{more}" if one.occurrences else "the text does not have it"
            made = f" [{one.made}]" * bool(one.made)
            parts.append(f"{one.source} -> {one.target}{made}  ({told})")
            rows = [[str(e.line) + ("+" * e.added), *e.marked()] for e in one.examples]
            if one.others:
                others = ", ".join(f"{text} {count}" for text, count in one.others)
                rows.append(["", "otherwise:", others])
            rows += [[str(e.line) + ("+" * e.added), *e.marked()] for e in one.against]
            if rows:
                parts.append(_shown([["line", "source", "target"], *rows]))
        return "\n\n".join(parts)


def _shown(rows: Sequence[Sequence[str]]) -> str:
    """The pairs as a table; of long sentences, both sides one below the other."""
    widest = sum(max(display_width(row[side]) for row in rows) for side in (1, 2))
    if widest <= _WIDE:
        return text_table(rows, left=3)
    room = max(len(row[0]) for row in rows)
    below = "\n" + " " * (room + 2)
    return "\n".join(
        f"{number:>{room}}  {source}{below if number else ' '}{target}"
        for number, source, target in rows[1:]
    )


def evidence_of(
    texts: Sequence[IndexedBitext], derivation: Derivation, text: str, examples: int = 3
) -> Evidence:
    """Return the evidence that an indexed text has for a derivation.

    Args:
        texts: The parts of the text; all but the first were added later.
        derivation: How the sentence was translated.
        text: The translation as it is shown.
        examples: How many pairs are listed for a phrase, and against it.
    """
    if examples < 0:
        raise ConfigError(f"examples: expected a whole number of at least 0, got {examples}")
    before = list(accumulate(map(len, texts), initial=0))
    around = frozenset(derivation.source)
    steps = [
        (number, step)
        for number, step in enumerate(derivation.in_target_order, 1)
        if step.source and step.kind != "glue"
    ]
    phrases = [_phrase(texts, before, step, number, around, examples) for number, step in steps]
    return Evidence(text, tuple(phrases))


def _phrase(
    texts: Sequence[IndexedBitext],
    before: Sequence[int],
    step: Step,
    number_of_step: int,
    around: frozenset[str],
    examples: int,
) -> PhraseEvidence:
    source = _pieces(step.source, [b - a for a, b in step.source_spans])
    target = _pieces(step.target, [b - a for a, b in contiguous(step.target_positions)])
    occurrences = looked_at = 0
    good: list[tuple[int, Place, tuple[int, ...]]] = []
    bad: dict[str, list[tuple[int, Place, tuple[int, ...]]]] = {}
    for number, text in enumerate(texts):
        count, places = text.places(source, MOST)
        occurrences += count
        looked_at += len(places)
        for ways, (place, where) in zip(places, text.taught(places, target), strict=True):
            if where is not None:
                good.append((number, place, where))
                continue
            place = next((one for one in ways if one.linked and one.closed), place)
            if place.linked and place.closed:
                spans = contiguous(place.linked)
                other = " … ".join(" ".join(text.line("target", place.line, *one)) for one in spans)
                bad.setdefault(other, []).append((number, place, place.linked))
    others = Counter({other: len(found) for other, found in bad.items()}).most_common(5)

    known = [text.numbers(around) for text in texts]

    def rank(one: tuple[int, Place, tuple[int, ...]]) -> tuple[float, int]:
        number, place, _ = one
        own = texts[number].numbers_in("source", place.line)
        return -_likeness(len(own & known[number]), len(own), len(around)), before[
            number
        ] + place.line

    def shown(found: Sequence[tuple[int, Place, tuple[int, ...]]]) -> tuple[Example, ...]:
        return tuple(
            Example(
                before[number] + place.line + 1,
                number > 0,
                tuple(texts[number].line("source", place.line)),
                tuple(texts[number].line("target", place.line)),
                place.source,
                where,
            )
            for number, place, where in sorted(found, key=rank)[:examples]
        )

    against = shown(bad[others[0][0]]) if others else ()
    return PhraseEvidence(
        number_of_step,
        step.source_text,
        step.target_text,
        "" if step.kind in ("rule", "unknown") else MARKS.get(step.kind, ""),
        occurrences,
        looked_at,
        len(good),
        shown(good),
        tuple(others),
        against,
    )


def _pieces(words: Sequence[str], lengths: Sequence[int]) -> Pieces:
    found, begin = [], 0
    for length in lengths:
        found.append(words[begin : begin + length])
        begin += length
    return found


def _likeness(common: int, own: int, around: int) -> float:
    """How much of the sentence a pair has, and how little else: twice the common words by all words."""
    return 2 * common / (own + around)


def _marked(words: Sequence[str], places: Sequence[int]) -> str:
    """The words with brackets around those of the phrase."""
    begins = {a for a, _ in contiguous(tuple(places))}
    ends = {b - 1 for _, b in contiguous(tuple(places))}
    return " ".join(
        "[" * (place in begins) + word + "]" * (place in ends) for place, word in enumerate(words)
    )
