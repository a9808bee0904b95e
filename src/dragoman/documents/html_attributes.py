"""The attributes of HTML that people read, and the one that names the language."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dragoman.documents.blocks import make_block
from dragoman.documents.content import Content
from dragoman.documents.html_facts import HTML
from dragoman.documents.html_lexer import Attribute, Piece
from dragoman.documents.inline import Block, Item, Tag, Writer, joining
from dragoman.documents.references import escape_attribute, texts


def tag_pieces(piece: Piece, content: Content) -> tuple[str | Block, ...]:
    """An opening tag with its translatable attributes as blocks."""
    result: list[str | Block] = []
    place = 0
    protected = (piece.get("translate") or "").lower() == "no"
    for attribute in piece.attributes:
        value: str | Block | None = None
        if attribute.name in ("lang", "xml:lang"):
            value = _language(attribute, content)
        elif _is_read(piece, attribute) and not protected:
            value = _block(attribute, content)
        if value is not None:
            result += [piece.raw[place : attribute.begin], value]
            place = attribute.end
    return (*result, piece.raw[place:])


def _is_read(piece: Piece, attribute: Attribute) -> bool:
    if not any(map(str.isalpha, attribute.value)):
        return False
    if attribute.name == "content":
        name = piece.get("name") or piece.get("property") or ""
        return piece.name == "meta" and name.lower() in HTML.meta
    if attribute.name == "value":
        return piece.name == "input" and (piece.get("type") or "").lower() in HTML.buttons
    if attribute.name == "label":
        return piece.name in HTML.labels
    if attribute.name == "summary":
        return piece.name == "table"
    return attribute.name in HTML.attributes


def _language(attribute: Attribute, content: Content) -> str | None:
    """The language of the translation where that of the source is named."""
    if (
        content.target_base is None
        or attribute.value.lower().partition("-")[0] != content.source_base
    ):
        return None
    return content.target


def _block(attribute: Attribute, content: Content) -> Block:
    escape = escape_attribute(attribute.quote or '"')
    writer = joining(escape)
    if not attribute.quote:
        writer = _quoting(writer)
    return make_block(texts(attribute.value), content.splitter, writer, content.name)


def _quoting(writer: Writer) -> Writer:
    """Puts a value that stood without quotation marks between them if it needs them now."""

    def write(items: Sequence[Item], tag: Callable[[Tag], str]) -> str:
        value = writer(items, tag)
        return value if value and not set(value) & set(" \t\r\n\f\"'=<>`") else f'"{value}"'

    return write
