"""Weights from which a model with treelets can be tuned, once those that phrases have too are tuned.

The syntactic model is a second language model: with its weight every word costs more, and translations become too
short. Tuners that follow the features' differences (MIRA) then take the weight of syntax away, because its values are
the largest, and never find the weight of words (docs/results/treelets.md). So the weight of words is set first:
translations shall be as long as the references.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

from dragoman.model import Model
from dragoman.search import DecodeRequest, Input

WORDS = "word_penalty"
SENTENCES = 60
"""The lengths of so many sentences are looked at."""
TRIALS = 5
TOLERANCE = 0.01
FREE = frozenset({"lm", WORDS, "distortion"})
"""Weights of phrases that are tuned again with those of treelets: both say how long a text is, and in which order."""


def fixed_with_treelets(weights: Sequence[str]) -> tuple[str, ...]:
    """The features of phrases whose weights stay as they are when those of treelets are tuned."""
    return tuple(n for n in weights if n not in FREE and not n.startswith(("treelet.", "coh.")))


def match_length(
    model: Model, sentences: Sequence[Input], references: Sequence[Sequence[str]], threads: int
) -> dict[str, float]:
    """The model's weights, with that of words such that translations are as long as the references.

    Longer translations are never made shorter. Without a weight of words nothing changes.
    """
    weights = {name: float(weight) for name, weight in model.weights.items()}
    if not weights.get(WORDS):
        return weights
    some = list(sentences[:SENTENCES])
    wanted = sum(mean(len(line.split()) for line in lines) for lines in references[:SENTENCES])

    def words(bonus: float) -> int:
        changed = model.changed(weights={WORDS: weights[WORDS] - bonus})
        changed.consistency = None
        return sum(
            len(one.tokens)
            for one in changed.decoder().decode(some, DecodeRequest(threads=threads))
        )

    short, bonus = (0.0, words(0.0)), abs(weights[WORDS]) / 2
    long: tuple[float, int] | None = None
    best = short
    for _ in range(TRIALS if short[1] < wanted else 0):
        if abs(best[1] - wanted) <= TOLERANCE * wanted:
            break
        found = bonus, words(bonus)
        if abs(found[1] - wanted) < abs(best[1] - wanted):
            best = found
        if found[1] < wanted:
            short = found
        else:
            long = found
        if long is None:
            bonus *= 2
        else:  # as if the length grew evenly
            share = (wanted - short[1]) / max(1, long[1] - short[1])
            bonus = short[0] + share * (long[0] - short[0])
    return {**weights, WORDS: weights[WORDS] - best[0]}
