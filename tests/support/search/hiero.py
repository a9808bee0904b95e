"""Tiny random hierarchical models, and all their derivations enumerated in plain Python.

The oracle knows nothing of charts, states or cubes: it tries every rule on every span and scores each derivation from
its definition.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from dragoman._core import RuleTableBuilder, Vocabulary
from dragoman.grammar import SCORE_COLUMNS, RuleTable
from dragoman.grammar.rule_table import with_vocabularies
from dragoman.lm import LanguageModel
from dragoman.lm.arpa import read_arpa
from dragoman.search import ChartDecoder
from support.search.tiny import TARGET, arpa

Side = tuple[str | int, ...]
"""Words, and the numbers 0 and 1 for non-terminals."""
PATTERNS: list[Side] = [(0, "y"), ("x", 0), ("x", 0, "z"), (0, "y", 1), (0, 1, "x"), (0, 1)]


@dataclass
class HieroModel:
    table: RuleTable
    lms: list[LanguageModel]
    weights: dict[str, float]
    rules: dict[Side, list[tuple[Side, list[float]]]]


def build_table(rules: dict[Side, list[tuple[Side, list[float]]]]) -> RuleTable:
    source, target = Vocabulary(), Vocabulary()
    builder = RuleTableBuilder(len(SCORE_COLUMNS), 0, 0)
    for side, translations in rules.items():
        for translation, scores in translations:
            links = [
                (i, j)
                for i, a in enumerate(side)
                for j, b in enumerate(translation)
                if isinstance(a, str) == isinstance(b, str) and (a == b or i == 0)
            ]
            builder.add(symbols(side, source), symbols(translation, target), links, scores, [], [])
    return RuleTable(with_vocabularies(builder.finish(), source, target), SCORE_COLUMNS)


def symbols(side: Side, vocabulary: Vocabulary) -> list[int]:
    return [vocabulary.insert(s) if isinstance(s, str) else -2 - s for s in side]


def make(
    seed: int, directory, order: int = 3, lms: int = 1, unary: bool = False, patterns: int = 3
) -> HieroModel:
    rng = random.Random(seed)
    rules: dict[Side, list[tuple[Side, list[float]]]] = {}

    def add(side: Side, most_words: int, least_words: int = 0) -> None:
        places: list[str | int] = [s for s in side if isinstance(s, int)]
        words = [rng.choice(TARGET) for _ in range(rng.randint(least_words, most_words))]
        target = [*places, *words]
        rng.shuffle(target)
        known = rules.setdefault(side, [])
        if tuple(target) not in [translation for translation, _ in known]:
            known.append((tuple(target), [-rng.random() * 3 for _ in SCORE_COLUMNS]))

    for word in "xyz":
        for _ in range(rng.randint(1, 2)):
            add((word,), 2, 1)
    for _ in range(2):
        add(tuple(rng.choice("xyz") for _ in range(rng.randint(2, 3))), 3)
    for side in rng.sample(PATTERNS, patterns):
        for _ in range(rng.randint(1, 2)):
            add(side, 2)
    if unary:
        add((0,), 2, 1)
    models = []
    for i in range(lms):
        path = directory / f"{seed}-{i}.arpa"
        path.write_text(arpa(rng, max(1, order - i)))
        models.append(LanguageModel.build(read_arpa(path)))
    table = build_table(rules)
    names = ChartDecoder.features_of(table, models)
    return HieroModel(
        table, models, {name: round(rng.uniform(-0.2, 1), 3) for name in names}, rules
    )


@dataclass(frozen=True)
class Found:
    """A partial derivation: its words, and the features that need no language model."""

    tokens: tuple[str, ...]
    features: Counter


class Oracle:
    """All derivations of one sentence."""

    def __init__(self, model, words, max_span=15, max_unary=2, walls=(), zones=()) -> None:
        self.model, self.words, self.max_span, self.max_unary = model, words, max_span, max_unary
        self.walls, self.zones = walls, zones
        self.closed = {i for z in zones if z.exclusive for i in range(z.begin, z.end)}
        self.cells: dict[tuple[int, int], list[Found]] = {}

    def derivations(self) -> Iterator[tuple[tuple[str, ...], dict[str, float], float]]:
        """Words, features and score of every derivation."""
        for found in self.glue(len(self.words)):
            features = dict.fromkeys(self.model.weights, 0.0) | found.features
            for i, lm in enumerate(self.model.lms):
                features["lm" if i == 0 else f"lm{i + 1}"] = lm.score(found.tokens) * math.log(10)
            score = sum(self.model.weights[name] * value for name, value in features.items())
            yield found.tokens, features, score

    def glue(self, end: int) -> list[Found]:
        found = list(self.cell(0, end))
        for middle in range(1, end):
            for left in self.glue(middle):
                for right in self.cell(middle, end):
                    total = Counter(left.features)
                    total.update(right.features)
                    total.update({"glue": 1})
                    found.append(Found(left.tokens + right.tokens, total))
        return found

    def cell(self, begin: int, end: int) -> list[Found]:
        if (begin, end) not in self.cells:
            found = [*self.given(begin, end), *self.by_rules(begin, end)]
            layer = found
            for _ in range(self.max_unary):
                layer = [
                    self.apply(target, scores, [tail])
                    for tail in layer
                    for target, scores in self.model.rules.get((0,), [])
                ]
                found = found + layer
            self.cells[begin, end] = found
        return self.cells[begin, end]

    def given(self, begin: int, end: int) -> Iterator[Found]:
        for zone in self.zones:
            if (zone.begin, zone.end) == (begin, end):
                for words in zone.translations:
                    yield self.apply(tuple(words), None, [])
        alone = any((zone.begin, zone.end) == (begin, end) for zone in self.zones)
        if end - begin == 1 and begin not in self.closed and not alone:
            word = self.words[begin]
            if (word,) not in self.model.rules:
                found = self.apply((word,), None, [])
                found.features["unknown"] -= 100
                yield found

    def by_rules(self, begin: int, end: int) -> Iterator[Found]:
        if any(begin < wall < end for wall in self.walls):
            return
        for side, translations in self.model.rules.items():
            if side == (0,) or (0 in side and end - begin > self.max_span):
                continue
            for spans in self.match(side, begin, end):
                for tails in self.tails(spans):
                    for target, scores in translations:
                        yield self.apply(target, scores, tails)

    def match(self, side: Side, begin: int, end: int) -> Iterator[list[tuple[int, int]]]:
        if not side:
            if begin == end:
                yield []
        elif isinstance(side[0], str):
            if begin < end and begin not in self.closed and self.words[begin] == side[0]:
                yield from self.match(side[1:], begin + 1, end)
        else:
            for middle in range(begin + 1, end + 1):
                for rest in self.match(side[1:], middle, end):
                    yield [(begin, middle), *rest]

    def tails(self, spans: list[tuple[int, int]]) -> Iterator[list[Found]]:
        if not spans:
            yield []
            return
        for first in self.cell(*spans[0]):
            for rest in self.tails(spans[1:]):
                yield [first, *rest]

    def apply(self, target: Side, scores: list[float] | None, tails: list[Found]) -> Found:
        tokens: list[str] = []
        for symbol in target:
            tokens += [symbol] if isinstance(symbol, str) else tails[symbol].tokens
        features: Counter = Counter()
        for tail in tails:
            features.update(tail.features)
        features.update(dict(zip(SCORE_COLUMNS, scores or [0.0] * 4, strict=True)))
        own = sum(isinstance(symbol, str) for symbol in target)
        features.update({"phrase_penalty": 1, f"arity.{len(tails)}": 1, "word_penalty": -own})
        return Found(tuple(tokens), features)


def enumerate_all(model: HieroModel, words: list[str], limit: int = 20000, **options):
    """All derivations, best first, or None if there are more than ``limit``."""
    oracle = Oracle(model, words, **options)
    if count(oracle) > limit:
        return None
    return sorted(oracle.derivations(), key=lambda found: -found[2])


def count(oracle: Oracle) -> int:
    """How many derivations there are, without making those of the whole sentence."""
    size = len(oracle.words)
    ways = [1] + [0] * size
    for end in range(1, size + 1):
        for begin in range(end):
            if end - begin < size and ways[begin] > 10**6:
                return 10**6
            ways[end] += ways[begin] * len(oracle.cell(begin, end))
    return ways[size]
