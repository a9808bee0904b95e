"""Text as characters: every letter is a word, and so is a blank.

For spelling normalisation, transliteration and close varieties, where what becomes of a letter depends on its
neighbours and not on the word (Vilar, Peter & Ney 2007; Tiedemann 2009).

    split_characters("ein Haus")      # "e i n ▁ H a u s"
    joined(["e", "i", "n", "▁", "H"])      # ["e", "i", "n", " ", "H"]
"""

from __future__ import annotations

from collections.abc import Sequence

import regex

BLANK = "▁"
"""U+2581, which stands for a blank. Where a text has this character itself, it is read as a blank."""
STAND_INS = "ꙀꙂꙄꙆꙈꙊ"
"""Capital letters that hardly any text has. Documents put a number between two of them in the place of what is kept;
such a word stays whole, as all tokenisers leave it."""
_UNIT = regex.compile(rf"([{STAND_INS}])\d+\1|\S")


def split_characters(line: str) -> str:
    """Return a line as characters with blanks between them; a run of blanks is one character, none at the ends.

    Args:
        line: The line.
    """
    text = BLANK.join(line.replace(BLANK, " ").split())
    return " ".join(found[0] for found in _UNIT.finditer(text))


def joined(characters: Sequence[str]) -> list[str]:
    """Return characters as they are written: blanks for what stands for them.

    Args:
        characters: What a decoder wrote.
    """
    return [" " if one == BLANK else one for one in characters]
