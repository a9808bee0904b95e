r"""USFM, the format of Bible translation (Unified Standard Format Markers): its text, and verses of two versions.

    \id RUT
    \c 1
    \p
    \v 1 In the days when the judges ruled, \nd God\nd* was silent.\f + \ft A note.\f*

``find_runs`` cuts a book into stretches of text, one for each verse or heading, with the markers inside of them.
``read_versions`` reads two folders (or files) and yields the verses that both have. Verses that one version joins
(``\v 1-2``) or parts (``\v 1a``) are put together. Where verses are numbered in another way, a file of versification
in the folder says so, as Paratext writes it (``PSA 3:1-8 = PSA 3:2-9`` in a file ``*.vrs``).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from dragoman.common.deadline import in_time
from dragoman.common.errors import FormatError
from dragoman.corpus.document import Sentence
from dragoman.io.compression import uncompressed_suffix
from dragoman.io.files import display_name, read_lines

SUFFIXES = (".usfm", ".sfm")
_MARKER = re.compile(r"\\(?:\+?([A-Za-z]+[0-9]*(?:-[se])?)(\*?)|\*)")
_VERSE = re.compile(r"\\v\s+(\S+)[ \t]?")
_CHAPTER = re.compile(r"\\c\s+([0-9]{1,3})\b[^\n]*")
_BOOK = re.compile(r"\\id\s+([A-Za-z0-9]{3})\b")
_NUMBER = re.compile(r"([0-9]{1,3})[a-z]?(?:[-–,]\u200f?([0-9]{1,3})[a-z]?)?", re.IGNORECASE)
_LINE = re.compile(r"[^\n]*")
_ATTRIBUTES = re.compile(r"\|[^|\\]*\Z")

_NOTES = frozenset(("f", "fe", "ef", "x", "ex", "fig", "rq", "va", "vp", "ca", "cat", "xt", "jmp"))
"""What stands between these and their ends is kept as it is."""
_KEPT = re.compile(r"(?:id|usfm|ide|sts|rem|h[123]?|toc3|toca[123]|m?r|sr|cl|cp|cd|restore)\Z")
"""Lines that are kept as they are."""
_HEADINGS = re.compile(r"(?:mt|mte|ms|s|sd|sp|d|qa|qd|imt|imte|is|toc[12])[0-9]?\Z")

Kind = Literal["text", "open", "close", "alone", "paragraph"]


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a run: text, or a marker in it."""

    begin: int
    end: int
    kind: Kind
    pair: int = -1
    """The number that a marker shares with its end."""


@dataclass(slots=True)
class Run:
    """A verse, or the part of one that stands before or after a heading; or a heading, which has no verse."""

    book: str
    chapter: str
    verse: str
    parts: list[Part] = field(default_factory=list)


