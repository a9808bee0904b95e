"""Engines that do what clusters do to tasks: run them twice, in any order, and hand parts over in any order."""

from __future__ import annotations

import pickle
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from dragoman.cluster.engine import Reduce, Split, Work


class Unruly:
    """Runs every task two times, in an order of its own, from functions that were sent as bytes.

    Args:
        seed: Of its order.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def broadcast(self, path: Path) -> Path:
        return path

    def place(self, beside: Path) -> Path:
        return beside

    def map(self, work: Work, chunks: Iterable[bytes]) -> Iterator[bytes]:
        sent: Work = pickle.loads(pickle.dumps(work))
        given = list(chunks)
        order = [*range(len(given))] * 2
        self._random.shuffle(order)
        answers: dict[int, bytes] = {}
        for number in order:
            answer = sent(given[number])
            assert answers.setdefault(number, answer) == answer
        return iter([answers[number] for number in range(len(given))])

    def group(self, split: Split, reduce: Reduce, chunks: Iterable[bytes]) -> dict[int, bytes]:
        sent: tuple[Split, Reduce] = pickle.loads(pickle.dumps((split, reduce)))
        groups: dict[int, list[bytes]] = defaultdict(list)
        given = list(chunks)
        self._random.shuffle(given)
        for chunk in given:
            found = list(sent[0](chunk))
            assert sorted(found) == sorted(sent[0](chunk))
            for number, part in found:
                groups[number].append(part)
        answers = {}
        for number, parts in groups.items():
            self._random.shuffle(parts)
            answers[number] = sent[1](number, parts)
            self._random.shuffle(parts)
            assert sent[1](number, parts) == answers[number]
        return answers
