"""A derivation as HTML: each phrase has one colour on both sides, and a table shows the cost of each."""

from __future__ import annotations

from html import escape

from dragoman.draw.colours import INK, PAPER, WARNING, hue
from dragoman.draw.derivation import MARKS, StepRow, rows
from dragoman.forest.derivation_data import DerivationData


def derivation_html(data: DerivationData) -> str:
    """A self-contained fragment; all text is escaped."""
    source = [_word(word, PAPER) for word in data["source"]]
    pieces: list[tuple[int, str]] = []
    for number, step in enumerate(data["steps"]):
        colour, kind = hue(number).pale, step["kind"]
        for first, last in step["source_spans"]:
            for place in range(first, last):
                source[place] = _word(data["source"][place], colour, kind)
        for first, last in step["target_spans"]:
            pieces.append((first, _word(" ".join(data["target"][first:last]), colour, kind)))
    target = " ".join(html for _, html in sorted(pieces))
    groups = list(data["groups"])
    head = "".join(f"<th>{escape(name)}</th>" for name in ("", "at", "source", "target", *groups))
    body = "".join(_row(row, groups) for row in rows(data))
    return (
        '<div style="font-family:sans-serif">'
        f"<p>{' '.join(source)}</p><p><b>{target}</b></p>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        f"<p>score {data['score']:.4f}</p></div>"
    )


def _word(text: str, colour: str, kind: str = "rule") -> str:
    style = f"background:{colour};color:{INK};padding:1px 3px"
    if kind == "unknown":
        style += f";border-bottom:2px dashed {WARNING}"
    title = f' title="{MARKS[kind]}"' if kind in MARKS else ""
    return f'<span style="{style}"{title}>{escape(text)}</span>'


def _row(row: StepRow, groups: list[str]) -> str:
    target = f"{row.target} [{row.mark}]".lstrip() if row.mark else row.target
    cells = [str(row.number), row.place, "\u2003" * row.depth + row.source, target]
    cells += [f"{row.step['costs'][group]:.3f}" for group in groups]
    return "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"
