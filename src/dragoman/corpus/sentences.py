"""Splits running text into sentences, by rules and the data of ``languages/CODE.toml``.

A sentence ends at a mark (. ! ? … and those of other scripts), with the quotation marks and brackets that close after
it, if what follows can begin a sentence:

- A small letter after a full stop continues the sentence. So does anything after a title ("Dr. Smith"). After an
  initial, a dotted acronym, an abbreviation that may end a sentence ("etc.") or an ordinal ("am 3. Mai") the sentence
  ends only if the next word hardly ever has a capital inside a sentence (``starters``: "The", "Er").
- Chinese and Japanese marks need no space behind them; a quotation inside a sentence does not end it.
- No sentence ends inside brackets that close soon, or after a number at the very beginning ("1. Introduction").

    SentenceSplitter("en")("Dr. Smith left. He was late.")    # ["Dr. Smith left.", "He was late."]

The time is linear in the length of the text: every decision looks at a bounded number of characters.
"""

from __future__ import annotations

from collections.abc import Iterator

import regex

from dragoman.corpus.language import language

_WIDE = frozenset("。．！？｡︒")
"""Marks that have no space behind them."""
_STRONG = frozenset("!?؟۔।॥։።။‽")
_CANDIDATE = regex.compile(
    r"(?P<mark>[.!?…。．！？｡︒؟۔।॥։።။‽]+)(?P<close>(?:[\"'”’»›)\]}」』）】》〉〕＂＇]|[“‘«‹](?!\w))*)(?P<space>\s*)"
)
_NEXT = regex.compile(r"[\"'“”„«»‹›‘‚(\[{「『（【《〈¿¡*_–—-]{0,8}\s?(\w{0,40})(['’.]?)")
_LAST_WORD = regex.compile(r"[\w.&'’]*$")
_ACRONYM = regex.compile(r"(?:\p{L}{1,2}\.)+\p{L}{1,2}")
_BRACKET = regex.compile(r"[()\[\]（）「」『』【】]")
_PARTNERS = {")": "(", "]": "[", "）": "（", "」": "「", "』": "『", "】": "【"}
_LOOK_BACK = 40
_LONGEST_ORDINAL = 3
"""Numbers with more digits are not ordinals: they are years, or they end a sentence."""
_LONGEST_BRACKET = 400
"""Sentences may end inside brackets that are longer than this."""


class SentenceSplitter:
    """A splitter for one language; call it with running text.

    Args:
        code: The code of the language, such as ``de``.
    """

    def __init__(self, code: str) -> None:
        self.language = language(code)

    def __call__(self, text: str) -> list[str]:
        """The sentences, without the white space around them."""
        return [text[begin:end] for begin, end in self.spans(text)]

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return the positions of the sentences in the text; only white space is outside of them.

        Args:
            text: A paragraph.
        """
        spans = []
        first = len(text) - len(text.lstrip())
        brackets = _brackets(text)
        inside = next(brackets, None)
        for match in _CANDIDATE.finditer(text):
            while inside is not None and inside[1] < match.end("close"):
                inside = next(brackets, None)
            if inside is not None and first < inside[0] < match.start():
                continue
            if match.end() < len(text) and self._ends(text, match, first):
                spans.append((first, match.end("close")))
                first = match.end()
        last = len(text.rstrip())
        if first < last:
            spans.append((first, last))
        return spans

    def _ends(self, text: str, match: regex.Match[str], first: int) -> bool:
        """Whether a sentence that began at ``first`` ends at a mark that is not the last thing in the text."""
        mark = match["mark"]
        if not _WIDE.isdisjoint(mark):
            if text[match.end()] in _WIDE:
                return False
            closed = bool(match["close"])
            return not (closed and text.startswith(self.language.continuations, match.end()))
        following = _NEXT.match(text, match.end())
        word, after = following.groups() if following else ("", "")
        if not match["space"] or word[:1].islower():
            return False
        if not _STRONG.isdisjoint(mark):
            return True
        if mark != ".":
            return word not in self.language.separate_initials
        before = text[max(first, match.start() - _LOOK_BACK) : match.start()]
        return self._stop_ends(before, word, self._starts(word, after))

    def _starts(self, word: str, after: str) -> bool:
        """Whether a word hardly ever has a capital inside a sentence; an initial ("J. A. Smith") may have one."""
        if after == "." and len(word) == 1:
            return False
        starters = self.language.starters
        return word in starters or (after in ("'", "’") and f"{word}'" in starters)

    def _stop_ends(self, before: str, following: str, starts: bool) -> bool:
        """Whether a full stop between these ends a sentence; ``before`` does not reach beyond the sentence."""
        rules = self.language
        found = _LAST_WORD.search(before)
        word = found.group() if found else ""
        if word.isdecimal():
            ordinal = rules.ordinals and len(word) <= _LONGEST_ORDINAL
            return (starts or not ordinal) and word != before
        if word in rules.final_abbreviations or _ACRONYM.fullmatch(word):
            return starts
        if word in rules.numeric_abbreviations:
            return not following[:1].isdecimal()
        if word in rules.abbreviations:
            return False
        if len(word) == 1 and word.isalpha() and word not in rules.separate_initials:
            return starts and word != before
        return True


def _brackets(text: str) -> Iterator[tuple[int, int]]:
    """The outermost pairs of brackets that close soon, in order."""
    opened: list[tuple[str, int]] = []
    found: list[tuple[int, int]] = []
    for match in _BRACKET.finditer(text):
        sign, place = match.group(), match.start()
        partner = _PARTNERS.get(sign)
        if partner is None:
            opened.append((sign, place))
        elif opened and opened[-1][0] == partner:
            begin = opened.pop()[1]
            if place - begin <= _LONGEST_BRACKET:
                while found and found[-1][0] > begin:
                    found.pop()
                found.append((begin, place))
    return iter(found)