class _Scan:
    def __init__(self, text: str) -> None:
        self.text = text
        self.ended = {match[1] for match in _MARKER.finditer(text) if match[2]}
        """Markers that have an end somewhere: they stand around words."""
        self.book = self.chapter = self.verse = ""
        self.run: Run | None = None
        self.open: list[tuple[str, int]] = []
        self.pairs = 0

    def runs(self) -> Iterator[Run]:
        place = 0
        for match in in_time(_MARKER.finditer(self.text)):
            if match.start() < place:
                continue
            self._text(place, match.start())
            name, end = match[1] or "", bool(match[2])
            place, done = self._marker(name, end, match.start(), match.end())
            if done is not None:
                yield done
        self._text(place, len(self.text))
        if self.run is not None:
            yield self.run

    def _text(self, begin: int, end: int) -> None:
        if self.run is not None and begin < end:
            self.run.parts.append(Part(begin, end, "text"))

    def _next(self, verse: str | None) -> Run | None:
        """Ends the run; begins another one with this verse, unless it is None."""
        done, self.open = self.run, []
        self.run = None if verse is None else Run(self.book, self.chapter, verse)
        return done

    def _marker(self, name: str, end: bool, begin: int, stop: int) -> tuple[int, Run | None]:
        """Where the text goes on, and the run that ends here."""
        text = self.text
        if end:
            return self._closing(name, begin, stop), None
        if name in _NOTES:
            after = text.find(f"\\{name}*", stop)
            stop = after + len(name) + 2 if after >= 0 else self._line_end(stop)
            self._add(begin, stop, "alone")
            return stop, None
        if not name or name.endswith(("-s", "-e")):
            after = text.find("\\*", stop, self._line_end(stop))
            stop = after + 2 if name and after >= 0 else stop
            self._add(begin, stop, "alone")
            return stop, None
        if name == "v" and (match := _VERSE.match(text, begin)):
            self.verse = match[1]
            return match.end(), self._next(self.verse)
        if name == "c" and (match := _CHAPTER.match(text, begin)):
            self.chapter, self.verse = match[1], ""
            return match.end(), self._next(None)
        if _KEPT.match(name):
            if name == "id" and (match := _BOOK.match(text, begin)):
                self.book, self.chapter, self.verse = match[1].upper(), "", ""
            return self._line_end(stop), self._next(None)
        if _HEADINGS.match(name):
            return stop, self._next("")
        if name in self.ended:
            self.pairs += 1
            self.open.append((name, self.pairs))
            stop += text[stop : stop + 1] == " "
            self._add(begin, stop, "open", self.pairs)
            return stop, None
        if self.run is not None and self.run.verse and self.run.verse == self.verse:
            stop += text[stop : stop + 1] in (" ", "\n")  # the words after it begin there
            self._add(begin, stop, "paragraph")
            return stop, None
        return stop, self._next(self.verse)

    def _closing(self, name: str, begin: int, stop: int) -> int:
        pair = next((number for own, number in reversed(self.open) if own == name), None)
        if pair is None:
            self._add(begin, stop, "alone")
            return stop
        self.open = [one for one in self.open if one[1] != pair]
        if self.run is not None and self.run.parts and self.run.parts[-1].kind == "text":
            last = self.run.parts[-1]
            attributes = _ATTRIBUTES.search(self.text[last.begin : last.end])
            if attributes is not None:  # \w word|lemma="x"\w*
                begin = last.begin + attributes.start()
                self.run.parts.pop()
                self._text(last.begin, begin)
        self._add(begin, stop, "close", pair)
        return stop

    def _add(self, begin: int, end: int, kind: Kind, pair: int = -1) -> None:
        if self.run is not None:
            self.run.parts.append(Part(begin, end, kind, pair))

    def _line_end(self, place: int) -> int:
        match = _LINE.match(self.text, place)
        return match.end() if match is not None else place


def find_runs(text: str) -> Iterator[Run]:
    """Yield the stretches of text of a book, in order.

    Args:
        text: The book.
    """
    return _Scan(text).runs()


def plain(text: str, run: Run) -> str:
    """Return the words of a run with single blanks between them.

    Args:
        text: The book.
        run: The run.
    """
    pieces = [
        text[part.begin : part.end] if part.kind == "text" else " " * (part.kind == "paragraph")
        for part in run.parts
    ]
    return " ".join("".join(pieces).replace("~", " ").replace("//", " ").split())


Reference = tuple[str, int, int]
"""Book, chapter, verse."""


@dataclass(frozen=True)
class Verse:
    """What stands under a number, which may be of several verses."""

    references: tuple[Reference, ...]
    text: str


def files_of(path: str | os.PathLike[str]) -> list[Path]:
    """Return the books of a folder, or the file itself.

    Args:
        path: The folder or the file.
    """
    root = Path(path)
    if not root.is_dir():
        return [root]
    found = sorted(one for one in root.iterdir() if uncompressed_suffix(one) in SUFFIXES)
    if not found:
        raise FormatError(
            f"expected books in USFM ({', '.join(SUFFIXES)}) in the folder", display_name(path)
        )
    return found


