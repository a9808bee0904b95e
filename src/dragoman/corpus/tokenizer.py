"""Splitting text into tokens, by rules.

Text is first cut at white space into chunks. How a chunk is split depends only on the chunk itself and, if it ends in a
full stop, on whether it is the last one and on the kind of the next chunk. Results are remembered, so that most chunks
cost one look-up.

- URLs, e-mail addresses, numbers (1,000.50), words with hyphens, slashes or ampersands inside stay whole.
- A full stop stays with an abbreviation, an initial, a dotted acronym, an ordinal (where the language has them) and any
  word before a small letter; at the end of the line it is a separate token.
- Apostrophes: English ``do n't``, ``John 's``; French and Italian ``l' homme``; elsewhere part of the word.
- Every Han character and every kana is a token, in every language.
- Nothing is escaped or normalized; ``detokenizer.py`` undoes it.

    Tokenizer("en")("Don't panic.")      # "Do n't panic ."
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import regex

from dragoman.corpus.language import Language, language

IDEOGRAPHS = r"\p{Han}\p{Hiragana}\p{Katakana}ー々〆"
_CACHE_LIMIT = 1 << 17
_URL = r"(?:(?:https?|ftp)://|www\.(?=\w))[^\s<>\"“”«»]*[^\s<>\"“”«».,;:!?)\]}'’]"
_EMAIL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
_LETTERS = rf"[\w--[{IDEOGRAPHS}]]"
_OTHER = r"\.{2,}|-{2,}|\*{2,}|={2,}|#{2,}|~{2,}|\X"
_FULL_STOP = regex.compile(r"(.*[^.\s])\.([\"'”’»)\]]*)", regex.DOTALL)
_LAST_WORD = regex.compile(r"[\w.]*$")
_ACRONYM = regex.compile(r"\p{L}(?:\.\p{L})*")


def _pattern(rules: Language) -> str:
    """The alternatives for one token, the special ones first."""
    special = [_URL, _EMAIL]
    inside = r"(?<=\p{L})['’](?=\p{L})"
    if rules.leading_apostrophe:
        words = "|".join(rules.leading_apostrophe)
        special.append(rf"(?<![\p{{L}}\d])['’](?i:{words})\b")
    if rules.apostrophe == "english":
        clitic = r"['’](?i:s|m|d|re|ve|ll)\b"
        special += [r"\p{L}+?(?=(?i:n['’]t)\b)", r"(?i:n['’]t)\b", rf"(?:(?<=\w)|^){clitic}"]
        special.append(r"(?<!\w)['’]\d0s\b")
        inside = rf"(?<=\p{{L}})(?!{clitic})['’](?=\p{{L}})"
    elif rules.apostrophe == "elision":
        words = "|".join(rules.elisions)
        special.append(rf"(?<!\w)(?i:{words})['’](?=[\w\"«“]|$)")
    elif rules.apostrophe == "italian":
        words = "|".join(sorted(rules.apocopes))
        special += [r"\p{L}+['’](?=[\w\"«“])", rf"\b(?i:{words})['’](?!\w)"]
        inside = r"(?!)"
    joint = rf"[-‐‑/&@·+]|(?<=\d)[.,:'’–](?=\d)|(?<=\p{{L}})\.(?=\p{{L}})|{inside}"
    word = (
        rf"[-+]?{_LETTERS}+(?:(?:{joint}){_LETTERS}+)*(?:\([\p{{Ll}}\d]{{0,5}}\))*(?:-(?![-\w]))?"
    )
    return "|".join([*special, word, _OTHER])


class _Memory(dict[str, str]):
    """Chunks that were split before."""

    def __init__(self, split: Callable[[str], str]) -> None:
        super().__init__()
        self.split = split

    def __missing__(self, chunk: str) -> str:
        if len(self) >= _CACHE_LIMIT:
            self.clear()
        result = self[chunk] = self.split(chunk)
        return result


class Tokenizer:
    """A tokeniser for one language; call it with a line of text.

    Args:
        code: The code of the language, such as ``de``.
    """

    def __init__(self, code: str) -> None:
        self.language = language(code)
        self._find = regex.compile(_pattern(self.language), regex.V1).finditer
        self._plain = _Memory(self._split)
        self._kept = _Memory(self._split_keeping)
        self._numeric = _Memory(lambda chunk: self._split_abbreviation(chunk, number=True))
        self._other = _Memory(lambda chunk: self._split_abbreviation(chunk, number=False))

    def __call__(self, line: str) -> str:
        """The tokens of a line, separated by single spaces."""
        chunks = line.split()
        plain = self._plain
        if "." not in line[:-1]:
            return " ".join([plain[chunk] for chunk in chunks])
        result = [
            self._before(chunk, following) if "." in chunk else plain[chunk]
            for chunk, following in pairwise(chunks)
        ]
        result.append(plain[chunks[-1]])
        return " ".join(result)

    def tokens(self, line: str) -> list[str]:
        """Return the tokens of a line as a list.

        Args:
            line: A line of text.
        """
        return self(line).split(" ") if line.strip() else []

    def _before(self, chunk: str, following: str) -> str:
        first = following[0]
        if first.islower():
            return self._kept[chunk]
        return (self._numeric if first.isdigit() else self._other)[chunk]

    def _split(self, chunk: str) -> str:
        return " ".join([match.group() for match in self._find(chunk)])

    def _split_keeping(self, chunk: str) -> str:
        """Leaves a full stop at the end with the word before it."""
        match = _FULL_STOP.fullmatch(chunk)
        if match is None or not match[1][-1].isalnum():
            return self._split(chunk)
        rest = self._split(match[2])
        return f"{self._split(match[1])}.{' ' if rest else ''}{rest}"

    def _split_abbreviation(self, chunk: str, number: bool) -> str:
        match = _FULL_STOP.fullmatch(chunk)
        if match is None:
            return self._split(chunk)
        last = _LAST_WORD.search(match[1])
        word = last.group() if last else ""
        rules = self.language
        kept = (
            word in rules.abbreviations
            or (number and word in rules.numeric_abbreviations)
            or (rules.ordinals and word.isdecimal())
            or (_ACRONYM.fullmatch(word) is not None and word not in rules.separate_initials)
        )
        return self._split_keeping(chunk) if kept else self._split(chunk)
