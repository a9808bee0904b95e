"""A derivation as a picture (SVG): source words above, target words below, a line for every link between them.

Words that one step translates have one colour; unknown words are framed.
"""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.draw.colours import PAPER, hue
from dragoman.draw.svg import line, picture, word_box, word_row
from dragoman.forest.derivation_data import DerivationData

_TOP, _BOTTOM = 30.0, 130.0


def derivation_svg(data: DerivationData) -> str:
    """A self-contained picture."""
    upper, upper_width = word_row(data["source"])
    lower, lower_width = word_row(data["target"])
    source: dict[int, tuple[str, bool]] = {}
    target: dict[int, tuple[str, bool]] = {}
    parts = []
    for number, step in enumerate(data["steps"]):
        look = hue(number).pale, step["kind"] == "unknown"
        for looks, spans in ((source, step["source_spans"]), (target, step["target_spans"])):
            looks.update((word, look) for first, last in spans for word in range(first, last))
        parts += [
            line((upper[i], _TOP + 8), (lower[j], _BOTTOM - 17), hue(number).strong)
            for i, j in step["alignment"]
        ]
    parts += _boxes(data["source"], upper, _TOP, source)
    parts += _boxes(data["target"], lower, _BOTTOM, target)
    return picture(parts, max(upper_width, lower_width), _BOTTOM + 20)


def _boxes(
    words: Sequence[str], centres: Sequence[float], y: float, looks: dict[int, tuple[str, bool]]
) -> list[str]:
    return [
        word_box(word, centres[i], y, *looks.get(i, (PAPER, False))) for i, word in enumerate(words)
    ]
