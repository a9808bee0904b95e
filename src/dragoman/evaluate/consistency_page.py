"""Documents as an HTML page: repeated terms have a colour for each of their translations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from dragoman.common.version import __version__
from dragoman.draw.colours import hue
from dragoman.evaluate.consistency import ConsistencyReport, DocumentOutput
from dragoman.evaluate.consistency_tables import counted, report_parts, report_size
from dragoman.evaluate.term_choices import RepeatedTerm

STYLE = """
body { font: 16px/1.5 sans-serif; max-width: 72em; margin: 2em auto; padding: 0 1em; color: #111; }
table { border-collapse: collapse; width: 100%; } td, th { vertical-align: top; text-align: left; padding: .2em .6em; }
tr:nth-child(even) { background: #f7f7f7; } mark { color: inherit; border-radius: 3px; padding: 0 .15em; }
.scroll { overflow-x: auto; margin: 1em 0; } .scroll table { width: auto; }
.varied { border-bottom: 2px solid #c0392b; }
"""
Colours = Mapping[tuple[int, int], tuple[str, str, bool]]
"""By sentence and place: colour, what a pointer shows, whether the term has several translations."""


def consistency_page(report: ConsistencyReport, output: DocumentOutput) -> str:
    """One system's documents, source beside translation; the tables of the report above them.

    A term's most frequent translation has the first colour, the next one the second; terms with several translations
    are underlined.
    """
    system = next(one for one in report.systems if one.name == output.name)
    title = f"{output.name}: repeated terms and their translations"
    parts = [f"<h1>{escape(title)}</h1>", f"<p>Dragoman {__version__}</p>"]
    parts.append(f"<p>{report_size(report)}</p>")
    parts += [f'<div class="scroll">{one.html()}</div>' for one in report_parts(report)]
    for document in dict.fromkeys(output.documents):
        terms = [term for term in system.terms if term.document == document]
        parts.append(_document(document, terms, output, system.document_scores.get(document)))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style></head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _document(
    document: str, terms: Sequence[RepeatedTerm], output: DocumentOutput, score: float | None
) -> str:
    source, target = _colours(terms)
    rows = []
    for number, derivation in enumerate(output.derivations):
        if output.documents[number] == document:
            cells = (
                _words(derivation.source, number, source),
                _words(derivation.tokens, number, target),
            )
            rows.append(f"<tr><td>{number + 1}</td>" + "".join(f"<td>{c}</td>" for c in cells))
    varied = "".join(
        f"<tr><td>{escape(term.source)}</td><td>{escape(counted(term.translations))}</td></tr>"
        for term in terms
        if term.varied
    )
    shown = "" if score is None else f" ({score:.2f})"
    parts = [f"<h2>{escape(document)}{shown}</h2>"]
    if varied:
        parts.append(f"<table><tr><th>term</th><th>translations</th></tr>{varied}</table>")
    parts.append(f"<table>{''.join(rows)}</table>")
    return "\n".join(parts)


def _colours(terms: Sequence[RepeatedTerm]) -> tuple[Colours, Colours]:
    """Those of source words and of target words."""
    source: dict[tuple[int, int], tuple[str, str, bool]] = {}
    target: dict[tuple[int, int], tuple[str, str, bool]] = {}
    for term in terms:
        place = {text: number for number, (text, _) in enumerate(term.translations)}
        told = f"{term.source}: {counted(term.translations)}"
        for use in term.uses:
            colour = hue(place[use.translation]).pale, told, term.varied
            source[use.sentence, use.place] = colour
            target |= {(use.sentence, there): colour for there in use.target_places}
    return source, target


def _words(words: Sequence[str], sentence: int, colours: Colours) -> str:
    shown = []
    for place, word in enumerate(words):
        text = escape(word)
        if (sentence, place) in colours:
            colour, told, varied = colours[sentence, place]
            kind = ' class="varied"' if varied else ""
            text = f'<mark{kind} style="background: {colour}" title="{escape(told)}">{text}</mark>'
        shown.append(text)
    return " ".join(shown)
