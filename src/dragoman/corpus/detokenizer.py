"""Joining tokens into text: the inverse of ``tokenizer.py`` for ordinary writing.

Each token has a class that says whether it is joined to its neighbours. Quotation marks that look the same at both ends
are opening and closing in turn.

    Detokenizer("en")("Do n't panic .")      # "Don't panic."
"""

from __future__ import annotations

from enum import IntEnum

import regex

from dragoman.corpus.language import language
from dragoman.corpus.tokenizer import IDEOGRAPHS
from dragoman.corpus.words import split_words

_CACHE_LIMIT = 1 << 17


class _Glue(IntEnum):
    WORD = 0
    LEFT = 1
    """No space before it."""
    RIGHT = 2
    """No space after it."""
    DOUBLE = 3
    SINGLE = 4
    CURRENCY = 5
    IDEOGRAPH = 6
    DOTS = 7
    BOTH = 8


_CLITIC = regex.compile(r"(?i)n['’]t|['’](?:s|m|d|re|ve|ll)")
_ELIDED = regex.compile(r"(\p{L}+)['’]")
_IDEOGRAPH = regex.compile(rf"[{IDEOGRAPHS}]+")
_WIDE = regex.compile(r"[\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]")
_CLOSING = frozenset(",.;:!?)]}%°‰’”»›″′")
_OPENING = frozenset("([{¿¡‘“«‹„‚#")
_CURRENCIES = frozenset("$£€¥")


class Detokenizer:
    """A detokeniser for one language; call it with a line of tokens.

    Args:
        code: The code of the language, such as ``de``.
    """

    def __init__(self, code: str) -> None:
        self.language = language(code)
        closing, opening = set(_CLOSING), set(_OPENING)
        for pair in self.language.quotes:
            for mark in pair:
                closing.discard(mark)
                opening.discard(mark)
        self._both_ways = {pair[1] for pair in self.language.quotes} & _OPENING
        opening |= {pair[0] for pair in self.language.quotes} - self._both_ways
        closing |= {pair[1] for pair in self.language.quotes} - self._both_ways
        closing -= self.language.spaced_punctuation
        if self.language.percent_space:
            closing -= {"%", "‰"}
        if self.language.spaced_guillemets:
            closing -= {"»", "›"}
            opening -= {"«", "‹"}
        self._closing, self._opening = frozenset(closing), frozenset(opening)
        self._classes: dict[str, _Glue] = {}

    def __call__(self, line: str) -> str:
        """The text of a line of tokens."""
        tokens = split_words(line)
        spaces = self.spaces(tokens)
        return "".join([f" {x}" if space else x for x, space in zip(tokens, spaces, strict=True)])

    def spaces(self, tokens: list[str]) -> list[bool]:
        """Return whether there is a space before each token.

        Args:
            tokens: The tokens of a sentence.
        """
        classes = self._classes
        spaces: list[bool] = []
        pending: set[str] = set()
        glued = True
        before = _Glue.WORD
        for i, token in enumerate(tokens):
            kind = classes.get(token)
            if kind is None:
                kind = self._remember(token)
            if kind == _Glue.WORD:
                spaces.append(not glued)
                glued = False
                before = kind
                continue
            if kind in (_Glue.DOUBLE, _Glue.SINGLE):
                kind = self._pair(tokens, i, token, pending)
            elif kind == _Glue.CURRENCY:
                kind = _money(tokens, i)
            elif kind == _Glue.DOTS:
                kind = _Glue.RIGHT if glued else _Glue.LEFT
            ideographs = kind == before == _Glue.IDEOGRAPH
            spaces.append(not glued and not ideographs and kind not in (_Glue.LEFT, _Glue.BOTH))
            glued = kind in (_Glue.RIGHT, _Glue.BOTH)
            before = kind
        return spaces

    def _remember(self, token: str) -> _Glue:
        if len(self._classes) >= _CACHE_LIMIT:
            self._classes.clear()
        kind = self._classes[token] = self._classify(token)
        return kind

    def _classify(self, token: str) -> _Glue:
        rules = self.language
        if token in self._both_ways or token == '"':
            return _Glue.DOUBLE
        if token in ("'", "’") and (token == "'" or rules.possessive):
            return _Glue.SINGLE
        if token in rules.tight:
            return _Glue.BOTH
        if token in self._closing:
            return _Glue.LEFT
        if token in self._opening:
            return _Glue.RIGHT
        if token in _CURRENCIES:
            return _Glue.CURRENCY
        if token == "…" or token.strip(".") == "":
            return _Glue.DOTS
        if rules.apostrophe == "english" and _CLITIC.fullmatch(token):
            return _Glue.LEFT
        if rules.apostrophe in ("elision", "italian"):
            elided = _ELIDED.fullmatch(token)
            if elided and elided[1].lower() not in rules.apocopes:
                return _Glue.RIGHT
        if _IDEOGRAPH.fullmatch(token):
            return _Glue.IDEOGRAPH
        if _WIDE.fullmatch(token):
            return _Glue.BOTH
        return _Glue.WORD

    def _pair(self, tokens: list[str], i: int, token: str, pending: set[str]) -> _Glue:
        """Whether a mark that looks the same at both ends opens or closes."""
        if token == "’":
            return _Glue.LEFT
        partner = {pair[1]: pair[0] for pair in self.language.quotes}.get(token)
        if partner is not None and partner in tokens[:i]:
            return _Glue.LEFT
        if token in pending:
            pending.discard(token)
            return _Glue.LEFT
        if i + 1 == len(tokens):
            return _Glue.LEFT
        if (
            token == "'"
            and self.language.possessive
            and i > 0
            and tokens[i - 1][-1:] in ("s", "S", "x", "z")
        ):
            return _Glue.LEFT
        pending.add(token)
        return _Glue.RIGHT


def _money(tokens: list[str], i: int) -> _Glue:
    """A currency sign is joined to a number after it, unless there is a number before it."""
    after = i + 1 < len(tokens) and tokens[i + 1][0].isdigit()
    before = i > 0 and tokens[i - 1][-1].isdigit()
    return _Glue.RIGHT if after and not before else _Glue.WORD
