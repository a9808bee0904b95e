"""A feature of edges for tests."""

from __future__ import annotations

from dragoman.search import (
    EdgeFeature,
)


class Repeats(EdgeFeature):
    """Minus the number of words that follow themselves."""

    name = "repeats"

    def apply(self, sentence, steps, tails):
        values, states = [], []
        for step, parts in zip(steps, tails, strict=True):
            value, first, last = 0, None, None
            for symbol in step.target:
                left, right = (symbol, symbol) if isinstance(symbol, str) else parts[symbol]
                if left is None:
                    continue
                value -= last == left
                first = left if first is None else first
                last = right
            values.append(value)
            states.append((first, last))
        return values, states
