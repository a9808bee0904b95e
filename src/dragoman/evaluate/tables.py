"""A comparison as plain text tables."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.draw.tables import text_table
from dragoman.evaluate.comparison import Comparison, GroupScores, MetricResult
from dragoman.evaluate.significance import Signs
from dragoman.evaluate.words import Telling, WordGroup

TITLES = {"bootstrap": "p (bootstrap)", "randomization": "p (randomization)", "sign": "p (sign)"}


def format_p(p: float) -> str:
    """A probability with four digits."""
    return f"{p:.4f}" if p >= 0.0001 else "<0.0001"


def _metric_table(names: list[str], metric: MetricResult) -> str:
    tests = list(metric.tests[0]) if metric.tests else []
    header = [metric.name, "score", "change"]
    for test in tests:
        header += ["rise/fall", TITLES[test]] if test == "sign" else [TITLES[test]]
    rows = [header]
    for i, (name, score) in enumerate(zip(names, metric.scores, strict=True)):
        row = [name, f"{score:.2f}"]
        row.append(f"{score - metric.scores[0]:+z.2f}" if i else "")
        for test in tests:
            outcome = metric.tests[i - 1][test] if i else None
            if test == "sign":
                signs = outcome if isinstance(outcome, Signs) else None
                row.append(f"{signs.rises}/{signs.falls}" if signs else "")
            row.append(format_p(outcome.p) if outcome else "")
        rows.append(row)
    return f"{text_table(rows)}\n{metric.name}|{metric.signature}"


def _group_table(title: str, names: list[str], groups: list[GroupScores]) -> str:
    rows = [[title, "sentences", *names]]
    rows += [[g.name, str(g.sentences), *(f"{s:.2f}" for s in g.scores)] for g in groups]
    return text_table(rows)


def _word_table(title: str, names: list[str], groups: list[WordGroup]) -> str:
    rows = [[title, "in the reference", *names]]
    rows += [[g.name, str(g.count), *(f"{s:.1f}" for s in g.scores)] for g in groups]
    return text_table(rows)


def _telling_table(names: list[str], system: int, telling: Telling) -> str:
    header = [f"n-grams right in {names[system]}", names[0], names[system]]
    rows = [[n.ngram, str(n.baseline), str(n.system)] for n in (*telling.gained, *telling.lost)]
    return text_table([header, *rows])


def _sentences(comparison: Comparison, system: int, count: int) -> Iterator[str]:
    """The sentences that change most, one below the other."""
    name, metric = comparison.names[system], comparison.metrics[0].name
    gains = comparison.sentence_gains[system] - comparison.sentence_gains[0]
    for what, lines in zip(("gains", "loses"), comparison.most_changed(system, count), strict=True):
        for line in lines:
            texts = [] if comparison.sources is None else [("source", comparison.sources[line])]
            texts += [("reference", one[line] or "") for one in comparison.references]
            texts += [(comparison.names[n], comparison.hypotheses[n][line]) for n in (0, system)]
            rows = [[f"  {key}", text] for key, text in texts]
            head = f"{name} {what}: sentence {line + 1}, {metric} {gains[line]:+z.1f}"
            yield f"{head}\n{text_table(rows, left=2)}"


def text_tables(comparison: Comparison, examples: int = 0) -> str:
    """Return all tables, separated by empty lines.

    Args:
        comparison: What ``compare`` returned.
        examples: How many sentences are shown that gain most, and that lose most, for each system.
    """
    names, main = comparison.names, comparison.metrics[0].name
    tables = [_metric_table(names, metric) for metric in comparison.metrics]
    orders = range(1, len(comparison.breakdowns[0].precisions) + 1)
    rows = [["BLEU's parts", *(f"{n}-gram" for n in orders), "brevity", "length", "reference"]]
    for name, part in zip(names, comparison.breakdowns, strict=True):
        cells = [f"{p:.1f}" for p in part.precisions]
        cells += [f"{part.brevity:.3f}", str(part.length), str(part.reference_length)]
        rows.append([name, *cells])
    tables.append(text_table(rows))
    if comparison.documents:
        tables.append(_group_table(f"{main} by document", names, comparison.documents))
        rows = [["documents", "rise", "fall", "same"]]
        for name, m in zip(names[1:], comparison.movements, strict=True):
            rows.append([name, str(m.rises), str(m.falls), str(m.same)])
        tables.append(text_table(rows))
    if comparison.subsets:
        tables.append(_group_table(f"{main} by label", names, comparison.subsets))
    tables.append(_group_table(f"{main} by length", names, comparison.lengths))
    if comparison.frequencies:
        title = "F1 of words by frequency in training"
        tables.append(_word_table(title, names, comparison.frequencies))
        tables.append(_word_table("F1 of n-grams, by training", names, comparison.ngrams))
    for system, telling in enumerate(comparison.telling, 1):
        if telling.gained or telling.lost:
            tables.append(_telling_table(names, system, telling))
    for system in range(1, len(names)):
        tables += _sentences(comparison, system, examples)
    return "\n\n".join(tables)