def read_verses(path: str | os.PathLike[str]) -> Iterator[Verse]:
    """Yield the verses of a version, numbered as its versification says; headings and notes are left out.

    Args:
        path: A folder with books, or a book.
    """
    root = Path(path)
    numbering = _versification(root) if root.is_dir() else {}
    for file in files_of(path):
        text = "".join(f"{line}\n" for line in read_lines(file))
        for run in find_runs(text):
            words = plain(text, run)
            if not run.verse or not words:
                continue
            match = _NUMBER.fullmatch(run.verse)
            if match is None or not run.chapter or not run.book:
                line = text.count("\n", 0, run.parts[0].begin) + 1
                raise FormatError(_lacking(run), display_name(file), line)
            first, last = int(match[1]), int(match[2] or match[1])
            own = [(run.book, int(run.chapter), n) for n in range(first, max(first, last) + 1)]
            yield Verse(tuple(numbering.get(one, one) for one in own), words)


def _lacking(run: Run) -> str:
    """What a verse needs to be found in another version, and does not have."""
    if not run.book:
        return "expected a line with the book's code, such as '\\id RUT', before the first verse"
    if not run.chapter:
        return "expected a line with the number of the chapter, such as '\\c 1', before the verse"
    return f"expected a verse with a number such as 1, 1-2 or 1a, found '{run.verse}'"


_MAPPING = re.compile(
    r"([A-Z0-9]{3})\s+(\d{1,3}):(\d{1,3})(?:-(\d{1,3}))?\s*=\s*([A-Z0-9]{3})\s+(\d{1,3}):(\d{1,3})(?:-(\d{1,3}))?\s*\Z"
)


def _versification(folder: Path) -> dict[Reference, Reference]:
    """Which number of the common versification a verse has, where it is another one."""
    found: dict[Reference, Reference] = {}
    for path in sorted(folder.glob("*.vrs")):
        for number, line in enumerate(read_lines(path), 1):
            rule = line.partition("#")[0].strip()
            if "=" not in rule:
                continue  # counts of verses, and what a version lacks
            match = _MAPPING.match(rule)
            spans = [] if match is None else _spans(match)
            if len(spans) != 2 or len(spans[0]) != len(spans[1]):
                raise FormatError(
                    "expected a rule such as PSA 3:1-8 = PSA 3:2-9", display_name(path), number
                )
            found.update(zip(*spans, strict=True))
    return found


def _spans(match: re.Match[str]) -> list[list[Reference]]:
    sides = (match.group(1, 2, 3, 4), match.group(5, 6, 7, 8))
    return [
        [(book, int(chapter), n) for n in range(int(first), int(last or first) + 1)]
        for book, chapter, first, last in sides
    ]


def read_versions(
    source: str | os.PathLike[str], target: str | os.PathLike[str]
) -> Iterator[Sentence]:
    """Yield the verses that two versions have; each is of the document of its chapter.

    Args:
        source: A folder with books, or a book.
        target: The same in the other language.
    """
    sides = [list(read_verses(path)) for path in (source, target)]
    for path, verses in zip((source, target), sides, strict=True):
        if not verses:
            raise FormatError(
                "expected verses in USFM, such as '\\v 1 In those days'", display_name(path)
            )
    groups = _Groups()
    for verses in sides:
        for verse in verses:
            groups.join(verse.references)
    texts: list[dict[Reference, list[str]]] = []
    for verses in sides:
        own: dict[Reference, list[str]] = {}
        for verse in verses:
            own.setdefault(groups.of(verse.references[0]), []).append(verse.text)
        texts.append(own)
    for group, words in texts[0].items():
        if group in texts[1]:
            book, chapter, _ = group
            joined = (" ".join(words), (" ".join(texts[1][group]),))
            yield Sentence(*joined, f"{book} {chapter}")


class _Groups:
    """Verses that one of the versions puts together."""

    def __init__(self) -> None:
        self._above: dict[Reference, Reference] = {}

    def of(self, reference: Reference) -> Reference:
        """The first verse of a group."""
        while (above := self._above.get(reference, reference)) != reference:
            reference = above
        return reference

    def join(self, references: tuple[Reference, ...]) -> None:
        """Puts verses into one group."""
        tops = sorted({self.of(one) for one in references})
        for one in tops[1:]:
            self._above[one] = tops[0]
