"""From a document's bytes to text, and back in the same encoding."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from dragoman.documents.content import Content
from dragoman.settings.setting_error import shown

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_NOT_OF_TEXT = {"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape"}
"""What Python takes for encodings of text, but no document has."""
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")


@dataclass(frozen=True)
class Encoding:
    """How a document's text becomes bytes."""

    name: str = "utf-8"
    mark: bytes = b""
    """What stands before the text (a byte order mark)."""
    references: bool = False
    """Characters that the encoding lacks may be written as ``&#8364;``."""

    def encode(self, text: str) -> bytes:
        """The bytes of a text."""
        errors = "xmlcharrefreplace" if self.references else "strict"
        return self.mark + text.encode(self.name, errors)


def decode(content: Content, declared: str = "", references: bool = False) -> tuple[str, Encoding]:
    """The text of a document and its encoding.

    The encoding is the one that is known, else the one of its first bytes, else the declared one, else UTF-8."""
    data = content.data
    if len(data) > content.most:
        raise content.error(f"the text is larger than {content.most} bytes")
    named = (b"", content.encoding or declared or "utf-8")
    mark, name = next((m for m in _MARKS if data.startswith(m[0])), named)
    if content.encoding:
        mark = mark if name == content.encoding else b""
        name = content.encoding
    try:
        codec = codecs.lookup(name)
        if codec.name.replace("_", "-") in _NOT_OF_TEXT:
            raise LookupError
        "".encode(name)  # refuses what compresses, or is otherwise not of text
        text = data[len(mark) :].decode(name)
    except LookupError:
        raise content.error(f"{shown(name)} is not the name of an encoding of text") from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = (
            f"0x{data[error.start + len(mark)]:02x}"
            if error.start + len(mark) < len(data)
            else "its end"
        )
        raise content.error(f"expected {name.upper()} text, found the byte {found}", line) from None
    control = _CONTROL.search(text)
    if control is not None:
        line = text.count("\n", 0, control.start()) + 1
        raise content.error(
            f"expected text, found the control character U+{ord(control.group()):04X}", line
        )
    return text, Encoding(codec.name, mark, references)
