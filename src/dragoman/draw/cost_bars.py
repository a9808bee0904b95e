"""The cost of a step as a bar (SVG): a piece for each group of features, losses to the left and gains to the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from dragoman.draw.colours import SOFT, hue

_WIDTH, _HEIGHT = 160.0, 12.0


class CostBars:
    """Bars of one scale, so that the steps of a derivation can be compared.

    ``costs`` are those that the scale is made for; a bar that does not fit is cut, as that of an unknown word.
    """

    def __init__(self, groups: Sequence[str], costs: Sequence[Mapping[str, float]]) -> None:
        self._groups = groups
        self._loss = max((_sum(one, groups, -1) for one in costs), default=0.0)
        gain = max((_sum(one, groups, 1) for one in costs), default=0.0)
        self._scale = (_WIDTH - 4) / max(self._loss + gain, 1e-9)

    def bar(self, costs: Mapping[str, float]) -> str:
        """One step."""
        middle = 2 + self._loss * self._scale
        left = right = middle
        parts = []
        for number, group in enumerate(self._groups):
            cost = costs.get(group, 0.0)
            width = abs(cost) * self._scale
            if cost < 0:
                left -= width
            x = left if cost < 0 else right
            if cost > 0:
                right += width
            parts.append(
                f'<rect x="{x:.1f}" y="1" width="{width:.1f}" height="{_HEIGHT - 2:.0f}" '
                f'fill="{hue(number).strong}"><title>{escape(group)} {cost:+.3f}</title></rect>'
            )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH:.0f}" height="{_HEIGHT:.0f}" '
            f'viewBox="0 0 {_WIDTH:.0f} {_HEIGHT:.0f}" aria-hidden="true">{"".join(parts)}'
            f'<line x1="{middle:.1f}" x2="{middle:.1f}" y1="0" y2="{_HEIGHT:.0f}" stroke="{SOFT}"/>'
            "</svg>"
        )


def _sum(costs: Mapping[str, float], groups: Sequence[str], sign: int) -> float:
    return sum(max(0.0, sign * costs.get(group, 0.0)) for group in groups)
