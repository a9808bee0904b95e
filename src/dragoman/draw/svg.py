"""Parts of pictures (SVG). All text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from dragoman.draw.colours import INK, PAPER, SOFT, WARNING
from dragoman.draw.tables import display_width

_LETTER = 9.0
"""The width of a letter, with some room to spare."""


def picture(parts: Iterable[str], width: float, height: float) -> str:
    """A self-contained file."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif" font-size="14">'
        f'<rect class="paper" width="100%" height="100%" fill="{PAPER}"/>{"".join(parts)}</svg>\n'
    )


def label(x: float, y: float, text: str, anchor: str = "middle") -> str:
    """Words at a place."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def word_row(words: Sequence[str]) -> tuple[list[float], float]:
    """The centres of boxes side by side, and the width of all."""
    centres, x = [], 10.0
    for word in words:
        width = _LETTER * display_width(word) + 14
        centres.append(x + width / 2)
        x += width + 10
    return centres, x


def word_box(
    text: str,
    x: float,
    y: float,
    fill: str,
    tie: str = "",
    *,
    framed: bool = False,
    unknown: bool = False,
) -> str:
    """Words on a coloured background; ``y`` is the baseline, ``tie`` is from ``ties``.

    In all pictures a red frame is what interrupts a subtree or is left behind by it, and a dashed red line stands
    below what is unknown.
    """
    width = _LETTER * display_width(text) + 10
    frame = f' stroke="{WARNING}" stroke-width="2"' if framed else ""
    below = _dashed(x - width / 2, y + 8, width) if unknown else ""
    return (
        f'<g{tie}><rect x="{x - width / 2:.1f}" y="{y - 16:.1f}" width="{width:.1f}" height="23" '
        f'rx="3" fill="{fill}"{frame}/><text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" '
        f'fill="{INK}">{escape(text)}</text>{below}</g>'
    )


def number_of_phrase(number: int, text: str, x: float, y: float, tie: str = "") -> str:
    """The number of a phrase at the left end of a word's box, since colours repeat; ``y`` is the baseline."""
    left = x - (_LETTER * display_width(text) + 10) / 2
    return (
        f'<g{tie} class="number"><text x="{left:.1f}" y="{y:.1f}" text-anchor="start" font-size="9" '
        f'fill="{SOFT}">{number}</text></g>'
    )


def _dashed(x: float, y: float, width: float) -> str:
    return (
        f'<path class="unknown" d="M{x:.1f} {y:.1f}h{width:.1f}" stroke="{WARNING}" '
        f'stroke-width="2" stroke-dasharray="4 3" fill="none"/>'
    )


def line(start: tuple[float, float], end: tuple[float, float], stroke: str, tie: str = "") -> str:
    """A straight line."""
    return (
        f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}" '
        f'stroke="{stroke}"{tie}/>'
    )
