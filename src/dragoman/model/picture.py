"""A translation drawn for a notebook: phrases of one colour on both sides, and what each cost."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from dragoman.model.explanation import GROUPS, costs_by_group, place

if TYPE_CHECKING:
    from dragoman.model.translation import Translation

_COLOURS = ("#cfe8fc", "#d5f5d5", "#fde3c8", "#ead9f7", "#fbd3da", "#f7f3c0", "#d3f2ef", "#e3e3e3")


def as_html(translation: Translation) -> str:
    """A self-contained fragment; all text is escaped."""
    steps = translation.derivation.steps
    colour_of_word: dict[int, str] = {}
    for number, step in enumerate(steps):
        for first, last in step.source_spans:
            for word in range(first, last):
                colour_of_word[word] = _COLOURS[number % len(_COLOURS)]
    words = translation.source_tokens
    source = " ".join(_word(word, colour_of_word.get(i, "#fff")) for i, word in enumerate(words))
    tokens = translation.derivation.tokens
    pieces = sorted(
        (first, last, _COLOURS[number % len(_COLOURS)])
        for number, step in enumerate(steps)
        for first, last in step.target_spans
    )
    target = " ".join(_word(" ".join(tokens[a:b]), colour) for a, b, colour in pieces)
    head = "".join(f"<th>{escape(name)}</th>" for name in ("", "at", "source", "target", *GROUPS))
    rows = "".join(_row(translation, number) for number in range(len(steps)))
    return (
        '<div style="font-family:sans-serif">'
        f"<p>{source}</p><p><b>{target}</b></p>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        f"<p>score {translation.score:.4f}</p></div>"
    )


def _word(text: str, colour: str) -> str:
    return f'<span style="background:{colour};color:#111;padding:1px 3px">{escape(text)}</span>'


def _row(translation: Translation, number: int) -> str:
    step = translation.derivation.steps[number]
    costs = costs_by_group(step.features, translation.weights)
    cells = [
        str(number + 1),
        place(step),
        step.source_text,
        step.target_text,
        *(f"{costs[group]:.3f}" for group in GROUPS),
    ]
    return "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"
