"""Writes a paragraph of a Word document. All text goes into runs; only what is allowed in a run goes there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dragoman.documents.inline import CLOSE, OPEN, Item, Tag, Text, spelled
from dragoman.documents.references import escape


@dataclass
class Run:
    """The tags around the content of a run."""

    opening: str
    """With the format of its characters."""
    closing: str
    preserve: bool = False
    """Whether its text says that blanks count."""


class DocxWriter:
    """Writes one paragraph."""

    def __init__(self, runs: Mapping[int, Run], inner: Mapping[int, Run], prefix: str) -> None:
        self._runs, self._inner, self._prefix = runs, inner, prefix

    def __call__(self, items: Sequence[Item], tag: Callable[[Tag], str]) -> str:
        """The paragraph as XML."""
        first = next(iter(self._runs.values()), Run(f"<{self._prefix}r>", f"</{self._prefix}r>"))
        out = _Output(first, self._prefix)
        for item in items:
            if isinstance(item, Text):
                out.text(item)
            elif item.pair in self._runs and item.side == OPEN:
                out.enter(self._runs[item.pair])
            elif item.pair in self._runs and item.side == CLOSE:
                out.leave()
            elif id(item) in self._inner:
                out.inside(tag(item), self._inner[id(item)])
            else:
                out.beside(tag(item))
        out.end()
        return "".join(out.pieces)


class _Output:
    """What has been written, and the run that is open.

    A run is closed when something else follows. Blanks between two runs go into the run with less format.
    """

    def __init__(self, first: Run, prefix: str) -> None:
        self.pieces: list[str] = []
        self._run = first
        """The run that text goes into; the last one for what stands outside of all."""
        self._prefix = prefix
        self._open = False
        self._entered = False
        self._text: list[str] = []
        self._blank = ""
        """White space outside of runs that is not written yet."""

    def enter(self, run: Run) -> None:
        """From here on text is in this run."""
        self._entered = True
        if self._open and run.opening == self._run.opening:
            self._flush()
            return
        if len(run.opening) >= len(self._run.opening):
            self._flush()
        blank, self._blank = self._blank, ""
        self._close()
        self._run = run
        self._write(blank)

    def leave(self) -> None:
        """The run is at its end."""
        self._entered = False

    def text(self, item: Text) -> None:
        """Adds text."""
        written = spelled(item, escape)
        if not self._entered and written.isspace():
            self._blank += written
        else:
            self._flush()
            self._write(written)

    def inside(self, raw: str, run: Run) -> None:
        """Adds what must stand inside a run, with the format of its own one."""
        self._flush()
        outside = None if self._run.opening == run.opening else self._run
        if outside is not None:
            self._close()
            self._run = run
        self._begin()
        self._end_text()
        self.pieces.append(raw)
        if outside is not None and self._entered:
            self._close()
            self._run = outside

    def beside(self, raw: str) -> None:
        """Adds what must stand outside of runs."""
        self._flush()
        self._close()
        self.pieces.append(raw)

    def end(self) -> None:
        """All has been added."""
        self._flush()
        self._close()

    def _flush(self) -> None:
        blank, self._blank = self._blank, ""
        self._write(blank)

    def _write(self, text: str) -> None:
        if text:
            self._begin()
            self._text.append(text)

    def _begin(self) -> None:
        if not self._open:
            self.pieces.append(self._run.opening)
            self._open = True

    def _end_text(self) -> None:
        if self._text:
            text = "".join(self._text)
            blank = self._run.preserve or text[0].isspace() or text[-1].isspace()
            preserve = ' xml:space="preserve"' if blank else ""
            self.pieces.append(f"<{self._prefix}t{preserve}>{text}</{self._prefix}t>")
            self._text = []

    def _close(self) -> None:
        if self._open:
            self._end_text()
            self.pieces.append(self._run.closing)
            self._open = False
