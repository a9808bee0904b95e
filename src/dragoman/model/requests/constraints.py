"""Demands on translations in a file beside the input (``--constraints``), one a line, tab-separated:

    1   2-3   translation   das Haus||das Gebäude
    1   5     keep
    4   2-3   option        Tor
    4   6     wall

The first column is the line of the input, counted from 1, the second the words of that line, counted from 0 as in
``--alignments`` and ``--segments``. ``translation`` gives the only translations allowed, separated by ``||`` (nothing:
the words are dropped); ``option`` gives translations that compete with the model's own; ``keep`` copies the words;
``wall``: nothing from this word on is translated before everything that stands before it. ``#`` begins a comment.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dragoman.common.errors import FormatError
from dragoman.corpus.preparation import SidePreparation, TextPreparation
from dragoman.io.files import display_name, read_lines
from dragoman.search import Input, Zone

_LINE = re.compile(r"[0-9]{1,12}")
_WORDS = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
_KINDS = ("translation", "option", "keep", "wall")


@dataclass(frozen=True)
class Demand:
    """One line of the file."""

    kind: str
    begin: int
    end: int
    text: str
    line: int
    """Where it stands in the file."""


class Constraints:
    """The demands of a file by input line."""

    def __init__(self, path: str | os.PathLike[str], text: TextPreparation) -> None:
        self._target = text.target
        self.name = display_name(path)
        self._demands: dict[int, list[Demand]] = {}
        for number, line in enumerate(read_lines(path), 1):
            if line.strip() and not line.startswith("#"):
                sentence, demand = _parse(line, number, self.name)
                self._demands.setdefault(sentence, []).append(demand)

    def apply(self, sentence: Input, number: int) -> Input:
        """The sentence with the demands made of it; ``number`` is its line, counted from 1."""
        zones, walls = list(sentence.zones), list(sentence.walls)
        words = sentence.tokens if sentence.parts is None else sentence.parts.words
        taken = bytearray(len(sentence.tokens))
        for zone in zones:
            if zone.exclusive:
                taken[zone.begin : zone.end] = b"\1" * (zone.end - zone.begin)
        for demand in self._demands.pop(number, ()):
            if demand.end > len(words):
                raise self._error(demand, f"line {number} of the input has {len(words)} words")
            span = demand.begin, demand.end
            if sentence.parts is not None:
                span = sentence.parts.span(*span)
            if demand.kind == "wall":
                walls.append(span[0])
                continue
            zone = _zone(demand, words, span, self._target)
            if 1 in taken[zone.begin : zone.end]:
                raise self._error(demand, "the words have a prescribed translation already")
            if zone.exclusive:
                taken[zone.begin : zone.end] = b"\1" * (zone.end - zone.begin)
            zones.append(zone)
        return replace(sentence, zones=zones, walls=[wall for wall in walls if wall > 0])

    def finish(self, lines: int) -> None:
        """Raises a FormatError if there are demands on lines that the input does not have."""
        for demands in self._demands.values():
            raise self._error(demands[0], f"the input has only {lines} lines")

    def _error(self, demand: Demand, message: str) -> FormatError:
        return FormatError(message, self.name, demand.line)


def _parse(line: str, number: int, name: str) -> tuple[int, Demand]:
    fields = line.split("\t")
    sentence, words, kind, *rest = [*fields, "", ""] if len(fields) < 3 else fields
    span = _WORDS.fullmatch(words.strip())
    if not _LINE.fullmatch(sentence.strip()) or int(sentence) < 1 or span is None:
        raise FormatError(
            "expected the input's line (from 1), its words (such as 2-3) and a demand, tab-separated",
            name,
            number,
        )
    begin, end = int(span[1]), int(span[2] or span[1]) + 1
    if begin >= end:
        found = f"{words.strip()}: the last stands before the first"
        raise FormatError(f"expected words such as 2-3, found {found}", name, number)
    kind = kind.strip()
    if kind not in _KINDS:
        raise FormatError(f"expected one of {', '.join(_KINDS)}, found '{kind}'", name, number)
    text = rest[0] if rest else ""
    if len(rest) > 1 or (text.strip() and kind not in ("translation", "option")):
        raise FormatError(f"there is too much after '{kind}'", name, number)
    if kind == "wall" and end - begin > 1:
        raise FormatError("a wall stands before one word", name, number)
    return int(sentence), Demand(kind, begin, end, text, number)


def _zone(
    demand: Demand, words: Sequence[str], tokens: tuple[int, int], target: SidePreparation
) -> Zone:
    if demand.kind == "keep":
        translations = [list(words[demand.begin : demand.end])]
    else:
        translations = [target.phrase(text) for text in demand.text.split("||")]
    return Zone(*tokens, translations, exclusive=demand.kind != "option")
