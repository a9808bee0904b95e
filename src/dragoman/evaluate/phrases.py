"""The phrases that a system translates with (Galley & Manning 2010, section 6): lengths, gaps and crossings.

counts = count_phrases(translation.derivation for translation in model.translate(lines))
counts.words_per_phrase, counts.single_words, counts.source_gaps

A phrase translates source words. Glue, adjunctions and rules of non-terminals alone are no phrases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from dragoman.draw.charts import columns, legend
from dragoman.forest import Derivation

LONGEST = 7
"""Longer phrases are counted together (figure 6)."""


@dataclass
class PhraseCounts:
    """Sums over the translations of a text."""

    sentences: int = 0
    phrases: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    """The number of phrases for each number of target words."""
    source_gaps: int = 0
    target_gaps: int = 0
    cross_serial: int = 0
    bonbons: int = 0
    """Sentences with at least one such phrase, or pair of phrases."""

    @property
    def words(self) -> int:
        """Target words of phrases."""
        return sum(length * count for length, count in self.lengths.items())

    @property
    def words_per_phrase(self) -> float:
        """Target words of a phrase, on average."""
        return self.words / max(1, self.phrases)

    @property
    def single_words(self) -> float:
        """The share of phrases with one target word."""
        return self.lengths[1] / max(1, self.phrases)

    def mass(self) -> list[int]:
        """Figure 6: how many target words lie in phrases of 1, 2, ... words; the last number is of all longer ones."""
        found = [0] * LONGEST
        for length, count in self.lengths.items():
            if length:
                found[min(length, LONGEST) - 1] += length * count
        return found

    def rows(self) -> list[tuple[str, str]]:
        """Names and values for a table."""
        share = 100 / max(1, self.sentences)
        return [
            ("sentences", f"{self.sentences}"),
            ("phrases", f"{self.phrases}"),
            ("target words per phrase", f"{self.words_per_phrase:.2f}"),
            ("phrases of one target word", f"{100 * self.single_words:.1f}%"),
            ("sentences with source gaps", f"{share * self.source_gaps:.1f}%"),
            ("sentences with target gaps", f"{share * self.target_gaps:.1f}%"),
            ("sentences with cross-serial phrases", f"{share * self.cross_serial:.1f}%"),
            ("sentences with bonbons", f"{share * self.bonbons:.1f}%"),
        ]


def count_phrases(derivations: Iterable[Derivation]) -> PhraseCounts:
    """Return the counts of some translations.

    Args:
        derivations: The derivations of some translations.
    """
    counts = PhraseCounts()
    for derivation in derivations:
        counts.sentences += 1
        phrases = derivation.phrases
        counts.phrases += len(phrases)
        counts.lengths.update(len(step.target) for step in phrases)
        counts.source_gaps += any(len(step.source_spans) > 1 for step in phrases)
        counts.target_gaps += any(len(step.target_spans) > 1 for step in phrases)
        places = [
            ([w for a, b in step.source_spans for w in range(a, b)], list(step.target_positions))
            for step in phrases
        ]
        pairs = list(combinations([p for p in places if _has_gap(p[0]) or _has_gap(p[1])], 2))
        counts.cross_serial += any(
            _interleaved(a[0], b[0]) or _interleaved(a[1], b[1]) for a, b in pairs
        )
        counts.bonbons += any(_bonbon(a, b) or _bonbon(b, a) for a, b in pairs)
    return counts


def _has_gap(positions: Sequence[int]) -> bool:
    return bool(positions) and positions[-1] - positions[0] >= len(positions)


def _interleaved(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether the positions go a b a b, or b a b a."""
    row = sorted([(p, 0) for p in a] + [(p, 1) for p in b])
    return sum(before != after for (_, before), (_, after) in pairwise(row)) > 2


def _bonbon(a: tuple[list[int], list[int]], b: tuple[list[int], list[int]]) -> bool:
    """Whether a has words of b in a source gap, and b words of a in a target gap."""
    return _reaches_into(b[0], a[0]) and _reaches_into(a[1], b[1])


def _reaches_into(inner: Sequence[int], outer: Sequence[int]) -> bool:
    return bool(outer) and any(outer[0] < position < outer[-1] for position in inner)


def as_svg(names: Sequence[str], counts: Sequence[PhraseCounts]) -> str:
    """Figure 6: the share of target words in phrases of each length, in per cent."""
    labels = [*map(str, range(1, LONGEST)), f"{LONGEST}+"]
    series = [[100 * m / max(1, one.words) for m in one.mass()] for one in counts]
    return columns(labels, series, names)


def as_html(names: Sequence[str], counts: Sequence[PhraseCounts]) -> str:
    """The table and the picture as a page."""
    from html import escape

    head = "".join(f"<th>{escape(name)}</th>" for name in ("", *names))
    rows = "".join(
        f"<tr><td>{escape(row[0][0])}</td>"
        + "".join(f"<td>{value}</td>" for _, value in row)
        + "</tr>"
        for row in zip(*(one.rows() for one in counts), strict=True)
    )
    return (
        '<!doctype html><meta charset="utf-8"><title>Phrases</title>'
        "<style>body{font-family:sans-serif}td,th{padding:2px 10px;text-align:right}"
        "td:first-child{text-align:left}svg text{font-size:11px}.axis{stroke:#888}"
        ".key i{display:inline-block;width:12px;height:12px;margin:0 4px 0 12px}</style>"
        f"<h1>Phrases</h1><table><tr>{head}</tr>{rows}</table>"
        f"<h2>Target words by length of their phrase (%)</h2>{legend(names)}{as_svg(names, counts)}"
    )
