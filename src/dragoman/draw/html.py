"""A derivation as HTML: each phrase has one number and colour on both sides, and a table shows the cost of each."""

from __future__ import annotations

from html import escape

from dragoman.draw.colours import INK, PAPER, WARNING, hue
from dragoman.draw.cost_bars import CostBars, swatch
from dragoman.draw.derivation import MARKS, StepRow, rows
from dragoman.draw.ties import of_source, of_step, of_target
from dragoman.forest.derivation_data import DerivationData


def derivation_html(data: DerivationData) -> str:
    """Return a self-contained fragment; all text is escaped.

    Args:
        data: The derivation as plain data, ``Derivation.as_dict()``.
    """
    source = [_word(word, PAPER, of_source(place)) for place, word in enumerate(data["source"])]
    target = [_word(word, PAPER, of_target(place)) for place, word in enumerate(data["target"])]
    for row in rows(data):
        step, colour, number = row.step, hue(row.index).pale, str(row.number)
        for first, last in step["source_spans"]:
            for place in range(first, last):
                tie, word = of_source(place, row.index), data["source"][place]
                shown = number if place == first else ""
                source[place] = _word(word, colour, tie, step["kind"], shown)
        for first, last in step["target_spans"]:
            for place in range(first, last):
                tie, word = of_target(place, row.index), data["target"][place]
                shown = number if place == first else ""
                target[place] = _word(word, colour, tie, step["kind"], shown)
    return (
        '<div style="font-family:sans-serif" data-drawings="">'
        f"<p>{' '.join(source)}</p><p><b>{' '.join(target)}</b></p>"
        f"{cost_table(data)}<p>score {data['score']:.4f}</p></div>"
    )


def cost_table(data: DerivationData) -> str:
    """The steps with their costs by group of features, as numbers and as bars."""
    groups = list(data["groups"])
    usual = [step["costs"] for step in data["steps"] if step["kind"] != "unknown"]
    bars = CostBars(groups, usual or [step["costs"] for step in data["steps"]])
    titles = [f'<th scope="col">{name}</th>' for name in ("#", "words", "source", "target")]
    titles += [
        f'<th scope="col">{swatch(number)}{escape(name)}</th>' for number, name in enumerate(groups)
    ]
    if groups:
        titles += ['<th scope="col">score</th>', '<th scope="col">losses | gains</th>']
    body = "".join(_row(row, groups, bars) for row in rows(data))
    return f"<table><thead><tr>{''.join(titles)}</tr></thead><tbody>{body}</tbody></table>"


def _word(text: str, colour: str, tie: str, kind: str = "rule", number: str = "") -> str:
    """A word on its colour; ``number`` stands before the first word of a piece of a phrase, since colours repeat."""
    style = f"background:{colour};color:{INK};padding:1px 3px"
    if kind == "unknown":
        style += f";border-bottom:2px dashed {WARNING}"
    title = f' title="{MARKS[kind]}"' if kind in MARKS else ""
    mark = f'<sup style="font-size:.65em;opacity:.7">{number}</sup>' if number else ""
    return f'<span style="{style}"{title}{tie}>{mark}{escape(text)}</span>'


def _row(row: StepRow, groups: list[str], bars: CostBars) -> str:
    target = f"{row.target} [{row.mark}]".lstrip() if row.mark else row.target
    cells = [str(row.number), row.place, "\u2002" * row.depth + row.source, target]
    cells += [f"{row.step['costs'][group]:.3f}" for group in groups]
    shown = [f"<td>{escape(cell)}</td>" for cell in cells]
    if groups:
        shown += [f"<td>{row.step['score']:.3f}</td>", f"<td>{bars.bar(row.step['costs'])}</td>"]
    return f"<tr{of_step(row.index)}>{''.join(shown)}</tr>"
