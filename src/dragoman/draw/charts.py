"""Charts: grouped columns, bars that rise or fall from zero, and lines through points."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from dragoman.draw.colours import SOFT, hue
from dragoman.draw.svg import label


def _chart(parts: Sequence[str], width: float, height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
        f'style="max-width:{width:.0f}px" role="img" font-family="sans-serif" font-size="11">'
        f"{''.join(parts)}</svg>"
    )


def _axis(width: float, y: float) -> str:
    return f'<line x1="10" x2="{width - 10:.0f}" y1="{y}" y2="{y}" stroke="{SOFT}" class="axis"/>'


def columns(labels: Sequence[str], series: Sequence[Sequence[float]], names: Sequence[str]) -> str:
    """Grouped columns: ``series[s][i]`` is the value of system ``s`` for label ``i``."""
    top = max([1e-9, *(value for values in series for value in values)])
    width = max(16.0, min(34.0, 130.0 / len(series)))
    group = max(width * len(series), 6.5 * max(map(len, labels), default=0)) + 22
    height, base = 150.0, 176.0
    total = 20 + group * len(labels)
    parts = [_axis(total, base)]
    for i, title in enumerate(labels):
        left = 9 + group * i + (group - width * len(series)) / 2
        for s, values in enumerate(series):
            tall = height * max(0.0, values[i]) / top
            x = left + width * s
            parts.append(
                f'<rect x="{x:.1f}" y="{base - tall:.1f}" width="{width - 2:.1f}" '
                f'height="{tall:.1f}" rx="2" fill="{hue(s).strong}">'
                f"<title>{escape(names[s])}, {escape(title)}: {values[i]:.2f}</title></rect>"
            )
            parts.append(label(x + width / 2 - 1, base - tall - 4, f"{values[i]:.1f}"))
        parts.append(label(left + width * len(series) / 2, base + 18, title))
    return _chart(parts, total, 204)


def changes(labels: Sequence[str], values: Sequence[float], better: int = 1) -> str:
    """One thin bar per label, sorted, up for more and down for less; ``better`` is -1 where less is better."""
    pairs = sorted(zip(values, labels, strict=True), reverse=True)
    span = max([1e-9, *(abs(value) for value in values)])
    width = max(3.0, min(24.0, 700.0 / max(1, len(pairs))))
    total = max(160.0, 20 + width * len(pairs))
    parts = []
    for i, (value, title) in enumerate(pairs):
        tall = 75 * abs(value) / span
        y = 85 - tall if value > 0 else 85
        kind = "up" if value * better > 0 else "down"
        parts.append(
            f'<rect class="{kind}" x="{10 + width * i:.1f}" y="{y:.1f}" width="{max(2, width - 1):.1f}" '
            f'height="{max(0.5, tall):.1f}"><title>{escape(title)}: {value:+.2f}</title></rect>'
        )
    if pairs:
        parts.append(label(10, 12, f"{pairs[0][0]:+.2f}", "start"))
        parts.append(label(total - 10, 166, f"{pairs[-1][0]:+.2f}", "end"))
    return _chart([*parts, _axis(total, 85)], total, 170)


def differences(
    labels: Sequence[str], series: Sequence[Sequence[float]], names: Sequence[str]
) -> str:
    """Grouped bars that rise or fall from zero: ``series[s][i]`` is the difference of ``s`` for label ``i``."""
    span = max([1e-9, *(abs(value) for values in series for value in values)])
    width = max(14.0, min(34.0, 130.0 / len(series)))
    group = max(width * len(series), 6.5 * max(map(len, labels), default=0)) + 22
    height, base = 65.0, 85.0
    total = 20 + group * len(labels)
    parts = [_axis(total, base)]
    for i, title in enumerate(labels):
        left = 9 + group * i + (group - width * len(series)) / 2
        for s, values in enumerate(series):
            tall, x = height * abs(values[i]) / span, left + width * s
            y = base - tall if values[i] > 0 else base
            parts.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{width - 2:.1f}" height="{max(0.5, tall):.1f}" '
                f'rx="2" fill="{hue(s).strong}">'
                f"<title>{escape(names[s])}, {escape(title)}: {values[i]:+.2f}</title></rect>"
            )
            below = y - 4 if values[i] > 0 else y + tall + 12
            parts.append(label(x + width / 2 - 1, below, f"{values[i]:+.1f}"))
        parts.append(label(left + width * len(series) / 2, 190, title))
    return _chart(parts, total, 200)


def legend(names: Sequence[str]) -> str:
    """The systems' colours (HTML)."""
    return "".join(
        f'<span class="key"><i style="background:{hue(i).strong}"></i>{escape(name)}</span>'
        for i, name in enumerate(names)
    )


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
    return _chart(parts, 580 + 6.5 * max(map(len, series)), 340)


def _share(value: float, values: Sequence[float]) -> float:
    least, most = min(values), max(values)
    return (value - least) / (most - least) if most > least else 0.5
