"""Small random models of every decoder with a sentence, and all derivations of it from the plain oracles.

``KINDS`` names the functions that make a model from a seed. The oracles enumerate; they are asked with the limits that
``wide`` options have, so that narrower options find some of these derivations and no others.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from dragoman.cohesion.definition import is_cohesive
from dragoman.corpus.dependency import DependencyTree
from dragoman.grammar import RuleSource
from dragoman.grammar.treelet.treelet_rules import TreeletRules
from dragoman.lm import LanguageModel
from dragoman.lm.arpa import read_arpa
from dragoman.model import Model
from dragoman.osm import OperationModel
from dragoman.search import (
    COHESION_FEATURES,
    GAP_FEATURES,
    ChartOptions,
    Input,
    SearchOptions,
)
from dragoman.search.treelet import TreeletDecoder
from dragoman.search.treelet_options import TreeletOptions
from support.search import gappy, hiero, lattices, plain_operations, tiny
from support.search.treelets import Found, derivations, largest, rules_of
from support.search.trees import features as cohesion_features
from support.search.trees import random_tree, step_features

MOST = 3000
MOST_TREES = 500
"""Derivations that are enumerated; sentences with more are not tried. Those of treelets take a millisecond each."""
PHRASES: dict[str, dict[str, Any]] = {
    "wide": {"stack": 0, "beam": 0.0, "table_limit": 0, "pop_limit": 10**6, "gap_limit": 0},
    "default": {},
    "narrow": {"stack": 2, "table_limit": 2, "pop_limit": 3},
}
CHART: dict[str, dict[str, Any]] = {
    "wide": {"pop_limit": 10**6, "table_limit": 0, "guide": 1e9},
    "default": {},
    "narrow": {"pop_limit": 2, "table_limit": 2},
}
TREELET: dict[str, dict[str, Any]] = {
    "wide": {"search": "paper", "beam": 0, "table_limit": 0},
    "default": {},
    "narrow": {"beam": 2, "table_limit": 2},
}


class Expected(NamedTuple):
    """A derivation that exists."""

    tokens: tuple[str, ...]
    features: dict[str, float]
    score: float


Features = tuple[tuple[str, ...], dict[str, float]]
"""The words of a derivation and its features."""


@dataclass
class Case:
    """A model, a sentence, and all derivations of the sentence, which are enumerated when they are asked for."""

    decoder: str
    rules: RuleSource
    lms: list[LanguageModel]
    weights: dict[str, float]
    options: Any
    given: Input
    found: Iterable[Features]
    operations: OperationModel | None = None

    @cached_property
    def everything(self) -> list[Expected]:
        """The best first; none if there are too many."""
        listed = [
            Expected(tokens, features, sum(self.weights[n] * v for n, v in features.items()))
            for tokens, features in islice(self.found, MOST + 1)
        ]
        return sorted(listed, key=lambda one: -one.score) if len(listed) <= MOST else []

    def model(self) -> Model:
        return Model(
            *(self.rules, self.lms, self.weights, self.options),
            decoder=self.decoder,
            operations=self.operations,
        )


def words_of(rng: random.Random, most: int) -> list[str]:
    return [rng.choice("xyzu") for _ in range(rng.randint(1, most))]


def searches(rng: random.Random) -> str:
    return rng.choice(["stack", "cube", "oriented"])


def phrase(seed: int, directory: Path, width: str) -> Case:
    """No reordering model, that of words or that of blocks."""
    rng = random.Random(seed)
    kind = rng.choice(["none", "wbe", "hier"])
    model = tiny.make(seed, directory, kind != "none", reordering_model=kind.replace("none", "wbe"))
    search = "cube" if kind == "hier" and searches(rng) == "oriented" else searches(rng)
    options = SearchOptions(search=search, distortion_limit=-1, **PHRASES[width])
    words = words_of(rng, 4)
    found = ((tokens, f) for tokens, f, _, _ in tiny.derivations(model, words, -1))
    return Case(
        *("phrase", model.table, model.lms, model.weights, options, Input(words)),
        found,
    )


def lattice(seed: int, directory: Path, width: str) -> Case:
    """Phrases in a word lattice."""
    rng = random.Random(seed)
    kind = rng.choice(["none", "wbe", "hier"])
    model = tiny.make(seed, directory, kind != "none", reordering_model=kind.replace("none", "wbe"))
    model.weights["lattice"] = rng.uniform(-0.2, 1)
    search = "cube" if kind == "hier" and searches(rng) == "oriented" else searches(rng)
    limit = rng.choice([-1, 0, 1, 2, 3])
    options = SearchOptions(search=search, distortion_limit=limit, lattice=True, **PHRASES[width])
    given = lattices.draw(rng)
    found = ((tokens, f) for tokens, f, *_ in lattices.derivations(model, given, limit))
    return Case(
        *("phrase", model.table, model.lms, model.weights, options, Input.of_lattice(given)),
        found,
    )


def cohesion(seed: int, directory: Path, width: str) -> Case:
    """Soft cohesion, or the constraint."""
    rng = random.Random(seed)
    model = tiny.make(seed, directory)
    words, hard = words_of(rng, 4), rng.random() < 0.5
    tree = random_tree(words, rng, projective=True)
    chosen = tuple(n for n in COHESION_FEATURES if rng.random() < 0.6)
    weights = model.weights | {name: rng.uniform(-1, 2) for name in chosen}
    options = SearchOptions(
        search=searches(rng),
        distortion_limit=-1,
        cohesion=chosen,
        cohesion_hard=hard,
        cohesion_fallback=False,
        **PHRASES[width],
    )
    found = (
        (tokens, f | {name: cohesion_features(tree, spans)[name] for name in chosen})
        for tokens, f, _, spans in tiny.derivations(model, words, -1)
        if not hard or is_cohesive(tree, [range(*span) for span in spans])
    )
    return Case(
        *("phrase", model.table, model.lms, weights, options, Input(words, tree=tree)),
        found,
    )


def gaps(seed: int, directory: Path, width: str) -> Case:
    """Phrases with gaps, and soft cohesion of them."""
    rng = random.Random(seed)
    model = gappy.make(seed, directory, rng.random() < 0.5)
    words = words_of(rng, 4)
    tree = random_tree(words, rng)
    chosen = tuple(n for n in COHESION_FEATURES if rng.random() < 0.3)
    weights = model.weights | {name: rng.uniform(-1, 2) for name in chosen}
    options = SearchOptions(
        search=searches(rng),
        distortion_limit=rng.choice([-1, 2]),
        gap_features=GAP_FEATURES,
        cohesion=chosen,
        **PHRASES[width],
    )

    def found() -> Iterable[Features]:
        for tokens, features, _, phrases in gappy.derivations(model, words, options, tree):
            steps = list(step_features(tree, [source for source, _ in phrases]))
            yield tokens, features | {n: sum(step[n] for step in steps) for n in chosen}

    return Case(
        *("phrase", model.table, model.lms, weights, options, Input(words, tree=tree)),
        found(),
    )


def operations(seed: int, directory: Path, width: str) -> Case:
    """Operation sequences, with or without a reordering model."""
    rng = random.Random(seed)
    kind = rng.choice(["none", "wbe", "hier"])
    model = tiny.make(seed, directory, kind != "none", reordering_model=kind.replace("none", "wbe"))
    osm = plain_operations.random_model(rng, rng.randint(1, 4))
    table, links = plain_operations.with_links(rng, model.table)
    weights = model.weights | {osm.name: rng.uniform(-0.2, 1)}
    options = SearchOptions(search=searches(rng), distortion_limit=-1, **PHRASES[width])
    words = words_of(rng, 4)

    def found() -> Iterable[Features]:
        for steps in tiny.all_steps(model, words, -1):
            tokens, features, _, _ = tiny.describe(model, steps)
            phrases = []
            for begin, end, (target, *_) in steps:
                own = links.get((" ".join(words[begin:end]), " ".join(target)), ())
                phrases.append((range(begin, end), target, [(begin + i, j) for i, j in own]))
            yield (
                tokens,
                features | {osm.name: plain_operations.operation_value(osm, words, phrases)},
            )

    return Case(
        *("phrase", table, model.lms, weights, options, Input(words)),
        found(),
        osm,
    )


def operations_with_gaps(seed: int, directory: Path, width: str) -> Case:
    """Operation sequences of phrases with gaps, which generate all their words when they begin."""
    rng = random.Random(seed)
    model = gappy.make(seed, directory, rng.random() < 0.5)
    osm = plain_operations.random_model(rng, rng.randint(1, 4))
    weights = model.weights | {osm.name: rng.uniform(-0.2, 1)}
    options = SearchOptions(
        search=searches(rng),
        distortion_limit=rng.choice([-1, 2]),
        gap_features=GAP_FEATURES,
        **PHRASES[width],
    )
    words = words_of(rng, 4)

    def found() -> Iterable[Features]:
        for steps in gappy.all_steps(model, words, options):
            tokens, features, _, _ = gappy.describe(model, steps, options.gap_distortion, None)
            phrases = [gappy.phrase(*step) for step in steps if len(step) == 2]
            yield (
                tokens,
                features | {osm.name: plain_operations.operation_value(osm, words, phrases)},
            )

    return Case(
        *("phrase", model.table, model.lms, weights, options, Input(words)),
        found(),
        osm,
    )


def chart(seed: int, directory: Path, width: str) -> Case:
    rng = random.Random(seed)
    model = hiero.make(seed, directory, order=rng.randint(1, 3), unary=rng.random() < 0.3)
    words, search = words_of(rng, 4), rng.choice(["cube", "guided"])
    options = ChartOptions(search=search, max_unary=1, **CHART[width])

    def found() -> Iterable[Features]:
        for tokens, features, _ in hiero.enumerate_all(model, words, MOST, max_unary=1) or []:
            yield tokens, features

    return Case(
        *("chart", model.table, model.lms, model.weights, options, Input(words)),
        found(),
    )


def bracketed(rng: random.Random, words: list[str]) -> str:
    """A random tree over the words."""
    leaves = [f"({rng.choice(['NN', 'VB', 'DT'])} {word})" for word in words]
    leaves = [
        f"({rng.choice(['NP', 'VP'])} {leaf})" if rng.random() < 0.5 else leaf for leaf in leaves
    ]
    while len(leaves) > 1:
        size = rng.randint(2, len(leaves))
        at = rng.randint(0, len(leaves) - size)
        leaves[at : at + size] = [
            f"({rng.choice(['NP', 'VP', 'S'])} {' '.join(leaves[at : at + size])})"
        ]
    return leaves[0] if len(words) > 1 else f"(NP {leaves[0]})"


def treelet_corpus(rng: random.Random) -> list[tuple[str, str, str]]:
    """Some phrases have several treelets: a source word may have two or three target words."""
    corpus = []
    for _ in range(rng.randint(1, 3)):
        source = [rng.choice("xyz") for _ in range(rng.randint(1, 2))]
        target = [rng.choice(tiny.TARGET) for _ in range(rng.randint(1, 4))]
        ends = sorted(rng.choices(range(len(source)), k=len(target)))
        links = " ".join(f"{i}-{j}" for j, i in enumerate(ends))
        corpus.append((" ".join(source), bracketed(rng, target), links))
    return corpus


@dataclass
class TreeletCase:
    """A model of s-phrases, a sentence, and all its derivations, which are enumerated when they are asked for."""

    rules: TreeletRules
    lm: LanguageModel
    weights: dict[str, float]
    options: TreeletOptions
    given: Input
    found: Iterable[Found]
    """Those that the constraint allows, with the features that the options count."""

    @cached_property
    def everything(self) -> list[Found]:
        """None if there are too many."""
        listed = list(islice(self.found, MOST_TREES + 1))
        return listed if len(listed) <= MOST_TREES else []

    def plain(self) -> Iterable[Features]:
        """Yield the words and features of ``everything``."""
        for one in self.everything:
            yield one.tokens, one.features

    @property
    def decoder(self) -> TreeletDecoder:
        return TreeletDecoder(self.rules, [self.lm], self.weights, self.options)

    def score(self, found: Found) -> float:
        return sum(self.weights[n] * v for n, v in found.features.items())


def of_order(
    tree: DependencyTree, spans: Sequence[tuple[int, int]], chosen: Iterable[str]
) -> dict[str, float]:
    """The features of cohesion that are chosen, of phrases in target order."""
    values = cohesion_features(tree, spans)
    return {name: values[name] for name in chosen}


def treelet_case(seed: int, directory: Path, **limits: Any) -> TreeletCase:
    """A random model and sentence; ``limits`` are options."""
    rng = random.Random(seed)
    rules = rules_of(treelet_corpus(rng))
    path = directory / f"treelet-{seed}.arpa"
    path.write_text(tiny.arpa(rng, 3))
    lm = LanguageModel.build(read_arpa(path))
    constituents, distortion = rng.choice(["hard", "soft", "off"]), rng.random() < 0.5
    order = random.Random(-seed - 1)
    chosen = [name for name in COHESION_FEATURES if order.random() < order.choice([0, 0.2, 0.6])]
    held = limits.pop("cohesion_hard", order.random() < 0.3)
    options = TreeletOptions(
        constituents=constituents,
        distortion=distortion,
        cohesion=("coh.crossing", *chosen),
        cohesion_hard=held,
        cohesion_fallback=False,
        **limits,
    )
    names = TreeletDecoder.features_of(rules, [lm], options)
    weights = {name: round(rng.uniform(0.1, 1), 3) for name in names}
    words = words_of(rng, 3)
    tree = random_tree(words, rng)
    unused = {"treelet.broken": 0.0} if constituents == "off" else {}
    unused |= {} if distortion else {"distortion": 0.0}

    def found() -> Iterable[Found]:
        for one in derivations(rules, lm, words, tree) if largest(rules, words) <= 5 else ():
            broken = constituents == "hard" and one.features["treelet.broken"]
            if not broken and (not held or is_cohesive(tree, [range(*s) for s in one.spans])):
                values = one.features | unused | of_order(tree, one.spans, chosen)
                yield one._replace(features=values)

    return TreeletCase(rules, lm, weights, options, Input(words, tree=tree), found())


def treelet(seed: int, directory: Path, width: str) -> Case:
    case = treelet_case(seed, directory, **TREELET[width])
    return Case(
        *("treelet", case.rules, [case.lm], case.weights, case.options, case.given),
        case.plain(),
    )


KINDS: dict[str, Callable[[int, Path, str], Case]] = {
    "phrase": phrase,
    "lattice": lattice,
    "cohesion": cohesion,
    "gaps": gaps,
    "operations": operations,
    "operations with gaps": operations_with_gaps,
    "chart": chart,
    "treelet": treelet,
}
