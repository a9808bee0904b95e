"""Operation sequences in plain Python, from their definition, for comparison with the core's.

A phrase of a derivation is (source positions, target words, links from a source position to a place in the target
words). The oracle keeps the set of the words that were generated, and looks at nothing else.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

from dragoman.grammar import AlignedBitext, RuleTable
from dragoman.osm import OperationModel, OperationOptions

Phrase = tuple[Sequence[int], Sequence[str], Iterable[tuple[int, int]]]


def sequences(source: Sequence[str], phrases: Iterable[Phrase]) -> list[list[str]]:
    """The operations of every phrase."""
    walker, found = Walker(), []
    for positions, target, links in phrases:
        walker.names = []
        for words, name in parts(source, sorted(positions), target, set(links)):
            if words:
                walker.go(words[0])
            walker.names.append(name)
            for word in words:
                walker.generated.add(word)
                walker.at = word + 1
        found.append(walker.names)
    return found


class Walker:
    """Moves over the source (algorithm 1 of Durrani, Schmid & Fraser 2011)."""

    def __init__(self) -> None:
        self.generated: set[int] = set()
        self.at = 0
        self.names: list[str] = []

    def go(self, to: int) -> None:
        end = max(self.generated, default=-1) + 1
        if self.at < to:
            if self.at not in self.generated:
                self.names.append("[gap]")
            if self.at == end:
                self.at = to
                return
            self.names.append("[forward]")
            self.at = end
        if to < self.at:
            if self.at < end and self.at not in self.generated:
                self.names.append("[gap]")
            gaps = [gap for gap in self.gaps(end) if gap[1] > to]
            self.names.append(f"[back:{len(gaps)}]")
            self.at = gaps[0][0]
        if self.at < to:
            self.names.append("[gap]")
            self.at = to

    def gaps(self, end: int) -> list[tuple[int, int]]:
        """The largest runs of words before the rightmost generated one that are not generated."""
        missing = [word for word in range(end) if word not in self.generated]
        begins = [word for word in missing if word - 1 not in missing]
        ends = [word + 1 for word in missing if word + 1 not in missing]
        return list(zip(begins, ends, strict=True))


def parts(
    source: Sequence[str],
    positions: Sequence[int],
    target: Sequence[str],
    links: set[tuple[int, int]],
) -> list[tuple[list[int], str]]:
    """What a phrase generates, in order: source words side by side, and the name of the operation."""
    if target and not links:
        links = {(word, place) for word in positions for place in range(len(target))}
        if not positions:
            return [([], f"→{'_'.join(target)}")]
    linked = {word for word, _ in links}

    def alone(words: Iterable[int]) -> list[tuple[list[int], str]]:
        return [([word], f"{source[word]}→") for word in words]

    def beside(word: int, step: int) -> list[int]:
        """The words without links that follow a word, or go before it, in the phrase."""
        found = []
        while word + step in positions and word + step not in linked:
            word += step
            found.append(word)
        return found

    listed: list[tuple[list[int], str]] = []
    for place in range(len(target)):
        places, words = unit(place, links)
        if min(places) != place:
            continue
        name = f"{'_'.join(source[w] for w in words)}→{'_'.join(target[p] for p in places)}"
        if not words:
            listed.append(([], name))
        for run in runs(words):
            before = beside(run[0], -1)[::-1]
            if before and before[0] - 1 in positions:
                before = []  # they belong to a linked word on their left
            listed += alone(before)
            listed.append((run, name))
            listed += alone(beside(run[-1], 1))
            name = "[more]"
    for piece in runs(list(positions)):
        if not linked & set(piece):
            listed += alone(piece)
    return listed


def unit(place: int, links: set[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """The target places and source words that links connect with a place."""
    places, words = {place}, set[int]()
    while True:
        more = {w for w, p in links if p in places}, {p for w, p in links if w in words}
        if more[0] <= words and more[1] <= places:
            return sorted(places), sorted(words)
        words |= more[0]
        places |= more[1]


def runs(words: list[int]) -> list[list[int]]:
    """Words that lie side by side."""
    found: list[list[int]] = []
    for word in words:
        if found and found[-1][-1] + 1 == word:
            found[-1].append(word)
        else:
            found.append([word])
    return found


def operation_value(
    model: OperationModel, source: Sequence[str], phrases: Iterable[Phrase]
) -> float:
    """The value of the feature for a derivation."""
    names = [name for one in sequences(source, phrases) for name in one]
    return model.lm.score(names) * math.log(10)


def random_links(
    rng: random.Random, source: Sequence[int], target: Sequence[int]
) -> tuple[tuple[int, int], ...]:
    """Links between some of the positions; some words have several, some none."""
    if not source or not target:
        return ()
    count = rng.randint(0, len(source) + len(target))
    return tuple(sorted({(rng.choice(source), rng.choice(target)) for _ in range(count)}))


def random_model(rng: random.Random, order: int) -> OperationModel:
    """A model of sentence pairs of x, y and z with random links."""
    source, target, lines = [], [], []
    for _ in range(12):
        one = [rng.choice("xyz") for _ in range(rng.randint(1, 5))]
        other = [rng.choice("abcd") for _ in range(rng.randint(1, 5))]
        links = random_links(rng, range(len(one)), range(len(other))) or ((0, 0),)
        source.append(" ".join(one))
        target.append(" ".join(other))
        lines.append(" ".join(f"{i}-{j}" for i, j in links))
    bitext = AlignedBitext.encode(source, target, lines)
    return OperationModel.train(bitext, OperationOptions(order=order))


def with_links(
    rng: random.Random, table: RuleTable
) -> tuple[RuleTable, dict[tuple[str, str], tuple[tuple[int, int], ...]]]:
    """The same rules with random links, which are by both sides."""
    links, listed = {}, []
    for rule in table:
        sides = rule.source.split(), rule.target.split()
        own = random_links(rng, *(range(len(side)) for side in sides))
        links[rule.source, rule.target] = own
        listed.append(replace(rule, alignment=own, source_symbols=(), target_symbols=()))
    return RuleTable.build(listed).with_reordering_model(table.reordering_model), links
