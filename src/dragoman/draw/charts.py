"""Charts: grouped columns, and bars that rise or fall from zero."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from dragoman.draw.colours import SOFT, hue
from dragoman.draw.svg import label


def framed(parts: Sequence[str], width: float, height: int) -> str:
    """A picture of these parts (SVG)."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
        f'style="max-width:{width:.0f}px" role="img" font-family="sans-serif" font-size="11">'
        f"{''.join(parts)}</svg>"
    )


def _axis(width: float, y: float) -> str:
    return f'<line x1="10" x2="{width - 10:.0f}" y1="{y}" y2="{y}" stroke="{SOFT}" class="axis"/>'


def _grouped(labels: Sequence[str], bars: int, least: float) -> tuple[float, float]:
    """The width of a bar, and of a label's group of bars with the space beside it."""
    width = max(least, min(34.0, 130.0 / bars))
    return width, max(width * bars, 6.5 * max(map(len, labels), default=0)) + 22


def columns(labels: Sequence[str], series: Sequence[Sequence[float]], names: Sequence[str]) -> str:
    """Grouped columns: ``series[s][i]`` is the value of system ``s`` for label ``i``."""
    top = max([1e-9, *(value for values in series for value in values)])
    width, group = _grouped(labels, len(series), 16.0)
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
    return framed(parts, total, 204)


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
            f'height="{max(0.5, tall):.1f}"><title>{escape(title)}: {value:+z.2f}</title></rect>'
        )
    if pairs:
        parts.append(label(10, 12, f"{pairs[0][0]:+z.2f}", "start"))
        parts.append(label(total - 10, 166, f"{pairs[-1][0]:+z.2f}", "end"))
    return framed([*parts, _axis(total, 85)], total, 170)


def differences(
    labels: Sequence[str], series: Sequence[Sequence[float]], names: Sequence[str]
) -> str:
    """Grouped bars that rise or fall from zero: ``series[s][i]`` is the difference of ``s`` for label ``i``."""
    span = max([1e-9, *(abs(value) for values in series for value in values)])
    width, group = _grouped(labels, len(series), 14.0)
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
                f"<title>{escape(names[s])}, {escape(title)}: {values[i]:+z.2f}</title></rect>"
            )
            below = y - 4 if values[i] > 0 else y + tall + 12
            parts.append(label(x + width / 2 - 1, below, f"{values[i]:+z.1f}"))
        parts.append(label(left + width * len(series) / 2, 190, title))
    return framed(parts, total, 200)


def legend(names: Sequence[str]) -> str:
    """The systems' colours (HTML)."""
    return "".join(
        f'<span class="key"><i style="background:{hue(i).strong}"></i>{escape(name)}</span>'
        for i, name in enumerate(names)
    )
