"""Translation memories (TMX), unit by unit.

The languages are given as codes ("de" also takes "de-DE"); without them the first two languages of the first unit
are taken, with all their varieties. Units that lack one of the two are skipped. A document id is kept in
``<prop type="document">``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from dragoman.common.errors import FormatError
from dragoman.corpus.document import Sentence
from dragoman.corpus.xmlstream import Element, stream_elements
from dragoman.io.files import display_name, open_output

DOCUMENT = "document"
CODES = frozenset(("bpt", "ept", "it", "ph", "ut"))
"""Inline elements that hold formatting codes, not text."""
_FORBIDDEN = re.compile("[^\t\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read_tmx(
    path: str | os.PathLike[str], source: str | None = None, target: str | None = None
) -> Iterator[Sentence]:
    """Yield the sentence pairs of a translation memory; several target variants are several references.

    A memory without any unit in the two languages is a FormatError that names those it has.

    Args:
        path: The file; it may be compressed, ``-`` is standard input.
        source: The source language; None is the memory's own.
        target: The target language; None is the only other one.
    """
    seen: set[str] = set()
    found = False
    for unit in stream_elements(path, {"tu"}, "tmx", CODES):
        variants = [(language_of(v), v) for v in unit.children if v.name == "tuv"]
        for language, variant in variants:
            if not language:
                raise FormatError("a <tuv> has no xml:lang", display_name(path), variant.line)
        if source is None or target is None:
            source, target = _choose([language for language, _ in variants], source, target)
            if source is None or target is None:
                raise FormatError("expected a <tu> in two languages", display_name(path), unit.line)
        sources = [_segment(v) for language, v in variants if matches(language, source)]
        targets = [_segment(v) for language, v in variants if matches(language, target)]
        seen.update(language for language, _ in variants)
        if sources and targets:
            found = True
            yield Sentence(sources[0], tuple(targets), document_of(unit))
    if seen and not found:
        raise FormatError(
            f"no unit is in both {source} and {target}; there are {', '.join(sorted(seen))}",
            display_name(path),
        )


def memory_languages(path: str | os.PathLike[str]) -> tuple[str, str] | None:
    """What ``read_tmx`` takes if no languages are given; None for a memory without units in two languages."""
    for unit in stream_elements(path, {"tu"}, "tmx", CODES):
        found = [language_of(v) for v in unit.children if v.name == "tuv"]
        source, target = _choose(found, None, None)
        return (source, target) if source and target else None
    return None


def _choose(
    found: list[str], source: str | None, target: str | None
) -> tuple[str | None, str | None]:
    """The first two languages; ``en`` for ``en-gb``, unless the other one is a variety of English too."""
    if source is None:
        source = next((x for x in found if target is None or not matches(x, target)), None)
    if target is None and source is not None:
        target = next((x for x in found if not matches(x, source)), None)
    bases = [re.split("[-_]", code)[0] if code else code for code in (source, target)]
    return (source, target) if bases[0] == bases[1] else (bases[0], bases[1])


def language_of(variant: Element) -> str:
    """The language of a <tuv>, in small letters."""
    return variant.attributes.get("xml:lang", variant.attributes.get("lang", "")).lower()


def matches(found: str, wanted: str) -> bool:
    """Whether a language is the wanted one, or a variety of it."""
    wanted = wanted.lower()
    return found == wanted or found.replace("_", "-").startswith(wanted + "-")


def _segment(variant: Element) -> str:
    return " ".join(child.text for child in variant.children if child.name == "seg")


def document_of(unit: Element) -> str:
    """The id of the document that a <tu> comes from, or an empty string."""
    for child in unit.children:
        if child.name == "prop" and child.attributes.get("type") == DOCUMENT:
            return child.text
    return ""


def write_tmx(
    path: str | os.PathLike[str], sentences: Iterable[Sentence], source: str, target: str
) -> None:
    """Write a translation memory of level 1.4.

    Args:
        path: The file; its suffix may ask for compression, ``-`` is standard output.
        sentences: What is written.
        source: The code of the source language.
        target: The code of the target language.
    """
    with open_output(path) as out:
        out.write('<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n<header ')
        out.write('creationtool="dragoman" creationtoolversion="1" segtype="sentence" ')
        out.write('o-tmf="dragoman" adminlang="en" datatype="plaintext" ')
        out.write(f"srclang={quoteattr(source)}/>\n<body>\n")
        for sentence in sentences:
            out.write("<tu>")
            if sentence.document:
                out.write(f'<prop type="{DOCUMENT}">{xml_text(sentence.document)}</prop>')
            out.write("\n")
            for language, text in (
                (source, sentence.source),
                *((target, text) for text in sentence.targets),
            ):
                out.write(
                    f"<tuv xml:lang={quoteattr(language)}><seg>{xml_text(text)}</seg></tuv>\n"
                )
            out.write("</tu>\n")
        out.write("</body>\n</tmx>\n")


def xml_text(text: str) -> str:
    """Text for XML: escaped, and without the control characters that XML cannot hold."""
    return escape(_FORBIDDEN.sub(" ", text))
