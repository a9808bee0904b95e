"""What a translator must know of HTML's elements and attributes: data read from ``html.toml``."""

from __future__ import annotations

import tomllib
from importlib import resources

import msgspec

Names = frozenset[str]


class HtmlFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names of elements and attributes; ``html.toml`` says what each list is."""

    split: Names
    paired: Names
    alone: Names
    void: Names
    opaque: Names
    kept: Names
    raw: Names
    escaped: Names
    first: Names
    attributes: Names
    labels: Names
    buttons: Names
    meta: Names


def _read() -> HtmlFacts:
    file = resources.files("dragoman.documents").joinpath("html.toml")
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), HtmlFacts)


HTML = _read()
