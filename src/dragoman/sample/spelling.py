"""Old spellings of the sample world's target language, to learn how to normalise spelling.

    python -m dragoman.sample.spelling DIRECTORY

writes ``train``, ``dev`` and ``test`` with the ends ``.old`` and ``.new``. An old spelling depends on the letters
around a letter, and partly on chance: a writer of old writes a word in several ways, and two letters of today may have
been one. So rules for single letters do not undo it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path

from dragoman.io.finished_directory import output_folder
from dragoman.sample.documents import generate
from dragoman.sample.options import SampleOptions

VOWELS = frozenset("aeiouáéíóúäöü")
PARTS = {"train": 2000, "dev": 200, "test": 400}
SEED = 1


def old_spelling(line: str, chance: random.Random) -> str:
    """Return a line as it may have been written of old.

    Args:
        line: Words, separated by blanks.
        chance: Decides where writers differed.
    """
    return " ".join(_word(word, chance) for word in line.split(" "))


def _word(word: str, chance: random.Random) -> str:
    letters = []
    for place, letter in enumerate(word):
        before = word[place - 1] if place else ""
        after = word[place + 1] if place + 1 < len(word) else ""
        letters.append(_letter(letter, before, after, chance))
    # A consonant at the end often has a silent letter after it.
    if len(word) > 2 and word[-1].isalpha() and word[-1] not in VOWELS and chance.random() < 0.4:
        letters.append("e")
    return "".join(letters)


def _letter(letter: str, before: str, after: str, chance: random.Random) -> str:
    """What a letter becomes between its neighbours; an empty one is the end of the word."""
    if letter in "uv":
        return "u" if before else "v"
    if letter == "i" and (before in VOWELS or after in VOWELS or not after):
        return "y"
    if letter == "k" and before in VOWELS and before:
        return "ck"
    if letter == "t" and not after:
        return "th"
    if letter in "lmn" and before in VOWELS and before and not after and chance.random() < 0.5:
        return 2 * letter
    return letter


def write(directory: Path, parts: dict[str, int] | None = None) -> None:
    """Write the texts.

    Args:
        directory: The folder, which is made.
        parts: How many lines each part has.
    """
    sizes = PARTS if parts is None else parts
    chance = random.Random(SEED)
    lines = _lines(sum(sizes.values()))
    with output_folder(directory) as folder:
        for name, size in sizes.items():
            chosen, lines = lines[:size], lines[size:]
            old = [old_spelling(line, chance) for line in chosen]
            (folder / f"{name}.new").write_text(_text(chosen), encoding="utf-8")
            (folder / f"{name}.old").write_text(_text(old), encoding="utf-8")


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _lines(count: int) -> list[str]:
    documents = generate(SampleOptions(pairs=count, seed=SEED))
    return [" ".join(pair.target) for document in documents for pair in document.sentences]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m dragoman.sample.spelling DIRECTORY")
    write(Path(sys.argv[1]))
