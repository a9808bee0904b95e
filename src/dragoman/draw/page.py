"""Derivations as one page of HTML, written piece by piece, and as one picture (SVG)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from dragoman.corpus.constituency import ConstituencyTree
from dragoman.draw.html import derivation_html
from dragoman.draw.links import derivation_svg
from dragoman.draw.parse_tree import parse_tree_svg
from dragoman.draw.rule_tree import rule_tree_svg
from dragoman.draw.svg import picture
from dragoman.draw.ties import hover_script, hover_style
from dragoman.forest.derivation_data import DerivationData

_STYLE = """\
body{font-family:sans-serif;margin:2em auto;max-width:70em;line-height:1.6}
section{border-top:1px solid #ccc;padding:.5em 0}
table{border-collapse:collapse;font-size:.9em}
td,th{padding:1px 8px;text-align:left;border-bottom:1px solid #eee;white-space:nowrap}
th svg,td svg{display:block}
.scroll{overflow-x:auto}"""
_LEGEND = """\
<details open><summary>How to read this page</summary>
<p>Words with one number and colour are a phrase: they were translated together. Lines link the words that belong to
each other; a dashed bracket joins the pieces of a phrase with gaps. A word over a dashed red line is unknown: it was
not in the training text and was copied.</p>
<p>The table has a row for each phrase, under its number. <i>translation</i>: is this phrase usually translated so?
<i>language model</i>: does it sound right? <i>reordering</i>: did it move? <i>penalties</i>: numbers of words and
phrases. <i>score</i> is their sum, and the bar shows them: each column has its pattern. The translation with the
highest score was chosen: numbers below zero count against a phrase, numbers above zero in its favour.</p></details>
"""
_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')


def page_head(title: str) -> str:
    """Return the page up to the first derivation.

    Args:
        title: What the picture is called.
    """
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title>\n<style>\n{_STYLE}\n{hover_style()}</style></head>\n"
        f"<body>\n<h1>{escape(title)}</h1>\n{_LEGEND}"
    )


def page_section(heading: str, data: DerivationData, tree: ConstituencyTree | None = None) -> str:
    """Return one derivation: its picture, its tree if it is one, that of the translation, and the table of its steps.

    Args:
        heading: The title of the section.
        data: The derivation as plain data, ``Derivation.as_dict()``.
        tree: The target tree, if there is one.
    """
    drawn = [derivation_svg(data)]
    if tree is not None:
        drawn.append(parse_tree_svg(tree, data))
    elif not data["left_to_right"]:
        drawn.append(rule_tree_svg(data))
    drawn.append(derivation_html(data).replace(' data-drawings=""', "", 1))
    shown = "\n".join(f'<div class="scroll">{one}</div>' for one in drawn)
    return f'<section data-drawings="">\n<h2>{escape(heading)}</h2>\n{shown}\n</section>\n'


def page_end() -> str:
    """Return what closes the page."""
    return f"<script>\n{hover_script()}</script>\n</body></html>\n"


def stacked(derivations: Iterable[DerivationData]) -> str:
    """The pictures of several derivations, one below the other; a single one stays as it is."""
    pictures = [derivation_svg(data) for data in derivations]
    return pictures[0] if len(pictures) == 1 else _stack(pictures)


def _stack(pictures: Sequence[str]) -> str:
    parts, y, widest = [], 0, 0
    for one in pictures:
        found = _SIZE.search(one)
        assert found is not None  # draw.svg.picture writes it
        width, height = int(found[1]), int(found[2])
        parts.append(one.rstrip("\n").replace("<svg ", f'<svg y="{y}" ', 1))
        y, widest = y + height, max(widest, width)
    return picture(parts, widest, y)
