"""The packed forest that every decoder returns, and its operations.

forest = decoder.decode(inputs, DecodeRequest(forest=True))[0].forest
for derivation in forest.kbest(10, distinct=True):
    print(derivation.score, derivation.text)
forest.rescore({**weights, "lm": 0.7}).kbest(1)
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dragoman._core import Forest as NativeForest
from dragoman._core import mbr_gains
from dragoman.common.errors import ConfigError
from dragoman.forest.derivation import Derivation, Step
from dragoman.forest.later_pieces import LaterPieces
from dragoman.settings.kinds import check_weights
from dragoman.settings.setting_error import SettingError

Word = tuple[int, int, int]
"""The edge that a target word belongs to, its place in the edge's target side, its symbol."""
_NO_WORD = -1
"""The symbol that stands in a text where an edge without words of its own has its place."""


_LARGE = 1000
"""Forests with more edges are not made lists whole: a derivation needs few of them."""


class _Slices:
    """An array that gives lists and numbers of Python."""

    def __init__(self, array: NDArray[Any]) -> None:
        self._array = array

    def __getitem__(self, place: Any) -> Any:
        return self._array[place].tolist()


FIRST_TAIL = -2
"""The symbol of a target side that stands for the first tail."""


class Forest:
    """Rule applications as a hypergraph; ``native`` holds the arrays (``core/forest/forest.hpp``).

    Args:
        native: The arrays.
        feature_names: The features, in the order of the edges' values.
        source: The source words.
    """

    def __init__(
        self, native: NativeForest, feature_names: Sequence[str], source: Sequence[str]
    ) -> None:
        self.native = native
        self.feature_names = tuple(feature_names)
        self.source = tuple(source)

    def __repr__(self) -> str:
        return f"Forest({len(self):,} nodes, {self.edges:,} edges, {len(self.source)} source words)"

    def __len__(self) -> int:
        """The number of nodes."""
        return self.native.nodes

    @property
    def edges(self) -> int:
        """The number of edges."""
        return self.native.edges

    @cached_property
    def words(self) -> list[str]:
        """The target words by number."""
        return self.native.words

    @cached_property
    def features(self) -> NDArray[np.float32]:
        """A row of feature values for every edge."""
        return self.native.features

    @cached_property
    def scores(self) -> NDArray[np.float64]:
        """The score of every edge."""
        return self.native.score

    @cached_property
    def left_to_right(self) -> bool:
        """Whether every text grows from its first word on, as in a phrase-based search."""
        first = np.asarray(self.native.symbol_first, dtype=np.int64)
        tails = np.diff(np.asarray(self.native.tail_first, dtype=np.int64))
        symbols = np.append(np.asarray(self.native.symbols, dtype=np.int64), 0)
        begins = symbols[first[:-1]] == FIRST_TAIL
        return bool(np.all((tails == 0) | ((tails == 1) & begins)))

    def weight_vector(self, weights: Mapping[str, float]) -> list[float]:
        """Return weights in the order of the features; a missing or unknown name is an error.

        Args:
            weights: The weight of every feature.
        """
        return ordered_weights(weights, self.feature_names)

    def rescore(self, weights: Mapping[str, float]) -> Forest:
        """Return the same forest with the scores that other weights give.

        Args:
            weights: The weight of every feature.
        """
        native = self.native.rescored(self.weight_vector(weights))
        return Forest(native, self.feature_names, self.source)

    def pruned(self, edges: int) -> Forest:
        """Return a forest with about this many edges: those of the best derivations.

        Args:
            edges: About how many edges are kept.
        """
        return Forest(self.native.pruned(edges), self.feature_names, self.source)

    def kbest(self, k: int, distinct: bool = False) -> list[Derivation]:
        """Return the k best derivations, exactly; with ``distinct``, the best one of every text.

        Args:
            k: How many derivations.
            distinct: Only the best derivation of every text.
        """
        return [self.derivation(edges) for _, edges in self.native.kbest(k, distinct)]

    def kbest_table(
        self, k: int, distinct: bool = True
    ) -> tuple[list[list[str]], NDArray[np.float64], NDArray[np.float64]]:
        """Return the k best as words, feature vectors (a row each) and scores: a fast form for tuning.

        Args:
            k: How many derivations.
            distinct: Only the best derivation of every text.
        """
        return self.native.kbest_table(k, distinct)

    def expected_features(self, scale: float = 1.0) -> dict[str, float]:
        """Return feature values averaged over all derivations, p proportional to exp(scale * score).

        Args:
            scale: The probability of a derivation is proportional to exp(scale * score).
        """
        _, _, values = self.native.expectation(scale)
        return dict(zip(self.feature_names, values.tolist(), strict=True))

    def posteriors(self, scale: float = 1.0) -> NDArray[np.float64]:
        """Return the probability of every edge in that distribution.

        Args:
            scale: The probability of a derivation is proportional to exp(scale * score).
        """
        return self.native.posteriors(scale)

    def mbr(self, k: int = 100, scale: float = 1.0) -> Derivation | None:
        """Return the text with the greatest expected BLEU among the k best distinct texts.

        Args:
            k: How many derivations.
            scale: The probability of a derivation is proportional to exp(scale * score).
        """
        candidates = self.kbest(k, distinct=True)
        if not candidates:
            return None
        numbers: dict[str, int] = {}
        texts = [[numbers.setdefault(w, len(numbers)) for w in c.tokens] for c in candidates]
        gains = mbr_gains(texts, [c.score for c in candidates], scale)
        return candidates[int(np.argmax(gains))]

    @cached_property
    def _arrays(self) -> dict[str, Any]:
        """The arrays that derivations are read from, as lists."""
        names = "rule score later tail_first tails span_first spans"
        names += " symbol_first symbols link_first links"
        arrays = {name: getattr(self.native, name) for name in names.split()}
        if self.edges > _LARGE:
            return {name: _Slices(array) for name, array in arrays.items()}
        return {name: array.tolist() for name, array in arrays.items()}

    def derivation(self, edges: Sequence[int]) -> Derivation:
        """Return the derivation that consists of these edges, every edge after those of its tails.

        Args:
            edges: The edges, each after those of its tails.
        """
        arrays = self._arrays
        texts: list[list[Word]] = []
        open_edges: list[int] = []
        tails_of: list[tuple[int, ...]] = []
        replay = LaterPieces()
        own: list[list[Word]] = []
        # A text is a list of (edge, place in its target side); positions are known only at the end. Places
        # of later pieces follow those of the edge to which they belong. An edge without words of its own has
        # its place after what its rule has made.
        for number, edge in enumerate(edges):
            arity = arrays["tail_first"][edge + 1] - arrays["tail_first"][edge]
            tails = tuple(open_edges[len(open_edges) - arity :]) if arity else ()
            del open_edges[len(open_edges) - arity :]
            owner = replay.add(number, arrays["later"][edge])
            begin, end = arrays["symbol_first"][edge : edge + 2]
            first = 0 if owner == number else own[owner][-1][1] + 1 - arity
            own.append([])
            text: list[Word] = []
            for place, symbol in enumerate(arrays["symbols"][begin:end], first):
                if symbol >= 0:
                    own[owner].append((owner, place, symbol))
                    text.append(own[owner][-1])
                elif not text:
                    text = texts[tails[-2 - symbol]]
                else:
                    text.extend(texts[tails[-2 - symbol]])
            if not own[owner]:
                text.append((owner, 0, _NO_WORD))
            texts.append(text)
            tails_of.append(tails)
            open_edges.append(number)
        whole = texts[-1] if texts else []
        order = {
            owner: rank for rank, owner in enumerate(dict.fromkeys(owner for owner, _, _ in whole))
        }
        final = [word for word in whole if word[2] != _NO_WORD]
        where = {(owner, place): position for position, (owner, place, _) in enumerate(final)}
        values = self._values(edges)
        steps = []
        for number, edge in enumerate(edges):
            if arrays["later"][edge] >= 0:
                later = replay.pieces.get(number, ())
                for piece in later:
                    _add(values[number], values[piece])
                parts = [edge, *(edges[piece] for piece in later)]
                tails = tuple(replay.steps[tail] for tail in tails_of[number])
                facts = where, order[number], tails, values[number]
                steps.append(self._step(parts, own[number], *facts))
        tokens = tuple(self.words[symbol] for _, _, symbol in final)
        return Derivation(self.source, tokens, tuple(steps), sum(step.score for step in steps))

    def only(self) -> tuple[Derivation, dict[str, float]]:
        """Return the derivation of a forest that holds one, and all its features, zeros included.

        Its steps are put together when somebody asks for them.
        """
        texts, rows, scores = self.kbest_table(1, distinct=False)
        if not texts:
            return Derivation(self.source, (), (), 0.0), dict.fromkeys(self.feature_names, 0.0)

        def steps() -> tuple[Step, ...]:
            return self.derivation(range(self.edges)).steps

        linked = self.native.word_links
        derivation = Derivation(self.source, tuple(texts[0]), steps, float(scores[0]), linked)
        return derivation, dict(zip(self.feature_names, rows[0].tolist(), strict=True))

    def _step(
        self,
        edges: Sequence[int],
        own: Sequence[Word],
        where: Mapping[tuple[int, int], int],
        order: int,
        tails: tuple[int, ...],
        features: dict[str, float],
    ) -> Step:
        """The step made of an edge and the edges of its later pieces; ``own`` are its target words."""
        arrays, words = self._arrays, self.words
        edge = edges[0]
        begin, end = arrays["span_first"][edge : edge + 2]
        spans = tuple((first, last) for first, last in arrays["spans"][begin:end])
        begin, end = arrays["link_first"][edge : edge + 2]
        links = arrays["links"][begin:end]
        return Step(
            rule=arrays["rule"][edge],
            source_spans=spans,
            source=tuple(word for first, last in spans for word in self.source[first:last]),
            target=tuple(words[symbol] for _, _, symbol in own),
            target_positions=tuple(where[number, place] for number, place, _ in own),
            alignment=tuple((source, where[own[0][0], place]) for source, place in links),
            features=features,
            score=sum(arrays["score"][part] for part in edges),
            tails=tails,
            order=order,
        )

    def _values(self, edges: Sequence[int]) -> list[dict[str, float]]:
        """The features of each of these edges that are not zero."""
        rows = self.features[np.asarray(edges, dtype=np.int64)]
        numbers, columns = np.nonzero(rows)
        found: list[dict[str, float]] = [{} for _ in edges]
        names, values = self.feature_names, rows[numbers, columns].tolist()
        for number, column, value in zip(numbers.tolist(), columns.tolist(), values, strict=True):
            found[number][names[column]] = value
        return found

    def to_json(self) -> str:
        """Return nodes and edges for pictures and other programs."""
        arrays, words = self._arrays, self.words
        edges = []
        for edge, head in enumerate(self.native.head.tolist()):
            row = zip(self.feature_names, self.features[edge].tolist(), strict=True)
            symbols = _slice(arrays, "symbol", "symbols", edge)
            edges.append(
                {
                    "head": head,
                    "tails": _slice(arrays, "tail", "tails", edge),
                    "rule": arrays["rule"][edge],
                    "later": arrays["later"][edge],
                    "source_spans": _slice(arrays, "span", "spans", edge),
                    "target": [words[s] if s >= 0 else {"tail": -2 - s} for s in symbols],
                    "score": arrays["score"][edge],
                    "features": {name: value for name, value in row if value != 0},
                }
            )
        whole = {"source": self.source, "nodes": len(self), "edges": edges}
        return json.dumps(whole, ensure_ascii=False)


def _add(features: dict[str, float], more: Mapping[str, float]) -> None:
    """Adds the features of a later piece; what is zero in the end is left out."""
    for name, value in more.items():
        features[name] = features.get(name, 0.0) + value
        if features[name] == 0:
            del features[name]


def _slice(arrays: Mapping[str, Any], first: str, values: str, edge: int) -> list[Any]:
    begin, end = arrays[f"{first}_first"][edge : edge + 2]
    return list(arrays[values][begin:end])


def ordered_weights(weights: Mapping[str, float], names: Sequence[str]) -> list[float]:
    """The weights in the order of ``names``; a missing or unknown name is a ConfigError."""
    for name in names:
        if name not in weights:
            raise ConfigError(f"the feature '{name}' has no weight")
    for name in weights:
        if name not in names:
            raise ConfigError(
                f"there is a weight for '{name}', which is not a feature of the model"
            )
    try:
        checked = check_weights(weights)
    except SettingError as fault:
        raise ConfigError(f"the weight of '{fault.name}': {fault.reason}") from None
    return [checked[name] for name in names]
