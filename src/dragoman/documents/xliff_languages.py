"""The languages that an XLIFF file names: checked against those of the translation, and added if they are missing."""

from __future__ import annotations

from dragoman.corpus.tmx import matches
from dragoman.corpus.xmlstream import Element
from dragoman.documents.content import UNKNOWN
from dragoman.documents.xml_source import XmlSource, with_attribute


def named_languages(source: XmlSource, element: Element, from_name: str, to_name: str) -> str:
    """The start tag of the element that names the languages, with the target language in it."""
    content = source.content
    for name, wanted in ((from_name, content.source), (to_name, content.target)):
        found = element.attributes.get(name, "")
        if found and wanted != UNKNOWN and not _same(found, wanted):
            raise content.error(
                f"the file has {name}=\"{found}\", and the translation is from '{content.source}' "
                f"to '{content.target}'",
                element.line,
            )
    tag = source.text(*source.opening(element))
    if to_name in element.attributes:
        return tag
    if content.target == UNKNOWN:
        raise content.error("the language to translate into must be named", element.line)
    return with_attribute(tag, to_name, content.target)


def _same(found: str, wanted: str) -> bool:
    """Whether two codes name a language and a variety of it."""
    return matches(found.lower(), wanted) or matches(wanted.lower(), found)
