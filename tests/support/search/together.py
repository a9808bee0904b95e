"""Small random models of every decoder that have many things at once, with demands, and all derivations of a sentence.

Each case draws its own mixture: a second language model, of word classes; operation sequences; a reordering model;
cohesion, soft or as a constraint; walls, given translations, a distortion limit.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from dragoman._core import Vocabulary
from dragoman.cohesion.definition import is_cohesive
from dragoman.lm import LanguageModel
from dragoman.lm.arpa import read_arpa
from dragoman.osm import OperationModel
from dragoman.search import (
    COHESION_FEATURES,
    GAP_FEATURES,
    ChartOptions,
    Input,
    SearchOptions,
    Zone,
)
from support.search import gappy, hiero, lattices, plain_operations, tiny
from support.search.forests import (
    CHART,
    MOST,
    PHRASES,
    TREELET,
    Case,
    Features,
    searches,
    treelet_case,
    words_of,
)
from support.search.trees import random_tree, step_features

LN10 = math.log(10)


class PlainClasses:
    """Scores a text by the classes of its words; a stand-in for the language model among those of an oracle."""

    def __init__(self, lm: LanguageModel, classes: dict[str, str]) -> None:
        self.lm, self.classes = lm, classes

    def score(self, tokens: Sequence[str]) -> float:
        """The log10 probability of a text."""
        return self.lm.score([self.classes.get(word, "<unk>") for word in tokens])


def class_model(rng: random.Random, directory: Path) -> tuple[LanguageModel, PlainClasses]:
    """A random model of classes, two or three words in each, and its plain twin."""
    path = directory / f"classes-{rng.random()}.arpa"
    path.write_text(tiny.arpa(rng, rng.randint(1, 3)))
    lm = LanguageModel.build(read_arpa(path))
    classes = {word: rng.choice(tiny.TARGET[:2]) for word in [*tiny.TARGET, "x", "q"]}
    vocabulary = Vocabulary()
    for word in classes:
        vocabulary.insert(word)
    return lm.of_members(vocabulary, list(classes.values())), PlainClasses(lm, classes)


def drawn_zones(rng: random.Random, size: int) -> list[Zone]:
    """Some given translations; exclusive ones do not overlap."""
    found: list[Zone] = []
    while rng.random() < 0.4:
        begin = rng.randrange(size)
        end = rng.randint(begin + 1, min(size, begin + 2))
        targets = rng.sample([["q"], ["a"], ["q", "b"], []], rng.randint(1, 2))
        zone = Zone(begin, end, targets, rng.random() < 0.5)
        if not any(zone.begin < other.end and other.begin < zone.end for other in found):
            found.append(zone)
    return found


def drawn_walls(rng: random.Random, size: int) -> list[int]:
    """No wall, or some."""
    return [rng.randint(0, size) for _ in range(rng.choice([0, 0, 1, 2]))]


def no_walls_between(walls: Sequence[int], limit: int) -> tiny.Allowed:
    """What walls and a distortion limit allow."""
    near = tiny.within(limit)

    def allowed(last: int, gap: int, begin: int, end: int) -> bool:
        beyond = begin != gap and any(gap < wall < end for wall in walls)
        return near(last, gap, begin, end) and not beyond

    return allowed


class _Mixture:
    """What a case of the phrase decoder has beyond its rules."""

    def __init__(
        self, rng: random.Random, directory: Path, model: tiny.TinyModel, words: list[str]
    ) -> None:
        self.lms: list[LanguageModel] = [*model.lms]
        self.weights = {**model.weights}
        self.osm: OperationModel | None = None
        if rng.random() < 0.6:
            lm, plain = class_model(rng, directory)
            self.lms.append(lm)
            model.lms.append(plain)  # type: ignore[arg-type]
            self.weights["lm2"] = model.weights["lm2"] = rng.uniform(-0.2, 1)
        if rng.random() < 0.5:
            self.osm = plain_operations.random_model(rng, rng.randint(1, 4))
            self.weights[self.osm.name] = rng.uniform(-0.2, 1)
        self.tree = random_tree(words, rng)
        often = rng.choice([0, 0, 0.5])
        self.cohesion = tuple(name for name in COHESION_FEATURES if rng.random() < often)
        self.weights |= {name: rng.uniform(-1, 2) for name in self.cohesion}
        self.options: dict[str, Any] = {
            "search": searches(rng),
            "distortion_limit": rng.choice([-1, -1, 1, 2, 3]),
            "cohesion": self.cohesion,
            "cohesion_fallback": False,
        }
        self.walls, self.zones = drawn_walls(rng, len(words)), drawn_zones(rng, len(words))
        self.hard = rng.random() < 0.2
        if self.hard:
            # With limits a search leaves out what only phrases of several words could finish (docs/cohesion.md).
            self.options |= {"cohesion_hard": True, "distortion_limit": -1}
            self.walls = []
        self.given = Input(words, self.zones, self.walls, tree=self.tree)

    def features(
        self, words: Sequence[str], phrases: Sequence[plain_operations.Phrase]
    ) -> dict[str, float] | None:
        """The features of a derivation beyond those of its rules; None if the constraint forbids it."""
        sources = [list(places) for places, _, _ in phrases]
        if self.hard and not is_cohesive(self.tree, sources):
            return None
        steps = list(step_features(self.tree, sources))
        found = {name: sum(step[name] for step in steps) for name in self.cohesion}
        if self.osm is not None:
            found[self.osm.name] = plain_operations.operation_value(self.osm, words, phrases)
        return found


def phrases_together(seed: int, directory: Path, width: str) -> Case:
    """Phrases without gaps."""
    rng = random.Random(seed)
    kind = rng.choice(["none", "wbe", "hier"])
    model = tiny.make(seed, directory, kind != "none", reordering_model=kind.replace("none", "wbe"))
    table, links = plain_operations.with_links(rng, model.table)
    words = words_of(rng, 4)
    mixture = _Mixture(rng, directory, model, words)
    options = SearchOptions(**mixture.options, **PHRASES[width])
    allowed = no_walls_between(mixture.walls, options.distortion_limit)

    def found() -> Iterable[Features]:
        for steps in tiny.all_steps(model, words, allowed, mixture.zones):
            tokens, features, _, _ = tiny.describe(model, steps)
            phrases = []
            for begin, end, (target, scores, _) in steps:
                rule = (
                    () if scores is tiny.GIVEN else (" ".join(words[begin:end]), " ".join(target))
                )
                own = links.get(rule, ())  # type: ignore[call-overload]
                phrases.append((range(begin, end), target, [(begin + i, j) for i, j in own]))
            more = mixture.features(words, phrases)
            if more is not None:
                yield tokens, features | more

    return Case(
        *("phrase", table, mixture.lms, mixture.weights, options, mixture.given),
        found(),
        mixture.osm,
    )


def gaps_together(seed: int, directory: Path, width: str) -> Case:
    """Phrases with gaps."""
    rng = random.Random(seed)
    kind = rng.choice(["none", "wbe", "hier", "pieces"])
    usual = kind.replace("none", "wbe")
    model = gappy.make(seed, directory, kind != "none", reordering_model=usual)
    words = words_of(rng, 4)
    mixture = _Mixture(rng, directory, model, words)
    options = SearchOptions(
        gap_features=GAP_FEATURES,
        gap_distortion=rng.choice(["source", "target"]),
        gaps=rng.choice(["both", "both", "source", "target", "none"]),
        **mixture.options,
        **PHRASES[width],
    )

    def found() -> Iterable[Features]:
        for steps in gappy.all_steps(model, words, options, mixture.zones, mixture.walls):
            tokens, features, _, _ = gappy.describe(
                model, steps, options.gap_distortion, mixture.tree
            )
            phrases = [gappy.phrase(*step) for step in steps if len(step) == 2]
            more = mixture.features(words, phrases)
            if more is not None:
                yield tokens, features | more

    return Case(
        *("phrase", model.table, mixture.lms, mixture.weights, options, mixture.given),
        found(),
        mixture.osm,
    )


def lattice_together(seed: int, directory: Path, width: str) -> Case:
    """A lattice, and word classes."""
    rng = random.Random(seed)
    kind = rng.choice(["none", "wbe", "hier"])
    model = tiny.make(seed, directory, kind != "none", reordering_model=kind.replace("none", "wbe"))
    lm, plain = class_model(rng, directory)
    lms = [*model.lms, lm]
    model.lms.append(plain)  # type: ignore[arg-type]
    model.weights |= {"lattice": rng.uniform(-0.2, 1), "lm2": rng.uniform(-0.2, 1)}
    limit = rng.choice([-1, 0, 1, 2, 3])
    options = SearchOptions(
        search=searches(rng), distortion_limit=limit, lattice=True, **PHRASES[width]
    )
    given = lattices.draw(rng)
    found = ((tokens, f) for tokens, f, *_ in lattices.derivations(model, given, limit))
    return Case(
        *("phrase", model.table, lms, model.weights, options, Input.of_lattice(given)),
        found,
    )


def chart_together(seed: int, directory: Path, width: str) -> Case:
    """Hierarchical rules."""
    rng = random.Random(seed)
    model = hiero.make(seed, directory, order=rng.randint(1, 3), unary=rng.random() < 0.3)
    words = words_of(rng, 4)
    lm, plain = class_model(rng, directory)
    lms = [*model.lms, lm]
    model.lms.append(plain)  # type: ignore[arg-type]
    model.weights["lm2"] = rng.uniform(-0.2, 1)
    options = ChartOptions(search=rng.choice(["cube", "guided"]), max_unary=1, **CHART[width])
    zones, walls = drawn_zones(rng, len(words)), drawn_walls(rng, len(words))

    def found() -> Iterable[Features]:
        every = hiero.enumerate_all(model, words, MOST, max_unary=1, walls=walls, zones=zones)
        for tokens, features, _ in every or []:
            yield tokens, features

    return Case(
        *("chart", model.table, lms, model.weights, options, Input(words, zones, walls)),
        found(),
    )


def in_order(spans: Sequence[tuple[int, int]], wall: int) -> bool:
    """Whether words before a wall are translated before those after it, but for a phrase that lies across it."""
    covered: set[int] = set()
    for begin, end in spans:
        covered |= set(range(begin, end))
        if max(covered) >= wall and not covered.issuperset(range(wall)):
            return False
    return True


def treelet_together(seed: int, directory: Path, width: str) -> Case:
    """Treelets, with a model of word classes and walls."""
    rng = random.Random(seed)
    case = treelet_case(seed, directory, **TREELET[width])
    lm, plain = class_model(rng, directory)
    weights = case.weights | {"lm2": rng.uniform(0.1, 1)}
    walls = drawn_walls(rng, len(case.given.tokens))
    given = Input(case.given.tokens, walls=walls, tree=case.given.tree)

    def found() -> Iterable[Features]:
        for one in case.everything:
            if all(in_order(one.spans, wall) for wall in walls):
                yield one.tokens, one.features | {"lm2": plain.score(one.tokens) * LN10}

    return Case(
        *("treelet", case.rules, [case.lm, lm], weights, case.options, given),
        found(),
    )


TOGETHER = {
    "phrases together": phrases_together,
    "gaps together": gaps_together,
    "lattice together": lattice_together,
    "chart together": chart_together,
    "treelet together": treelet_together,
}
