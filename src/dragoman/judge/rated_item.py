"""What annotators see at a time: a part of a document as one system translated it, sentence by sentence.

Some items are there to see whether an annotator pays attention: an item that is shown too, but one of its translations
has words of other sentences in it. Whoever looks gives that one a lower score.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dragoman.common.errors import ConfigError
from dragoman.judge.rating import Span

CONTEXT = 10
"""Segments of an item, at most: of a longer document there are several parts."""
_REPLACED = 3
"""One word in so many is replaced in an item for attention, at least one."""


@dataclass(frozen=True)
class RatedSegment:
    """A sentence and its translation."""

    name: str
    """The same for all systems."""
    source: str
    target: str
    reference: str = ""
    spans: tuple[Span, ...] = ()
    """Errors that are marked before the annotator looks."""


@dataclass(frozen=True)
class RatedItem:
    """Segments of one document by one system."""

    document: str
    system: str
    segments: tuple[RatedSegment, ...]
    distorted: int | None = None
    """The place of the segment that was made wrong, if the item is there for attention."""


def items_of(
    systems: Mapping[str, Sequence[str]],
    sources: Sequence[str],
    documents: Sequence[str] | None = None,
    references: Sequence[str] | None = None,
    count: int | None = None,
    seed: int = 1,
) -> list[RatedItem]:
    """Return the items of systems that translated the same text.

    Args:
        systems: The translations of every system by its name.
        sources: The source sentences.
        documents: The document of every sentence; None: parts of the text in its order.
        references: Translations that are shown beside; None: none.
        count: How many parts of documents are drawn, at most; None: all.
        seed: The seed of what is drawn.
    """
    names = [""] * len(sources) if documents is None else [one.strip() for one in documents]
    parts: list[list[int]] = []
    for number, name in enumerate(names):
        if number and names[number - 1] == name and len(parts[-1]) < CONTEXT:
            parts[-1].append(number)
        else:
            parts.append([number])
    if count is not None and count < len(parts):
        drawn = np.random.default_rng(seed).permutation(len(parts))[:count]
        parts = [parts[n] for n in sorted(drawn)]
    return [
        RatedItem(
            names[part[0]],
            system,
            tuple(
                RatedSegment(
                    str(n + 1), sources[n], targets[n], references[n] if references else ""
                )
                for n in part
            ),
        )
        for part in parts
        for system, targets in systems.items()
    ]


def with_attention(items: Sequence[RatedItem], count: int, seed: int) -> list[RatedItem]:
    """Return the items with others for attention behind them.

    Args:
        items: The items.
        count: How many are added.
        seed: The seed of which they are, and of their words.
    """
    random = np.random.default_rng(seed)
    words = [word for item in items for one in item.segments for word in one.target.split()]
    fit = [n for n, item in enumerate(items) if any(one.target.split() for one in item.segments)]
    if count > len(fit):
        raise ConfigError(f"expected at most {len(fit)} items for attention, got {count}")
    found = list(items)
    for number in sorted(random.permutation(fit)[:count]):
        item = items[number]
        places = [n for n, one in enumerate(item.segments) if one.target.split()]
        place = int(random.choice(places))
        own = item.segments[place].target.split()
        others = [word for word in words if word not in own] or ["…"]
        for at in random.permutation(len(own))[: max(1, len(own) // _REPLACED)]:
            own[at] = others[int(random.integers(len(others)))]
        wrong = replace(item.segments[place], target=" ".join(own), spans=())
        segments = (*item.segments[:place], wrong, *item.segments[place + 1 :])
        found.append(replace(item, segments=segments, distorted=place))
    return found


def order_for(seed: int, annotator: str, items: int) -> list[int]:
    """Return the order in which an annotator sees the items: each another one, and always the same.

    Args:
        seed: The campaign's seed.
        annotator: The annotator's name.
        items: How many items there are.
    """
    digest = hashlib.sha256(f"{seed}\t{annotator}".encode()).digest()
    random = np.random.default_rng(int.from_bytes(digest[:8], "little"))
    return [int(n) for n in random.permutation(items)]
