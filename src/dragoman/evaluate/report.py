"""A comparison as one self-contained HTML page: tables, pictures, and the sentences that differ most."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from importlib.resources import files
from urllib.parse import urlencode

from dragoman.common.version import __version__
from dragoman.draw import charts
from dragoman.evaluate.comparison import Comparison, GroupScores, MetricResult
from dragoman.evaluate.difference import differing_words, marked_html
from dragoman.evaluate.significance import Signs
from dragoman.evaluate.tables import TITLES, format_p
from dragoman.evaluate.words import WordGroup

Link = Callable[[Sequence[str], str], str]
EXAMPLES = 25
"""Sentences shown in each direction, for each system."""


def html_report(comparison: Comparison, page: str = "", models: Mapping[str, str] = {}) -> str:
    """Return the whole page; every text is escaped and nothing is loaded from elsewhere.

    Args:
        comparison: What ``compare`` returned.
        page: The address of a server's page: sentences get links to it, which show how they are translated there.
        models: The names by which the server knows systems that are models.
    """
    title = " · ".join(comparison.names)
    style = files("dragoman.evaluate").joinpath("report.css").read_text(encoding="utf-8")
    main = comparison.metrics[0].name
    sections = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="note">{len(comparison.hypotheses[0])} sentences, {len(comparison.references)} '
        f"reference(s); the baseline is {escape(comparison.names[0])}. Dragoman {__version__}.</p>",
        "<h2>Scores</h2>",
        *(_metric(comparison.names, metric) for metric in comparison.metrics),
        "<h2>Parts of BLEU</h2>",
        _parts(comparison),
        f"<h2>{escape(main)} by length of the reference</h2>",
        _chart(comparison, comparison.lengths),
    ]
    if comparison.frequencies:
        sections += ["<h2>F1 of words by how often the training text has them</h2>"]
        sections.append(_words("times", comparison.names, comparison.frequencies))
        sections += ["<h2>F1 of n-grams that the training text has or not</h2>"]
        sections.append(_words("n-grams", comparison.names, comparison.ngrams))
    if comparison.subsets:
        sections += [f"<h2>{escape(main)} by label</h2>", _chart(comparison, comparison.subsets)]
        sections.append(_groups("label", comparison.names, comparison.subsets))
    if comparison.documents:
        sections += [f"<h2>{escape(main)} by document</h2>", _documents(comparison)]
    link = partial(_link, page, models) if page and comparison.sources else None
    for system in range(1, len(comparison.names)):
        sections += [_telling(comparison, system), _examples(comparison, system, link)]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style></head>\n<body>\n"
        + "\n".join(sections)
        + "\n</body></html>\n"
    )


def _table(header: Sequence[str], rows: Sequence[Sequence[tuple[str, str]]]) -> str:
    """Cells are (text, class)."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
    body = []
    for row in rows:
        cells = (f'<td class="{kind}">' if kind else "<td>" for _, kind in row)
        texts = (escape(text) for text, _ in row)
        body.append("".join(f"{a}{b}</td>" for a, b in zip(cells, texts, strict=True)))
    lines = "".join(f"<tr>{row}</tr>" for row in body)
    return f'<div class="scroll"><table><tr>{head}</tr>{lines}</table></div>'


def _change(value: float, better: int) -> tuple[str, str]:
    kind = "good" if value * better > 0 else "bad" if value * better < 0 else ""
    return f"{value:+z.2f}", kind


def _metric(names: list[str], metric: MetricResult) -> str:
    tests = list(metric.tests[0])
    header = [metric.name, "score", "change", *(TITLES[test] for test in tests)]
    better = 1 if metric.higher_is_better else -1
    rows = []
    for i, (name, score) in enumerate(zip(names, metric.scores, strict=True)):
        row = [(name, ""), (f"{score:.2f}", "")]
        row.append(_change(score - metric.scores[0], better) if i else ("", ""))
        for test in tests:
            text = ""
            if i:
                outcome = metric.tests[i - 1][test]
                text = format_p(outcome.p)
                if isinstance(outcome, Signs):
                    text += f" ({outcome.rises} rise, {outcome.falls} fall)"
            row.append((text, ""))
        rows.append(row)
    signature = f'<p class="signature">{escape(metric.name)}|{escape(metric.signature)}</p>'
    return _table(header, rows) + signature


def _parts(comparison: Comparison) -> str:
    orders = range(1, len(comparison.breakdowns[0].precisions) + 1)
    header = ["system", *(f"{n}-gram" for n in orders), "brevity", "length", "reference"]
    rows = []
    for name, part in zip(comparison.names, comparison.breakdowns, strict=True):
        cells = [name, *(f"{p:.1f}" for p in part.precisions), f"{part.brevity:.3f}"]
        cells += [str(part.length), str(part.reference_length)]
        rows.append([(cell, "") for cell in cells])
    return _table(header, rows)


