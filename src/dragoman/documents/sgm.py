"""Test sets in SGM: the segments are translated; a source set becomes a set of translations.

With a known target language the set is named as evaluation programs want it: ``<tstset trglang=...>``, and a
``sysid`` in every document.
"""

from __future__ import annotations

import re

from dragoman.corpus.sgm import find_segments
from dragoman.documents.blocks import make_block
from dragoman.documents.content import UNKNOWN, Content
from dragoman.documents.encodings import decode
from dragoman.documents.file import DocumentFile
from dragoman.documents.inline import Block, joining
from dragoman.documents.references import escape, texts
from dragoman.documents.xml_source import with_attribute

FORMAT = "sgm"
SYSTEM = "dragoman"
_SET = re.compile(r"<(/?)srcset\b([^<>]*)>", re.IGNORECASE)
_DOCUMENT = re.compile(r"<doc\b[^<>]*>", re.IGNORECASE)


def read(content: Content) -> DocumentFile:
    """Reads a test set."""
    text, encoding = decode(content, references=True)
    named = content.target != UNKNOWN and _SET.search(text) is not None
    template: list[str | Block] = []
    place = 0
    for segment in find_segments(text, content.name):
        begin, end = segment.span
        between = text[place:begin]
        items = texts(text[begin:end])
        block = make_block(items, None, joining(escape), segment.document or content.name)
        template += [_named(between, content.target) if named else between, block]
        place = end
    rest = text[place:]
    template.append(_named(rest, content.target) if named else rest)
    return DocumentFile(content.name, FORMAT, [template], lambda texts: encoding.encode(texts[0]))


def _named(text: str, language: str) -> str:
    """What stands between segments, with the names of a set of translations."""

    def opening(match: re.Match[str]) -> str:
        tag = f"<{match[1]}tstset{match[2]}>"
        return tag if match[1] else with_attribute(tag, "trglang", language)

    text = _SET.sub(opening, text)
    return _DOCUMENT.sub(lambda match: with_attribute(match.group(), "sysid", SYSTEM), text)
