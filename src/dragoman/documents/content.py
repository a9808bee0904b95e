"""The bytes of a document, and what else a reader must know."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property

from dragoman.common.errors import FormatError
from dragoman.corpus.sentences import SentenceSplitter
from dragoman.io.files import display_name, read_blocks

MAXIMAL_BYTES = 1 << 28
"""Larger documents are refused: they are held in memory as a whole. Compressed ones count as they are inside."""
UNKNOWN = "generic"
"""The code of a language that nobody has named."""
TEXT = "text"
"""What messages call a document that is a string."""


@dataclass(frozen=True)
class Content:
    """A document before it is read."""

    name: str
    """What messages call it, and its id where the format has none."""
    data: bytes
    source: str = UNKNOWN
    """The language that is translated from."""
    target: str = UNKNOWN
    encoding: str = ""
    """Where it is known, whatever the document says itself."""
    most: int = MAXIMAL_BYTES
    """Bytes of what holds text, with its markup, at most; as they are unpacked, if they are packed."""

    @classmethod
    def of_text(cls, text: str, source: str = UNKNOWN, target: str = UNKNOWN) -> Content:
        """Return a document that is a string.

        Args:
            text: The document.
            source: The code of its language.
            target: The code of the language that it will be written in.
        """
        try:
            data = text.encode("utf-8")
        except UnicodeEncodeError as error:
            line = text.count("\n", 0, error.start) + 1
            character = f"U+{ord(text[error.start]):04X}"
            raise FormatError(
                f"expected text, found half a character ({character})", TEXT, line
            ) from None
        return cls(TEXT, data, source, target, "utf-8")

    @cached_property
    def splitter(self) -> SentenceSplitter:
        """Splits the source language."""
        return SentenceSplitter(self.source)

    @property
    def source_base(self) -> str | None:
        """The source language without its region, or None if it is not known."""
        return _base(self.source)

    @property
    def target_base(self) -> str | None:
        """The same of the target language."""
        return _base(self.target)

    def error(self, message: str, line: int = 0) -> FormatError:
        """Return an error that names the document.

        Args:
            message: What is wrong.
            line: The line, from 1; 0 if it is not known.
        """
        return FormatError(message, self.name, line)


def _base(code: str) -> str | None:
    return None if code == UNKNOWN else code.lower().replace("_", "-").partition("-")[0]


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file, decompressed; what is too large or damaged is a FormatError."""
    pieces, size = [], 0
    for piece in read_blocks(path):
        pieces.append(piece)
        size += len(piece)
        if size > MAXIMAL_BYTES:
            raise FormatError(
                f"the document is larger than {MAXIMAL_BYTES >> 20} MiB", display_name(path)
            )
    return b"".join(pieces)
