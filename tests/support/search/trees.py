"""Random dependency trees, and cohesion features of derivations from their definitions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from dragoman.cohesion.definition import cohesion_counts
from dragoman.corpus.dependency import ROOT, DependencyTree

TAGS = ("NOUN", "VERB", "DET", "NNS", "VBZ")


def random_tree(words: Sequence[str], rng: random.Random, projective: bool = False):
    """A tree over the words; unless it is to be projective, maybe with crossing arcs and several roots."""
    size = len(words)
    heads = [ROOT] * size
    if projective:

        def build(low: int, high: int, head: int) -> None:
            while low < high:
                cut = rng.randint(low + 1, high)
                root = rng.randrange(low, cut)
                heads[root] = head
                build(low, root, root)
                build(root + 1, cut, root)
                low = cut

        build(0, size, ROOT)
    else:
        order = rng.sample(range(size), size)
        for i, word in enumerate(order):
            if i and rng.random() > 0.1:
                heads[word] = order[rng.randrange(i)]
    tags = tuple(rng.choice(TAGS) for _ in words)
    return DependencyTree(tuple(words), tuple(heads), tags=tags)


def step_features(
    tree: DependencyTree, phrases: Sequence[Sequence[int]]
) -> Iterator[dict[str, float]]:
    """What every cohesion feature says of each step."""
    covered: set[int] = set()
    previous: Sequence[int] = ()
    for phrase in phrases:
        local = cohesion_counts(tree, previous, phrase, covered)
        full = cohesion_counts(tree, previous, phrase, covered, exhaustive=True)
        yield {
            "coh1": -float(local.interruption),
            "coh2": -float(full.interruption),
            "coh3": -float(local.words),
            "coh4": -float(full.words),
            "coh5.interruption": -float(local.interruption),
            "coh5.count": -float(local.words),
            "coh5.verbs": -float(local.verbs),
            "coh5.nouns": -float(local.nouns),
        }
        covered |= set(phrase)
        previous = phrase


def features(tree: DependencyTree, spans: Sequence[tuple[int, int]]) -> dict[str, float]:
    """The same, summed over a derivation given by its spans in target order."""
    total: dict[str, float] = {}
    for step in step_features(tree, [list(range(*span)) for span in spans]):
        for name, value in step.items():
            total[name] = total.get(name, 0.0) + value
    return total
