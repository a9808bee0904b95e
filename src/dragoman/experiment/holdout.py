"""Which lines of a bitext are kept from training, to tune on and to test on.

Documents stay whole where they are known; otherwise blocks of lines that follow each other are taken, spread over the
text. There is no chance in it: the same text is divided in the same way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

TRAIN, DEV, TEST, UNUSED = 0, 1, 2, 3
PART, LEAST, MOST = 20, 20, 2000
"""Development and test set each get one line in so many, within these bounds."""
BLOCKS = 20
"""Blocks of each of the two sets, at most."""
BLOCK = 10
"""Lines of a block, at least."""


def without_repeats(parts: bytearray, keys: Sequence[int], empty: int) -> bytearray:
    """Return the same with ``UNUSED`` for what must not be used: a score is to tell of new text.

    Pairs to train on that are also held out are not used, and neither are pairs that lack a side.

    Args:
        parts: The part of every pair.
        keys: A number for every pair, the same for the same pair.
        empty: The number of pairs with an empty side.
    """
    held = {key for part, key in zip(parts, keys, strict=True) if part != TRAIN}
    return bytearray(
        UNUSED if key == empty or (part == TRAIN and key in held) else part
        for part, key in zip(parts, keys, strict=True)
    )


def held_out(lines: int) -> int:
    """Lines for each of the two sets."""
    return min(MOST, max(LEAST, lines // PART), lines // 3)


def divide(lines: int, documents: Sequence[str] | None = None) -> bytearray:
    """For every line ``TRAIN``, ``DEV`` or ``TEST``; ``documents`` are the lines' ids, if they are known."""
    size = held_out(lines)
    if documents is not None and (found := _by_document(documents, size)) is not None:
        return found
    return _by_block(lines, size)


def _by_document(documents: Sequence[str], size: int) -> bytearray | None:
    """None if documents are so large that they cannot make sets of about this size."""
    counts: dict[str, int] = {}
    for name in documents:
        counts[name] = counts.get(name, 0) + 1
    order = sorted(counts, key=lambda name: hashlib.blake2b(name.encode()).digest())
    chosen: dict[str, int] = {}
    for part in (TEST, DEV):
        taken = 0
        for name in order:
            if taken >= size:
                break
            if name not in chosen and taken + counts[name] <= 2 * size:
                chosen[name] = part
                taken += counts[name]
        if 2 * taken < size:
            return None
    return bytearray(chosen.get(name, TRAIN) for name in documents)


def _by_block(lines: int, size: int) -> bytearray:
    parts = bytearray(lines)
    blocks = max(1, min(BLOCKS, size // BLOCK))
    for number in range(2 * blocks):
        # The remainder of the division goes to the first blocks, so that each set has its size.
        length = size // blocks + (number // 2 < size % blocks)
        middle = (2 * number + 1) * lines // (4 * blocks)
        first = max(0, min(lines - length, middle - length // 2))
        parts[first : first + length] = bytes([TEST if number % 2 else DEV]) * length
    return parts
