"""Tiny random models, and all their derivations enumerated in plain Python.

The oracle knows nothing of stacks, states or bounds: it tries every order of every segmentation and
scores each derivation from its definition.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dragoman.grammar import REORDERING_COLUMNS, SCORE_COLUMNS, Rule, RuleTable
from dragoman.lm import LanguageModel
from dragoman.lm.arpa import read_arpa
from dragoman.search import PhraseDecoder, Zone

TARGET = ["a", "b", "c", "d"]
KINDS = ("monotone", "swap", "discontinuous")
GIVEN = [0.0] * len(SCORE_COLUMNS)
"""The scores of a given translation."""


@dataclass
class TinyModel:
    table: RuleTable
    lms: list[LanguageModel]
    weights: dict[str, float]
    rules: dict[tuple[str, ...], list[tuple[tuple[str, ...], list[float], list[float]]]]


def arpa(rng: random.Random, order: int) -> str:
    """A random back-off model, closed under prefixes and suffixes."""
    words = ["<unk>", "<s>", "</s>", *TARGET]
    levels: list[list[tuple[str, ...]]] = [[(w,) for w in words]]
    for n in range(2, order + 1):
        shorter = set(levels[-1])
        grams = []
        for gram in levels[-1]:
            for word in [*TARGET, "</s>"]:
                longer = (*gram, word)
                if (
                    "</s>" in gram
                    or "<unk>" in longer
                    or (n > 2 and longer[1:] not in shorter)
                    or rng.random() < 0.4
                ):
                    continue
                grams.append(longer)
        levels.append(grams)
    lines = ["\\data\\"]
    lines += [f"ngram {n}={len(grams)}" for n, grams in enumerate(levels, 1)]
    for n, grams in enumerate(levels, 1):
        lines += ["", f"\\{n}-grams:"]
        for gram in grams:
            backoff = f"\t{-rng.random():.4f}" if n < order else ""
            lines.append(f"{-rng.random() * 3:.4f}\t{' '.join(gram)}{backoff}")
    return "\n".join([*lines, "", "\\end\\", ""])


def make(
    seed: int,
    directory,
    reordering: bool = True,
    lms: int = 1,
    order: int = 3,
    reordering_model: str = "wbe",
) -> TinyModel:
    rng = random.Random(seed)
    source = ["x", "y", "z"]
    rules, listed = {}, []
    for length in (1, 2, 3):
        for _ in range(3 if length == 1 else 4):
            side = tuple(rng.choice(source) for _ in range(length))
            for _ in range(rng.randint(1, 2)):
                target = tuple(
                    rng.choice(TARGET) for _ in range(rng.randint(0 if length > 1 else 1, 3))
                )
                if any(target == known for known, _, _ in rules.get(side, [])):
                    continue
                scores = [-rng.random() * 3 for _ in SCORE_COLUMNS]
                orientation = [-rng.random() * 2 for _ in REORDERING_COLUMNS] if reordering else []
                rules.setdefault(side, []).append((target, scores, orientation))
                listed.append(
                    Rule(
                        " ".join(side),
                        " ".join(target),
                        ((0, 0),) if target else (),
                        dict(zip(SCORE_COLUMNS, scores, strict=True)),
                        dict(zip(REORDERING_COLUMNS, orientation, strict=True))
                        if reordering
                        else {},
                        {},
                    )
                )
    models = []
    for i in range(lms):
        path = directory / f"{seed}-{i}.arpa"
        path.write_text(arpa(rng, max(1, order - i)))
        models.append(LanguageModel.build(read_arpa(path)))
    table = RuleTable.build(listed).with_reordering_model(reordering_model)
    names = PhraseDecoder.features_of(table, models)
    weights = {name: round(rng.uniform(-0.2, 1), 3) for name in names}
    return TinyModel(table, models, weights, rules)


def derivations(model: TinyModel, words: list[str], limit: int):
    """Every derivation as (target words, features, steps); limit: of distortion, -1 for none."""
    for steps in all_steps(model, words, limit):
        yield describe(model, steps)


Allowed = Callable[[int, int, int, int], bool]
"""Whether after a step that ends at the first number, with its first gap at the second, a span may be next."""


def within(limit: int) -> Allowed:
    """What a distortion limit allows in a text."""

    def allowed(last: int, gap: int, begin: int, end: int) -> bool:
        if limit < 0:
            return True
        return abs(begin - last) <= limit and (begin == gap or abs(end - gap) <= limit)

    return allowed


def all_steps(model: TinyModel, words: list[str], limit: int | Allowed, zones: Sequence[Zone] = ()):
    """Every derivation as (begin, end, option) in target order."""
    size = len(words)
    allowed = within(limit) if isinstance(limit, int) else limit
    shut = closed(zones)

    def options(begin: int, end: int):
        side = tuple(words[begin:end])
        found = [] if shut & set(range(begin, end)) else list(model.rules.get(side, []))
        found += [(target, GIVEN, []) for target in given(zones, begin, end)]
        if end - begin == 1 and not found and begin not in shut:
            found.append(((words[begin],), None, []))
        return found

    def grow(covered: frozenset, steps: list):
        if len(covered) == size:
            yield list(steps)
            return
        gap = min(i for i in range(size) if i not in covered)
        last = steps[-1][1] if steps else 0
        for begin in range(size):
            for end in range(begin + 1, size + 1):
                if covered & set(range(begin, end)):
                    break
                if not allowed(last, gap, begin, end):
                    continue
                for option in options(begin, end):
                    steps.append((begin, end, option))
                    yield from grow(covered | set(range(begin, end)), steps)
                    steps.pop()

    yield from grow(frozenset(), [])


def closed(zones: Sequence[Zone]) -> set[int]:
    """The words that no rule may translate."""
    return {word for zone in zones if zone.exclusive for word in range(zone.begin, zone.end)}


def given(zones: Sequence[Zone], begin: int, end: int) -> Iterator[tuple[str, ...]]:
    """The translations that are given for some words."""
    for zone in zones:
        if (zone.begin, zone.end) == (begin, end):
            yield from map(tuple, zone.texts)


def jump_in_text(one: int, other: int) -> int:
    """Words between two places."""
    return abs(one - other)


def describe(model: TinyModel, steps: list, jump: Callable[[int, int], int] = jump_in_text):
    """The words and features of a derivation given as (begin, end, option) in target order."""
    features = dict.fromkeys(model.weights, 0.0)
    tokens: list[str] = []
    spans: list[tuple[int, int]] = []
    previous = None
    for begin, end, (target, scores, orientation) in steps:
        tokens += target
        features["phrase_penalty"] += 1
        features["word_penalty"] -= len(target)
        if scores is None:
            features["unknown"] -= 100
        else:
            for name, value in zip(SCORE_COLUMNS, scores, strict=True):
                features[name] += value
        features["distortion"] -= jump(previous[1] if previous else 0, begin)
        if "reordering.backward.swap" in features:
            backward, forward = (
                by_block(spans, begin, end)
                if model.table.reordering_model == "hier"
                else [by_phrase(spans, begin, end)] * 2
            )
            if orientation:
                features[f"reordering.backward.{KINDS[backward]}"] += orientation[backward]
            if previous and previous[2][2]:
                features[f"reordering.forward.{KINDS[forward]}"] += previous[2][2][3 + forward]
        spans.append((begin, end))
        previous = (begin, end, (target, scores, orientation))
    for i, lm in enumerate(model.lms):
        features["lm" if i == 0 else f"lm{i + 1}"] = lm.score(tokens) * math.log(10)
    score = sum(model.weights[name] * value for name, value in features.items())
    return tuple(tokens), features, score, spans


def by_phrase(spans: list[tuple[int, int]], begin: int, end: int) -> int:
    """The orientation with respect to the phrase before: 0 monotone, 1 swap, 2 discontinuous."""
    first, last = spans[-1] if spans else (-1, 0)
    return 0 if begin == last else 1 if spans and end == first else 2


def by_pieces(pieces: list[tuple[int, int]], begin: int, end: int) -> int:
    """The orientation with respect to the contiguous pieces of the phrase before, if there is one."""
    if any(last == begin for _, last in pieces or [(-1, 0)]):
        return 0
    return 1 if any(first == end for first, _ in pieces) else 2


def by_block(
    spans: list[tuple[int, int]], begin: int, end: int, covered: set[int] | None = None
) -> tuple[int, int]:
    """Orientations with respect to the largest block before, and as the phrase before sees the next.

    Gaps are taken as filled. ``covered`` are the words translated before; without it all words of the spans.
    """
    blocks: list[set[int]] = []
    for span in spans:
        blocks.append(set(range(*span)))
        while len(blocks) > 1 and is_block(blocks[-2] | blocks[-1]):
            top = blocks.pop()
            blocks[-1] |= top
    top = blocks[-1] if blocks else {-1}
    backward = 0 if max(top) + 1 == begin else 1 if blocks and min(top) == end else 2
    if covered is None:
        covered = {word for span in spans for word in range(*span)}
    first, last = spans[-1] if spans else (0, 0)
    if begin >= last:
        return backward, 0 if begin == last or last not in covered else 2
    if end > first:  # one lies in a gap of the other
        return backward, 2
    return backward, 1 if end == first or first - 1 not in covered else 2


def is_block(words: set[int]) -> bool:
    """Whether the words stand side by side."""
    return max(words) - min(words) + 1 == len(words)
