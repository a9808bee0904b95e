"""The report: all tables of the papers that were run, with pictures, settings, texts, version and machine, as a page.

The page holds everything that it shows; nothing is loaded from elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any

from dragoman.draw import charts
from dragoman.evaluate.tables import format_p
from dragoman.reproduce.reproduction import Reproduced
from dragoman.reproduce.result import Cell, Line, Made
from dragoman.reproduce.text import title_of


def report_page(found: Sequence[Reproduced]) -> str:
    """Return the page.

    Args:
        found: The papers.
    """
    title = "Tables of " + ", ".join(one.name for one in found)
    style = files("dragoman.evaluate").joinpath("report.css").read_text(encoding="utf-8")
    links = " · ".join(f'<a href="#{one.name}">{one.name}</a>' for one in found)
    parts = [f"<h1>{escape(title)}</h1>", f"<p>{links}</p>"]
    for one in found:
        parts += _paper(one)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>\n<style>\n{style}pre {{ overflow-x: auto; }}</style></head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _paper(one: Reproduced) -> list[str]:
    paper, facts = one.paper, one.facts
    machine = ", ".join(f"{key} {value}" for key, value in facts["machine"].items())
    origin = f"{paper.authors}, {paper.published}. " if paper.authors else ""
    told = (
        f"{origin}Seeds {', '.join(map(str, facts['seeds']))}; "
        f"Dragoman {facts['version']}; {machine}; {facts['seconds']:.0f} seconds of this run."
    )
    parts = [
        f'<h2 id="{one.name}">{escape(paper.title)}</h2>',
        f'<p class="note">{escape(told)}</p>',
    ]
    if facts["quick"]:
        parts.append('<p class="note">A quick run: small texts and coarse settings.</p>')
    for made in one.tables:
        parts += _table(made)
    differs = "".join(f"<li>{escape(text)}</li>" for text in paper.differs)
    heading = "What is not as in the paper" if paper.authors else "About these tables"
    parts.append(f"<h3>{heading}</h3><ul>{differs}</ul>")
    for corpus in facts["corpora"]:
        parts.append(
            _hidden(f"The text {corpus['corpus']}: {corpus['about']}", _json(corpus["parts"]))
        )
        parts.append(_hidden("Settings of the row that the others change", corpus["settings"]))
        if corpus["rows"]:
            parts.append(_hidden("What rows change on this text alone", _json(corpus["rows"])))
        if corpus["without"]:
            told = (
                f"Not run on this text, which has no trees for it: {', '.join(corpus['without'])}."
            )
            parts.append(f'<p class="note">{escape(told)}</p>')
    parts.append(_hidden("What each row changes", _json(facts["rows"])))
    return parts


def _table(made: Made) -> list[str]:
    parts = [f"<h3>{escape(title_of(made))}</h3>", _grid(made)]
    parts += [f'<p class="note">{escape(note)}</p>' for note in made.notes]
    if made.picture:
        parts.append(f'<div class="scroll">{made.picture}</div>')
        parts.append(f"<p>{charts.legend([line.name for line in made.lines])}</p>")
    for column, name in enumerate(made.columns):
        lines = [line for line in made.lines if line.cells[column].change is not None]
        if lines:
            names = ["here"]
            series = [[line.cells[column].change or 0.0 for line in lines]]
            theirs = [line.cells[column].published_change for line in lines]
            if any(change is not None for change in theirs):
                names.append("paper")
                series.append([change or 0.0 for change in theirs])
            picture = charts.differences([line.name for line in lines], series, names)
            heading = f"Changes of {name}" if name else "Changes"
            parts.append(f'<p class="note">{escape(heading)} {charts.legend(names)}</p>')
            parts.append(f'<div class="scroll">{picture}</div>')
    return parts


def _grid(made: Made) -> str:
    heads = ["<th></th>"]
    for n, name in enumerate(made.columns):
        changes = any(line.cells[n].change is not None for line in made.lines)
        heads.append(f"<th>{escape(name)}</th>")
        heads += ["<th>change</th>"] * changes
        if made.published_in(n):
            paper = f"paper, {made.published_set}" if made.published_set else "paper"
            heads += [f"<th>{escape(paper)}</th>", *(["<th>change</th>"] * changes)]
    body = []
    for line in made.lines:
        cells = [f'<td title="{escape(line.about)}">{escape(_name(line))}</td>']
        for n in range(len(made.columns)):
            changes = any(other.cells[n].change is not None for other in made.lines)
            cells += _cells(made, line.cells[n], changes)
            if made.published_in(n):
                cells += _published(made, line.cells[n], changes)
        body.append(f"<tr>{''.join(cells)}</tr>")
    return f'<div class="scroll"><table><tr>{"".join(heads)}</tr>{"".join(body)}</table></div>'


def _cells(made: Made, cell: Cell, changes: bool) -> list[str]:
    value = made.shown(cell.value)
    if cell.deviation:
        value += f" ± {cell.deviation:.{made.digits}f}"
    if not changes:
        return [f"<td>{value}</td>"]
    kind = "" if not cell.change else "good" if cell.change * made.better > 0 else "bad"
    tests = ", ".join(f"{name} p {format_p(p)}" for name, p in cell.p.items())
    change = made.shown(cell.change, signed=True) + (f" ({tests})" if tests else "")
    return [f"<td>{value}</td>", f'<td class="{kind}">{change}</td>']


def _published(made: Made, cell: Cell, changes: bool) -> list[str]:
    texts = [made.shown(cell.published)]
    if changes:
        texts.append(made.shown(cell.published_change, signed=True))
    return [f"<td>{escape(text)}</td>" for text in texts]


def _name(line: Line) -> str:
    return f"{line.number} {line.name}".strip()


def _hidden(summary: str, text: str) -> str:
    return f"<details><summary>{escape(summary)}</summary><pre>{escape(text)}</pre></details>"


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1)
