"""The decoders of the matrix: a small model of each, and the searches that each of its cells is tried with."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dragoman.consistency import Consistency
from dragoman.grammar import RuleSource
from dragoman.model import Model
from dragoman.search import (
    ChartDecoder,
    Decoder,
    DecodeRequest,
    Input,
    PhraseDecoder,
    Result,
    SearchOptions,
)
from support.search import gappy, hiero
from support.search.conformance import SYSTEMS, System
from support.search.trees import random_tree


@dataclass(frozen=True)
class Searched:
    """A model and how it is to search; what a check asks for besides comes on top."""

    system: System
    search: str
    options: Mapping[str, Any]

    def decoder(self, features=(), weights=None, **options: Any) -> Decoder:
        """Options are read as from a model, so that an unknown one is refused in a sentence."""
        chosen = self.system.type.options_type.from_table(
            {"search": self.search, **self.options, **options}
        )
        given = {**self.system.weights, **(weights or {})}
        return self.system.type(self.system.rules, self.system.lms, given, chosen, features)

    def model(self, consistency: Consistency | None = None, **options: Any) -> Model:
        chosen = self.system.type.options_type.from_table(
            {"search": self.search, **self.options, **options}
        )
        return Model(
            self.system.rules,
            self.system.lms,
            self.system.weights,
            chosen,
            decoder=self.system.type.name,
            consistency=consistency,
        )

    def with_rules(self, rules: RuleSource) -> Searched:
        return replace(self, system=replace(self.system, rules=rules))

    def one(self, given: Input, forest: bool = False, **options: Any) -> Result:
        [result] = self.decoder(**options).decode([given], DecodeRequest(forest=forest))
        return result


@dataclass(frozen=True)
class Column:
    """A decoder of the matrix."""

    title: str
    make: Callable[[Path], System]
    searches: tuple[str, ...]
    options: Mapping[str, Any]

    def searched(self, directory: Path) -> Iterator[Searched]:
        """Yield the model with each of its searches."""
        system = self.make(directory)
        for search in self.searches:
            yield Searched(system, search, self.options)


def _gaps(directory: Path) -> System:
    model = gappy.make(12, directory, features=SearchOptions().gap_features)
    return System(PhraseDecoder, model.table, model.lms, model.weights)


def _chart(directory: Path) -> System:
    model = hiero.make(13, directory, patterns=5)
    return System(ChartDecoder, model.table, model.lms, model.weights)


FREE = {"distortion_limit": -1}
COLUMNS: dict[str, Column] = {
    "stack": Column("phrases, stack search", SYSTEMS["phrase"], ("stack",), FREE),
    "cube": Column("phrases, cube pruning", SYSTEMS["phrase"], ("cube", "oriented"), FREE),
    "gaps": Column("phrases with gaps", _gaps, ("stack", "cube"), FREE),
    "chart": Column("hierarchical", _chart, ("cube", "guided"), {}),
    "treelet": Column("treelets", SYSTEMS["treelet"], ("fast", "paper"), {}),
}
"""``cube`` stands for both kinds of cube pruning; phrases with gaps have no ``oriented`` of their own."""


def sentences(count: int, seed: int = 5, least: int = 3, most: int = 6) -> list[list[str]]:
    """Sentences of words that every model knows, and one that none does."""
    rng = random.Random(seed)
    return [[rng.choice("xyzu") for _ in range(rng.randint(least, most))] for _ in range(count)]


def parsed(count: int, seed: int = 5) -> list[Input]:
    """The same with random trees."""
    rng = random.Random(seed)
    return [
        Input(words, tree=random_tree(words, rng, projective=True))
        for words in sentences(count, seed)
    ]
