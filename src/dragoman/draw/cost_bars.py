"""The cost of a step as a bar (SVG): a piece for each group of features, losses to the left and gains to the right.

Groups differ by their pattern, in the ink of the text around them: colours are those of phrases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from dragoman.draw.colours import SOFT

_WIDTH, _HEIGHT, _MARGIN = 160.0, 12.0, 7.0
_INK = "currentColor"
_SWATCH = 24.0


def swatch(group: int) -> str:
    """The pattern of a group, counted from 0, beside its name."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_SWATCH:.0f}" height="10" aria-hidden="true">'
        f"{_piece(group, 0.5, _SWATCH - 1, 8.0)}</svg>"
    )


class CostBars:
    """Bars of one scale, so that the steps of a derivation can be compared.

    ``costs`` are those that the scale is made for. A bar that does not fit, such as that of an unknown word, is drawn
    as long as there is room: its pieces keep their proportions, and arrows tell that it is longer.
    """

    def __init__(self, groups: Sequence[str], costs: Sequence[Mapping[str, float]]) -> None:
        self._groups = groups
        self._room = {
            sign: max((_sum(one, groups, sign) for one in costs), default=0.0) for sign in (-1, 1)
        }
        self._scale = (_WIDTH - 2 * _MARGIN) / max(sum(self._room.values()), 1e-9)

    def bar(self, costs: Mapping[str, float]) -> str:
        """One step."""
        middle = _MARGIN + self._room[-1] * self._scale
        parts = [self._side(costs, middle, sign) for sign in (-1, 1)]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH:.0f}" height="{_HEIGHT:.0f}" '
            f'viewBox="0 0 {_WIDTH:.0f} {_HEIGHT:.0f}" aria-hidden="true">{"".join(parts)}'
            f'<line x1="{middle:.1f}" x2="{middle:.1f}" y1="0" y2="{_HEIGHT:.0f}" stroke="{SOFT}"/>'
            "</svg>"
        )

    def _side(self, costs: Mapping[str, float], middle: float, sign: int) -> str:
        """The losses (``sign`` is -1) or the gains (1)."""
        total = _sum(costs, self._groups, sign)
        cut = total > self._room[sign] * (1 + 1e-9)
        scale = self._scale * (self._room[sign] / total if cut else 1.0)
        parts, end = [], middle
        for number, group in enumerate(self._groups):
            cost = costs.get(group, 0.0)
            if cost * sign <= 0:
                continue
            width = abs(cost) * scale
            title = f"<title>{escape(group)} {cost:+z.3f}</title>"
            parts.append(_piece(number, min(end, end + sign * width), width, _HEIGHT - 2, title))
            end += sign * width
        if cut:
            tip = end + sign * (_MARGIN - 1)
            parts.append(
                f'<path d="M{end:.1f} 1L{tip:.1f} {_HEIGHT / 2:.0f}L{end:.1f} {_HEIGHT - 1:.0f}Z" fill="{SOFT}">'
                "<title>longer than shown</title></path>"
            )
        return "".join(parts)


def _piece(group: int, x: float, width: float, height: float, title: str = "") -> str:
    """A part of a bar: filled, with stripes that stand, with a stripe that lies, or empty; then they repeat."""
    fill = _INK if group % 4 == 0 else "transparent"
    box = (
        f'<rect x="{x:.1f}" y="1" width="{width:.1f}" height="{height:.1f}" fill="{fill}" '
        f'stroke="{_INK}" stroke-width="0.8">{title}</rect>'
    )
    standing = group % 4 == 1
    if not standing and group % 4 != 2:
        return box
    thick, dashes = (height, ' stroke-dasharray="1.5 2.5"') if standing else (height / 3, "")
    y = 1 + height / 2
    return (
        f'{box}<line x1="{x:.1f}" x2="{x + width:.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="{_INK}" '
        f'stroke-width="{thick:.1f}"{dashes} pointer-events="none"/>'
    )


def _sum(costs: Mapping[str, float], groups: Sequence[str], sign: int) -> float:
    return sum(max(0.0, sign * costs.get(group, 0.0)) for group in groups)