def _groups(title: str, names: list[str], groups: list[GroupScores]) -> str:
    rows = [
        [(g.name, ""), (str(g.sentences), ""), *((f"{s:.2f}", "") for s in g.scores)]
        for g in groups
    ]
    return _table([title, "sentences", *names], rows)


def _chart(comparison: Comparison, groups: list[GroupScores]) -> str:
    labels = [f"{g.name} ({g.sentences})" for g in groups]
    series = [[g.scores[s] for g in groups] for s in range(len(comparison.names))]
    picture = charts.columns(labels, series, comparison.names)
    return f'<p>{charts.legend(comparison.names)}</p><div class="scroll">{picture}</div>'


def _documents(comparison: Comparison) -> str:
    better = 1 if comparison.metrics[0].higher_is_better else -1
    labels = [d.name for d in comparison.documents]
    parts = []
    for s, movement in enumerate(comparison.movements, 1):
        parts.append(
            f"<h3>{escape(comparison.names[s])}: {movement.rises} documents better, "
            f"{movement.falls} worse, {movement.same} the same</h3>"
        )
        parts.append(
            charts.changes(
                labels, [d.scores[s] - d.scores[0] for d in comparison.documents], better
            )
        )
    table = _groups("document", comparison.names, comparison.documents)
    parts.append(f"<details><summary>All documents</summary>{table}</details>")
    return "".join(parts)


def _words(title: str, names: list[str], groups: list[WordGroup]) -> str:
    rows = [
        [(g.name, ""), (str(g.count), ""), *((f"{s:.1f}", "") for s in g.scores)] for g in groups
    ]
    return _table([title, "in the reference", *names], rows)


def _telling(comparison: Comparison, system: int) -> str:
    """The n-grams that tell a system from the baseline."""
    telling = comparison.telling[system - 1]
    if not telling.gained and not telling.lost:
        return ""
    names = comparison.names[0], comparison.names[system]
    rows = [
        [(one.ngram, ""), (str(one.baseline), ""), (str(one.system), kind)]
        for kind, some in (("good", telling.gained), ("bad", telling.lost))
        for one in some
    ]
    title = f"What tells {names[1]} from {names[0]}"
    return f"<h2>{escape(title)}</h2>" + _table(["n-gram, times right", *names], rows)


def _link(page: str, models: Mapping[str, str], names: Sequence[str], source: str) -> str:
    """Links to the page with a sentence, for each system that is a model there; or one, if none is."""
    known = [(name, models[name]) for name in names if name in models] or [("", "")]
    found = []
    for name, model in known:
        asked = {"q": source} | ({"model": model} if model else {})
        address = f"{page.partition('#')[0]}#{urlencode(asked)}"
        told = f"see how {name} translates it" if name else "see how it is translated"
        found.append(f'<a href="{escape(address)}">{escape(told)}</a>')
    return " ".join(found)


def _examples(comparison: Comparison, system: int, link: Link | None) -> str:
    gains = comparison.sentence_gains[system] - comparison.sentence_gains[0]
    differs = [
        a.split() != b.split()
        for a, b in zip(comparison.hypotheses[0], comparison.hypotheses[system], strict=True)
    ]
    rises, falls = comparison.most_changed(system, EXAMPLES)
    name = escape(comparison.names[system])
    parts = [
        f"<h2>Sentences: {name} against {escape(comparison.names[0])}</h2>",
        f'<p class="note">{sum(differs)} of {len(differs)} translations differ. Shading marks the words '
        "that only one of the two has; underlined ones are in the reference.</p>",
    ]
    for title, lines in ((f"{name} gains most", rises), (f"{name} loses most", falls)):
        if lines:
            parts.append(f"<h3>{title}</h3>")
            parts += [_example(comparison, system, line, gains[line], link) for line in lines]
    return "\n".join(parts)


def _example(comparison: Comparison, system: int, line: int, gain: float, link: Link | None) -> str:
    references = [stream[line] or "" for stream in comparison.references]
    old, new = differing_words(comparison.hypotheses[0][line], comparison.hypotheses[system][line])
    known = " ".join(references)
    facts = [f"sentence {line + 1}", f"{comparison.metrics[0].name} {gain:+z.1f}"]
    if comparison.document_of:
        facts.append(comparison.document_of[line])
    if comparison.labels:
        facts.append(comparison.labels[line])
    entries = []
    if comparison.sources:
        entries.append(("source", escape(comparison.sources[line])))
    entries += [("reference", escape(reference)) for reference in references]
    entries.append((comparison.names[0], marked_html(old, known, "old")))
    entries.append((comparison.names[system], marked_html(new, known, "new")))
    header = "".join(f"<span>{escape(fact)}</span>" for fact in facts)
    if link is not None and comparison.sources:
        names = [comparison.names[0], comparison.names[system]]
        header += f"<span>{link(names, comparison.sources[line])}</span>"
    body = "".join(f"<dt>{escape(key)}</dt><dd>{text}</dd>" for key, text in entries)
    return f"<article><header>{header}</header><dl>{body}</dl></article>"
