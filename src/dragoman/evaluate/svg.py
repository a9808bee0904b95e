"""Small inline pictures: grouped columns, and bars that rise or fall from zero."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

COLOURS = ("#5b6c8f", "#d9822b", "#3a8f6b", "#a34a8c", "#8a8a2e", "#c0504d")


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def columns(labels: Sequence[str], series: Sequence[Sequence[float]], names: Sequence[str]) -> str:
    """Grouped columns: ``series[s][i]`` is the value of system ``s`` for label ``i``."""
    top = max([1e-9, *(value for values in series for value in values)])
    width = max(16.0, min(34.0, 130.0 / len(series)))
    group = max(width * len(series), 6.5 * max(map(len, labels), default=0)) + 22
    height, base = 150.0, 176.0
    total = 20 + group * len(labels)
    parts = [f'<svg viewBox="0 0 {total:.0f} 204" style="max-width:{total:.0f}px" role="img">']
    parts.append(f'<line x1="10" x2="{total - 10:.0f}" y1="{base}" y2="{base}" class="axis"/>')
    for i, label in enumerate(labels):
        left = 9 + group * i + (group - width * len(series)) / 2
        for s, values in enumerate(series):
            tall = height * max(0.0, values[i]) / top
            x = left + width * s
            colour = COLOURS[s % len(COLOURS)]
            parts.append(
                f'<rect x="{x:.1f}" y="{base - tall:.1f}" width="{width - 2:.1f}" '
                f'height="{tall:.1f}" rx="2" fill="{colour}">'
                f"<title>{escape(names[s])}, {escape(label)}: {values[i]:.2f}</title></rect>"
            )
            parts.append(_text(x + width / 2 - 1, base - tall - 4, f"{values[i]:.1f}"))
        parts.append(_text(left + width * len(series) / 2, base + 18, label))
    parts.append("</svg>")
    return "".join(parts)


def changes(labels: Sequence[str], values: Sequence[float], better: int = 1) -> str:
    """One thin bar per label, sorted, up for more and down for less; ``better`` is -1 where less is better."""
    pairs = sorted(zip(values, labels, strict=True), reverse=True)
    span = max([1e-9, *(abs(value) for value in values)])
    width = max(3.0, min(24.0, 700.0 / max(1, len(pairs))))
    total = max(160.0, 20 + width * len(pairs))
    parts = [f'<svg viewBox="0 0 {total:.0f} 170" style="max-width:{total:.0f}px" role="img">']
    for i, (value, label) in enumerate(pairs):
        tall = 75 * abs(value) / span
        y = 85 - tall if value > 0 else 85
        kind = "up" if value * better > 0 else "down"
        parts.append(
            f'<rect class="{kind}" x="{10 + width * i:.1f}" y="{y:.1f}" width="{max(2, width - 1):.1f}" '
            f'height="{max(0.5, tall):.1f}"><title>{escape(label)}: {value:+.2f}</title></rect>'
        )
    if pairs:
        parts.append(_text(10, 12, f"{pairs[0][0]:+.2f}", "start"))
        parts.append(_text(total - 10, 166, f"{pairs[-1][0]:+.2f}", "end"))
    parts.append(f'<line x1="10" x2="{total - 10:.0f}" y1="85" y2="85" class="axis"/></svg>')
    return "".join(parts)


def legend(names: Sequence[str]) -> str:
    """The systems' colours."""
    return "".join(
        f'<span class="key"><i style="background:{COLOURS[i % len(COLOURS)]}"></i>{escape(name)}</span>'
        for i, name in enumerate(names)
    )
