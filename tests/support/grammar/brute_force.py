"""Extraction and scoring as the papers state them, in plain Python and without haste."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

Words = tuple[str, ...]
Links = frozenset[tuple[int, int]]


@dataclass
class Pair:
    """All that is known of a phrase pair."""

    count: int = 0
    alignments: Counter[Links] = field(default_factory=Counter)
    backward: Counter[int] = field(default_factory=Counter)
    forward: Counter[int] = field(default_factory=Counter)


@dataclass(frozen=True)
class Sentence:
    source: Words
    target: Words
    links: Links

    def consistent(self, f1: int, f2: int, e1: int, e2: int) -> bool:
        """Och & Ney 2004: some link inside, none that crosses the border."""
        inside = [(f1 <= f < f2, e1 <= e < e2) for f, e in self.links]
        return (True, True) in inside and all(a == b for a, b in inside)

    def blocks(self, limit: int) -> set[tuple[int, int, int, int]]:
        n, m = len(self.source), len(self.target)
        return {
            (f1, f2, e1, e2)
            for f1 in range(n)
            for f2 in range(f1 + 1, min(n, f1 + limit) + 1)
            for e1 in range(m)
            for e2 in range(e1 + 1, min(m, e1 + limit) + 1)
            if self.consistent(f1, f2, e1, e2)
        }

    def linked(self, f: int, e: int) -> bool:
        ends = {(-1, -1), (len(self.source), len(self.target))}
        return (f, e) in self.links or (f, e) in ends

    def orientations(
        self, block: tuple[int, int, int, int], neighbours: set[tuple[int, int, int, int]]
    ) -> tuple[int, int]:
        """0 monotone, 1 swap, 2 discontinuous; ``neighbours`` is empty for the word-based model."""
        f1, f2, e1, e2 = block
        ends_at = {(b[1] - 1, b[3] - 1) for b in neighbours}
        starts_at = {(b[0], b[3] - 1) for b in neighbours}  # Moses: the target END on both sides

        def decide(forth: bool, back: bool, forth_block: bool, back_block: bool) -> int:
            if (forth and not back) or forth_block:
                return 0
            return 1 if (back and not forth) or back_block else 2

        return (
            decide(
                self.linked(f1 - 1, e1 - 1),
                self.linked(f2, e1 - 1),
                (f1 - 1, e1 - 1) in ends_at,
                (f2, e1 - 1) in starts_at,
            ),
            decide(
                self.linked(f2, e2),
                self.linked(f1 - 1, e2),
                (f2, e2) in starts_at,
                (f1 - 1, e2) in ends_at,
            ),
        )


def extract_pairs(
    corpus: list[Sentence], limit: int, model: str
) -> dict[tuple[Words, Words], Pair]:
    pairs: dict[tuple[Words, Words], Pair] = defaultdict(Pair)
    for sentence in corpus:
        blocks = sentence.blocks(limit)
        neighbours = {
            "wbe": set(),
            "phrase": blocks,
            "hier": sentence.blocks(max(len(sentence.source), len(sentence.target), 1)),
        }[model]
        for f1, f2, e1, e2 in blocks:
            pair = pairs[sentence.source[f1:f2], sentence.target[e1:e2]]
            pair.count += 1
            pair.alignments[
                frozenset((f - f1, e - e1) for f, e in sentence.links if f1 <= f < f2)
            ] += 1
            backward, forward = sentence.orientations((f1, f2, e1, e2), neighbours)
            pair.backward[backward] += 1
            pair.forward[forward] += 1
    return dict(pairs)


def lexicon(corpus: list[Sentence]) -> Counter[tuple[str | None, str | None]]:
    counts: Counter[tuple[str | None, str | None]] = Counter()
    for sentence in corpus:
        counts.update((sentence.source[f], sentence.target[e]) for f, e in sentence.links)
        linked_f, linked_e = {f for f, _ in sentence.links}, {e for _, e in sentence.links}
        counts.update((w, None) for f, w in enumerate(sentence.source) if f not in linked_f)
        counts.update((None, w) for e, w in enumerate(sentence.target) if e not in linked_e)
    return counts


def best_alignment(pair: Pair, length: int, side: int) -> list[list[int]]:
    """For each position of one side (1: target, 0: source) its links, of the most frequent."""

    def listed(links: Links) -> list[list[int]]:
        return [sorted(p[1 - side] for p in links if p[side] == k) for k in range(length)]

    return max((count, listed(links)) for links, count in pair.alignments.items())[1]


def lexical_weight(
    words: Words, others: Words, alignment: list[list[int]], probability: dict[tuple, float]
) -> float:
    """Koehn, Och & Marcu 2003, equation 9; ``probability`` is keyed (word, other or None)."""
    product = 1.0
    for word, links in zip(words, alignment, strict=True):
        partners = [others[i] for i in links] or [None]
        product *= sum(probability[word, other] for other in partners) / len(partners)
    return product
