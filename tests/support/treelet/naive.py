"""S-phrases in plain Python, the twin of core/grammar/treelet."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from dragoman.grammar.treelet.derivation import Derivation, Site, adjunctions_of

Span = tuple[int, int, int, int]
"""Source begin and end, target begin and end; ends are not included."""
Links = Iterable[tuple[int, int]]


def phrase_pairs(source: int, target: int, links: Links, longest: int) -> list[Span]:
    """All spans that are linked to each other and to nothing else."""
    found = []
    for i in range(source):
        for j in range(i + 1, min(source, i + longest) + 1):
            for k in range(target):
                for n in range(k + 1, min(target, k + longest) + 1):
                    inside = [(i <= a < j, k <= b < n) for a, b in links]
                    if any(a and b for a, b in inside) and all(a == b for a, b in inside):
                        found.append((i, j, k, n))
    return found


def restricted(derivation: Derivation, begin: int, end: int) -> Derivation:
    """The spines of a phrase and the adjunctions between them; copies without modifiers are dropped."""
    kept = [
        a for a in derivation.adjunctions if begin <= a.modifier < end and begin <= a.head < end
    ]
    used: dict[tuple[int, int], set[int]] = defaultdict(set)
    for one in kept:
        used[one.head, one.site.node].add(one.site.copy)
    attachments = {}
    for one in kept:
        copies = sorted(used[one.head, one.site.node] | {0})
        site = Site(one.site.node, copies.index(one.site.copy))
        attachments[one.modifier - begin] = (one.head - begin, site)
    return Derivation(derivation.spines[begin:end], adjunctions_of(attachments))


def alignment(span: Span, pairs: list[Span]) -> tuple[tuple[int, int], ...]:
    """For each target word the source words of the smallest pair that has it and lies inside on the source side."""
    result = []
    for word in range(span[2], span[3]):
        fitting = [
            (j - i + n - k, i, j)
            for i, j, k, n in pairs
            if k <= word < n and span[0] <= i and j <= span[1]
        ]
        _, begin, end = min(fitting)
        result.append((begin - span[0], end - 1 - span[0]))
    return tuple(result)


Analysis = tuple[Derivation, tuple[tuple[int, int], ...]]


def count(
    corpus: Iterable[tuple[str, Derivation | None, Links]], longest: int
) -> dict[tuple[str, str], Counter[Analysis]]:
    """How often each phrase pair was seen with each analysis."""
    found: dict[tuple[str, str], Counter[Analysis]] = defaultdict(Counter)
    for source, derivation, links in corpus:
        if derivation is None:
            continue
        words = source.split()
        pairs = phrase_pairs(len(words), len(derivation.spines), list(links), longest)
        for span in pairs:
            key = (
                " ".join(words[span[0] : span[1]]),
                " ".join(derivation.words()[span[2] : span[3]]),
            )
            treelets = restricted(derivation, span[2], span[3])
            found[key][treelets, alignment(span, pairs)] += 1
    return found
