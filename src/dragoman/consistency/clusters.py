"""Which sentences share their counts: those of a document, of a part of it, or of a cluster of similar documents."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from dragoman.consistency.options import ConsistencyOptions
from dragoman.search import Input


def units(inputs: Sequence[Input], options: ConsistencyOptions) -> list[str]:
    """Return the name of the unit of every sentence; empty for a sentence without a document.

    With a similarity, a document belongs to the same cluster as all that are at least so similar to it. With a size of
    units, a longer document is divided into equal parts (the finer units that Ture et al. leave to future work).
    """
    if options.unit:
        return _parts([one.document for one in inputs], options.unit)
    if not options.similarity:
        return [one.document for one in inputs]
    words: dict[str, Counter[str]] = {}
    for one in inputs:
        if one.document:
            words.setdefault(one.document, Counter()).update(one.tokens)
    leaders = _leaders(_vectors(words), options.similarity)
    return [leaders.get(one.document, "") for one in inputs]


def _parts(documents: Sequence[str], size: int) -> list[str]:
    """The document of every sentence with the number of its part, in as few parts of equal size as there can be."""
    lengths, seen, names = Counter(documents), Counter[str](), []
    for name in documents:
        parts = math.ceil(lengths[name] / size)
        names.append(f"{name}\n{seen[name] * parts // lengths[name]}" if name else "")
        seen[name] += 1
    return names


def _vectors(words: Mapping[str, Counter[str]]) -> dict[str, dict[str, float]]:
    """Documents as vectors of length 1 over words; a word in all documents weighs nothing."""
    spread = Counter(word for counts in words.values() for word in counts)
    vectors = {}
    for name, counts in words.items():
        vector = {w: n * math.log(len(words) / spread[w]) for w, n in counts.items()}
        norm = math.sqrt(sum(value * value for value in vector.values()))
        vectors[name] = {w: value / norm for w, value in vector.items() if value} if norm else {}
    return vectors


def _leaders(vectors: Mapping[str, Mapping[str, float]], similarity: float) -> dict[str, str]:
    """The first document of every document's cluster."""
    leader = {name: name for name in vectors}

    def find(name: str) -> str:
        while leader[name] != name:
            name = leader[name]
        return name

    names = list(vectors)
    for place, name in enumerate(names):
        for other in names[:place]:
            mine, its = vectors[name], vectors[other]
            small, large = sorted((mine, its), key=len)
            if sum(value * large.get(word, 0.0) for word, value in small.items()) >= similarity:
                leader[find(name)] = find(other)
    return {name: find(name) for name in names}
