"""Lines through points, as a picture (SVG)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from dragoman.draw.charts import framed
from dragoman.draw.colours import SOFT, hue
from dragoman.draw.svg import label


def curves(series: Mapping[str, Sequence[tuple[float, float]]], x: str, y: str) -> str:
    """A line through the points of each name; ``x`` and ``y`` are the names of the axes, x being logarithmic."""
    points = [point for line in series.values() for point in line]
    across = [math.log10(value) for value, _ in points]
    up = [value for _, value in points]

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return (
            70 + 460 * _share(math.log10(point[0]), across),
            280 - 250 * _share(point[1], up),
        )

    parts = [f'<path d="M70 20V290H540" fill="none" stroke="{SOFT}" class="axis"/>']
    parts += [label(305, 325, x), label(70, 12, y, "start")]
    for value in (min(up), max(up)):
        parts.append(label(64, 284 - 250 * _share(value, up), f"{value:.2f}", "end"))
    for value in (min(across), max(across)):
        parts.append(label(70 + 460 * _share(value, across), 306, f"{10**value:.3g}"))
    for number, (name, line) in enumerate(series.items()):
        colour = hue(number).strong
        way = " ".join(f"{a:.1f},{b:.1f}" for a, b in map(place, line))
        parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for point in line:
            a, b = place(point)
            parts.append(
                f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}">'
                f"<title>{escape(name)}: {point[0]:.3g}, {point[1]:.3f}</title></circle>"
            )
        parts.append(label(570, 34 + 18 * number, name, "start"))
        parts.append(f'<circle cx="560" cy="{30 + 18 * number}" r="4" fill="{colour}"/>')
    return framed(parts, 580 + 6.5 * max(map(len, series)), 340)


def _share(value: float, values: Sequence[float]) -> float:
    least, most = min(values), max(values)
    return (value - least) / (most - least) if most > least else 0.5
