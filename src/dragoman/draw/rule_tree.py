"""The tree of a hierarchical derivation as a picture (SVG): a box for each rule, its source side above its target side.

``[3]`` in a rule stands for what the box with the number 3 made, as in the table of costs.
"""

from __future__ import annotations

from dragoman.draw.colours import SOFT, hue
from dragoman.draw.derivation import StepRow, rows
from dragoman.draw.svg import line, picture, word_box
from dragoman.draw.tables import display_width
from dragoman.draw.ties import of_step
from dragoman.forest.derivation_data import DerivationData

_ROW = 78.0
"""From a rule to those below it."""
_LETTER, _SPACE = 9.0, 24.0


def rule_tree_svg(data: DerivationData) -> str:
    """Return a self-contained picture; the rules of the words stand from left to right as in the source.

    Args:
        data: The derivation as plain data, ``Derivation.as_dict()``.
    """
    steps = data["steps"]
    found = {row.index: row for row in rows(data)}
    widths: list[float] = []
    for place, step in enumerate(steps):  # what a step uses stands before it
        below = sum(widths[tail] for tail in step["tails"])
        widths.append(max(_width(found[place]) if place in found else 0.0, below))
    lefts = {len(steps) - 1: 10.0} if steps else {}
    parts = []
    for place in reversed(range(len(steps))):
        if place not in lefts:
            continue
        row, left = found[place], lefts[place]
        x, y = left + widths[place] / 2, 30 + _ROW * row.depth
        tails = sorted(steps[place]["tails"], key=lambda tail: found[tail].number)
        left += (widths[place] - sum(widths[tail] for tail in tails)) / 2
        for tail in tails:
            lefts[tail] = left
            middle = left + widths[tail] / 2
            parts.append(line((x, y + 34), (middle, y + _ROW - 17), SOFT))
            left += widths[tail]
        tie, (source, target) = of_step(place), _sides(row)
        colour, unknown = hue(place).pale, row.step["kind"] == "unknown"
        parts.append(word_box(source, x, y, colour, tie, unknown=unknown))
        parts.append(word_box(target, x, y + 25, colour, tie))
    deepest = max((row.depth for row in found.values()), default=0)
    return picture(parts, max(widths, default=0.0) + 20, 30 + _ROW * deepest + 45)


def _sides(row: StepRow) -> tuple[str, str]:
    target = f"{row.target} [{row.mark}]".lstrip() if row.mark else row.target
    return f"{row.number}: {row.source}", target or "-"


def _width(row: StepRow) -> float:
    return _LETTER * max(map(display_width, _sides(row))) + _SPACE
