"""The syntactic language model and the backed-off dependency model in plain Python, twins of core/grammar/treelet."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator
from itertools import product

from dragoman.grammar.treelet.derivation import Derivation, Spine
from support.treelet.naive import Links, alignment, phrase_pairs

Event = tuple[str, tuple[Hashable, ...], Hashable]
"""What is decided, contexts from the most specific to the most general, the outcome."""


def top(spine: Spine) -> str:
    return spine.nodes[-1] if spine.nodes else spine.tag


def _modifier(
    head: Spine | None, left: bool, node: int, upper: bool, last: str, spine: Spine
) -> Iterator[Event]:
    side: Hashable = "" if head is None else left
    label = "TOP" if head is None else head.nodes[node]
    below = "" if head is None else (head.nodes[node - 1] if node else head.tag)
    tag, word = (head.tag, head.word) if head is not None else ("", "")
    chain = spine.tag, spine.nodes
    yield (
        "label",
        (
            (side, label, below, upper, last, tag, word),
            (side, label, below, upper, last, tag),
            (side, label, below, upper, last),
            (side, label),
        ),
        top(spine),
    )
    over = top(spine)
    yield (
        "spine",
        (
            (over, side, label, below, tag, word),
            (over, side, label, below, tag),
            (over, label),
            (over,),
        ),
        chain,
    )
    yield (
        "word",
        ((chain, side, label, tag, word), (chain, side, label, tag), (chain,), (spine.tag,)),
        spine.word,
    )


def _action(
    head: Spine, left: bool, state: tuple[int, bool, bool, str], action: str
) -> Iterator[Event]:
    node, upper, fresh, last = state
    below = head.nodes[node - 1] if node else head.tag
    above = head.nodes[node + 1] if node + 1 < len(head.nodes) else ""
    most = (left, head.nodes[node], below, above, upper, fresh, last)
    general = (left, head.nodes[node], upper, fresh)
    yield "action", ((*most, head.tag, head.word), (*most, head.tag), most, general), action


def events(derivation: Derivation) -> Iterator[Event]:
    """All decisions that make a tree."""
    spines = derivation.spines
    for root in derivation.roots():
        yield from _modifier(None, False, 0, False, "", spines[root])
    for number, head in enumerate(spines):
        for left in (True, False):
            mine = [a for a in derivation.adjunctions if a.head == number and a.left == left]
            mine.sort(key=lambda a: abs(a.modifier - number))
            node, copy, last, fresh = 0, 0, "", False
            for one in mine:
                while node < one.site.node:
                    yield from _action(head, left, (node, copy > 0, fresh, last), "up")
                    node, copy, fresh = node + 1, 0, False
                action = "here" if one.site.copy == copy else "copy"
                yield from _action(head, left, (node, copy > 0, fresh, last), action)
                copy = one.site.copy
                yield from _modifier(head, left, node, copy > 0, last, spines[one.modifier])
                last, fresh = top(spines[one.modifier]), True
            while node < len(head.nodes):
                yield from _action(head, left, (node, copy > 0, fresh, last), "up")
                node, copy, fresh = node + 1, 0, False


class NaiveSyntax:
    """score_SYN."""

    def __init__(self, derivations: Iterable[Derivation]) -> None:
        self.counts: dict[Hashable, Counter[Hashable]] = defaultdict(Counter)
        self.outcomes: dict[str, set[Hashable]] = defaultdict(set)
        for derivation in derivations:
            for decision, contexts, outcome in events(derivation):
                self.outcomes[decision].add(outcome)
                for level, context in enumerate(contexts):
                    self.counts[decision, level, context][outcome] += 1

    def score(self, derivation: Derivation) -> float:
        total = 0.0
        for decision, contexts, outcome in events(derivation):
            p = 1 / (len(self.outcomes[decision]) + 1)
            for level in (3, 2, 1, 0):
                found = self.counts.get((decision, level, contexts[level]))
                if found:
                    share = found.total() / (found.total() + 5 * len(found))
                    p = share * found[outcome] / found.total() + (1 - share) * p
            total += math.log(p)
        return total


Range = tuple[int, int]


def gamma_contexts(
    modifier: Spine, head: Spine, a: Range, b: Range, left: bool, tags: list[str]
) -> list[Hashable]:
    """Those of the backed-off model, the most specific first."""
    rho = sum(a) > sum(b) if left else sum(a) < sum(b)
    apart = max(b[0] - a[1], a[0] - b[1])
    distance = (
        0 if apart <= 0 else apart if apart <= 4 else 5 if apart <= 6 else 6 if apart <= 10 else 7
    )
    source = tuple((tags[r[0]], tags[r[1]]) for r in (a, b)) if tags else ()
    order = (left, rho, distance)
    return [
        (0, modifier[1:], head[1:], order, source),
        (1, modifier.tag, top(modifier), head.tag, order, source),
        (2, modifier.tag, top(modifier), head.tag, order),
        (3, modifier.tag, head.tag, order),
        (4, order),
    ]


def sentence_ranges(source: int, target: int, links: Links, longest: int) -> list[set[Range]]:
    """For each target word the source words that it is aligned to, in some phrase pair."""
    pairs = phrase_pairs(source, target, list(links), longest)
    ranges: list[set[Range]] = [set() for _ in range(target)]
    for pair in pairs:
        for place, (first, last) in enumerate(alignment(pair, pairs)):
            ranges[pair[2] + place].add((first + pair[0], last + pair[0]))
    return ranges


class NaiveDependencies:
    """score_r, backed off."""

    def __init__(
        self,
        corpus: Iterable[tuple[list[str], Derivation, Links]],
        longest: int,
        least: int,
        most: int = 2**60,
    ) -> None:
        """A sentence is its source tags, the derivation of the target, and links; ``most`` contexts are counted."""
        self.left_out = 0
        counts: dict[Hashable, list[int]] = defaultdict(lambda: [0, 0])
        for tags, derivation, links in corpus:
            spines, size = derivation.spines, len(derivation.spines)
            ranges = sentence_ranges(len(tags), size, links, longest)
            heads = {x.modifier: x.head for x in derivation.adjunctions}
            for m, h in product(range(size), repeat=2):
                if m == h:
                    continue
                for a, b in product(ranges[m], ranges[h]):
                    for context in gamma_contexts(spines[m], spines[h], a, b, m < h, tags):
                        if context not in counts and len(counts) >= most:
                            self.left_out += 1
                            continue
                        counts[context][0] += 1
                        counts[context][1] += heads.get(m) == h
        self.counts = {c: n for c, n in counts.items() if n[0] >= least}

    def score(self, contexts: list[Hashable]) -> float:
        p = 0.05
        for context in reversed(contexts):
            seen, positive = self.counts.get(context, (0, 0))
            p = (positive + 5 * p) / (seen + 5)
        return math.log(min(max(p, 1e-6), 1 - 1e-6))
