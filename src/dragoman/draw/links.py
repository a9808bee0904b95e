"""A derivation as a picture (SVG): source words above, target words below, a line for every link between them.

Words that one step translates have one colour and the number of its row in the table; a dashed red
line stands below unknown words. A dashed bracket joins the pieces of a phrase with gaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dragoman.draw.colours import PAPER, hue
from dragoman.draw.derivation import rows
from dragoman.draw.svg import line, number_of_phrase, picture, word_box, word_row
from dragoman.draw.ties import of_link, of_source, of_step, of_target
from dragoman.forest.derivation_data import DerivationData

_HEIGHT = 100.0
"""From the source words to the target words."""
_BRACKET = 9.0
"""The room that one bracket takes beyond the words and their numbers."""
_NUMBER = 10.0
"""The room of a number."""

Bracket = tuple[int, Sequence[Sequence[int]]]
"""A step and the pieces of its phrase."""


def derivation_svg(data: DerivationData) -> str:
    """Return a self-contained picture.

    Args:
        data: The derivation as plain data, ``Derivation.as_dict()``.
    """
    upper, upper_width = word_row(data["source"])
    lower, lower_width = word_row(data["target"])
    above, below = _brackets(data, "source_spans"), _brackets(data, "target_spans")
    top = 30.0 + _BRACKET * len(above)
    bottom = top + _HEIGHT
    source: dict[int, tuple[int, bool]] = {}
    target: dict[int, tuple[int, bool]] = {}
    parts = []
    for number, step in enumerate(data["steps"]):
        look = number, step["kind"] == "unknown"
        for looks, spans in ((source, step["source_spans"]), (target, step["target_spans"])):
            looks.update((word, look) for first, last in spans for word in range(first, last))
        parts += [
            line(
                (upper[i], top + 8),
                (lower[j], bottom - 17),
                hue(number).strong,
                of_link(i, j, number),
            )
            for i, j in step["alignment"]
        ]
    for place, word in enumerate(data["source"]):
        step_of, unknown = source.get(place, (None, False))
        tie = of_source(place, step_of)
        parts.append(word_box(word, upper[place], top, _fill(step_of), tie, unknown=unknown))
    for place, word in enumerate(data["target"]):
        step_of, unknown = target.get(place, (None, False))
        tie = of_target(place, step_of)
        parts.append(word_box(word, lower[place], bottom, _fill(step_of), tie, unknown=unknown))
    for row in rows(data):
        for begin, _ in row.step["source_spans"]:
            tie = of_source(begin, row.index)
            word = data["source"][begin]
            parts.append(number_of_phrase(row.number, word, upper[begin], top - 18, tie))
        for begin, _ in row.step["target_spans"]:
            tie = of_target(begin, row.index)
            word = data["target"][begin]
            parts.append(number_of_phrase(row.number, word, lower[begin], bottom + 17, tie))
    for rank, (number, pieces) in enumerate(above):
        parts += _bracket(number, pieces, upper, top - 17, -_NUMBER - _BRACKET * (rank + 0.6))
    for rank, (number, pieces) in enumerate(below):
        parts += _bracket(number, pieces, lower, bottom + 8, _NUMBER + _BRACKET * (rank + 0.6))
    return picture(parts, max(upper_width, lower_width), bottom + 20 + _BRACKET * len(below))


def _fill(step: int | None) -> str:
    return PAPER if step is None else hue(step).pale


def _brackets(data: DerivationData, side: str) -> list[Bracket]:
    """The phrases with gaps on a side. In a derivation that is a tree, other rules stand in the gaps."""
    if not data["left_to_right"]:
        return []
    spans = [
        step["source_spans"] if side == "source_spans" else step["target_spans"]
        for step in data["steps"]
    ]
    return [(number, pieces) for number, pieces in enumerate(spans) if len(pieces) > 1]


def _bracket(
    step: int, spans: Sequence[Sequence[int]], centres: Sequence[float], y: float, far: float
) -> list[str]:
    """From piece to piece over what stands between them; ``far`` is how far it goes from the words."""
    return [
        f'<path class="gap" d="M{centres[end - 1]:.1f} {y:.1f}v{far:.1f}H{centres[begin]:.1f}v{-far:.1f}" '
        f'fill="none" stroke="{hue(step).strong}" stroke-dasharray="4 3"{of_step(step)}/>'
        for (_, end), (begin, _) in pairwise(spans)
    ]
