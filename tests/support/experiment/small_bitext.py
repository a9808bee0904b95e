"""A small German-English bitext, put together from a few sentences."""

from __future__ import annotations

from itertools import product

NOUNS = [
    ("Haus", "house"),
    ("Buch", "book"),
    ("Kind", "child"),
    ("Bild", "picture"),
    ("Tier", "animal"),
]
ADJECTIVES = [
    ("klein", "small"),
    ("alt", "old"),
    ("neu", "new"),
    ("gut", "good"),
    ("schön", "nice"),
]
FRAMES = [
    ("Das {} ist nicht {}.", "The {} is not {}."),
    ("Ich habe gehört, dass das {} sehr {} ist.", "I have heard that the {} is very {}."),
    ("Ist das {} auch {}?", "Is the {} {}, too?"),
    ("Wir sahen das {}; es war {}.", "We saw the {}; it was {}."),
]


def bitext() -> tuple[list[str], list[str]]:
    """A hundred pairs."""
    chosen = list(product(FRAMES, NOUNS, ADJECTIVES))
    german = [frame[0].format(noun[0], word[0]) for frame, noun, word in chosen]
    english = [frame[1].format(noun[1], word[1]) for frame, noun, word in chosen]
    return german, english
