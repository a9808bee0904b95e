"""Character references (``&amp;``, ``&#8364;``) in text, and text without them."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

from dragoman.documents.inline import Text

_REFERENCE = re.compile(
    r"&(?:#[0-9]{1,7};?|#[xX][0-9a-fA-F]{1,6};?|[A-Za-z][A-Za-z0-9]{1,31};?)?|[<\"']|\]\]>"
)


def texts(raw: str, keep: bool = False) -> list[Text]:
    """The text of a part of HTML or XML without tags. What may need escapes is a piece that keeps its spelling."""
    result: list[Text] = []
    place = 0
    for match in _REFERENCE.finditer(raw):
        if match.start() > place:
            result.append(Text(raw[place : match.start()], keep=keep))
        spelling = match.group()
        decoded = unescape(spelling)
        if decoded == spelling and len(spelling) > 1:  # an ampersand before a word
            spelling = decoded = spelling[0]
        result.append(Text(decoded, spelling, keep))
        place = match.start() + len(spelling)
    if place < len(raw):
        result.append(Text(raw[place:], keep=keep))
    return result


def escape(text: str) -> str:
    """Text for the content of an element."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("]]>", "]]&gt;")


def escape_attribute(quote: str) -> Callable[[str], str]:
    """Writes text for the value of an attribute between such quotation marks."""
    reference = {'"': "&quot;", "'": "&#39;"}[quote]
    return lambda text: escape(text).replace(quote, reference)
