"""Synthetic tuning problems whose right answer is known."""

from __future__ import annotations

import numpy as np

from dragoman.evaluate.metric import Metric
from dragoman.tune.lists import Candidate, KBestLists, Vector, stack_lists

PLANTED = np.array([1.0, -0.6, 0.3, 0.0, 0.8])


def world(
    seed: int, sentences: int = 60, candidates: int = 40, planted: Vector = PLANTED
) -> tuple[list[list[Candidate]], list[tuple[str, ...]]]:
    """Candidates whose words get worse the lower the planted weights score them."""
    rng = np.random.default_rng(seed)
    lists: list[list[Candidate]] = []
    references: list[tuple[str, ...]] = []
    for _ in range(sentences):
        length = int(rng.integers(8, 20))
        reference = [f"w{i}" for i in rng.integers(0, 50, length)]
        features = rng.normal(size=(candidates, len(planted))) * [1, 2, 0.5, 1, 1]
        ranks = np.argsort(np.argsort(-(features @ planted)))
        its = []
        for row, rank in zip(features, ranks, strict=True):
            words = list(reference)
            for place in rng.permutation(length)[: round(length * rank / candidates)]:
                words[place] = "wrong"
            its.append(Candidate(tuple(words), row))
        lists.append(its)
        references.append((" ".join(reference),))
    return lists, references


def as_lists(
    lists: list[list[Candidate]], references: list[tuple[str, ...]], metric: Metric
) -> KBestLists:
    texts = [[" ".join(c.tokens) for c in its] for its in lists]
    return stack_lists(
        [np.array([c.features for c in its]) for its in lists],
        metric.candidate_statistics(texts, references),
        metric,
    )


def cosine(a: Vector, b: Vector) -> float:
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))
