"""A person who wants a certain translation, helped by completions: simulated as by Barrachina et al. (2009)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dragoman.model.interactive.completion import Completion

Ask = Callable[[str], Completion]
"""The completion of what was typed."""


def by_words(ask: Ask, reference: str) -> Iterator[Completion]:
    """All completions of a person who accepts words as long as they are right, and types the next one.

    The words of the reference are divided by single blanks.
    """
    wanted = reference.split(" ")
    place = 0
    while place < len(wanted):
        found = ask("".join(f"{word} " for word in wanted[:place]))
        yield found
        for word in found.completion.split():
            if place == len(wanted) or word != wanted[place]:
                break
            place += 1
        place += 1


def right_pieces(found: Completion, reference: str) -> list[bool]:
    """Whether the words of a completion are right, one after the other, up to the first that is not."""
    text = found.prefix
    right = []
    for piece in found.best.pieces:
        text += piece
        right.append(reference.startswith(text) and not reference[len(text) :][:1].isalnum())
        if not right[-1]:
            break
    return right
