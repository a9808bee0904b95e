"""A cohesion report as plain text tables."""

from __future__ import annotations

from dragoman.draw.tables import text_table
from dragoman.evaluate.cohesion import BAD, COHESIVE, UNCOHESIVE, UNTRANSLATED, CohesionReport
from dragoman.evaluate.tables import format_p


def cohesion_tables(report: CohesionReport) -> str:
    """Counts (Cherry 2008, table 2), scores by subset (table 3) and confidence, separated by empty lines."""
    tables = [_counts(report)]
    if report.subsets:
        tables += [_scores(report), _confidence(report)]
    return "\n\n".join(table for table in tables if table)


def _counts(report: CohesionReport) -> str:
    labels = [COHESIVE, UNCOHESIVE]
    if any(system.count(UNTRANSLATED) for system in report.systems):
        labels.append(UNTRANSLATED)
    rows = [["translations", *labels]]
    for system in report.systems:
        total = max(1, len(system.labels))
        digits = 0 if len(system.runs) == 1 else 1
        cells = [
            f"{system.count(x):.{digits}f} ({100 * system.count(x) / total:.1f}%)" for x in labels
        ]
        rows.append([system.name, *cells])
    return text_table(rows)


def _scores(report: CohesionReport) -> str:
    rows = [[report.metric, *(f"{s.name} ({s.sentences})" for s in report.subsets)]]
    for i, system in enumerate(report.systems):
        cells = []
        for subset in report.subsets:
            cell = f"{subset.scores[i]:.2f}"
            if len(system.runs) > 1:
                cell += f"±{subset.deviations[i]:.2f}"
            if i:
                change = subset.scores[i] - subset.scores[0]
                cell += f" {change:+z.2f} p={format_p(subset.tests[i - 1].p)}"
            cells.append(cell)
        rows.append([system.name, *cells])
    notes = f"{report.metric}|{report.signature}"
    if any(len(system.runs) > 1 for system in report.systems):
        notes += "\nmeans over runs ± their standard deviation; p by bootstrap of the means"
    return f"{text_table(rows)}\n{notes}"


def _confidence(report: CohesionReport) -> str:
    header = ["uncohesive as a sign of a bad sentence", "bad", "flagged", "both"]
    rows = [[*header, "precision", "recall", "mean cohesive", "mean uncohesive", "AUC"]]
    for system in report.systems:
        if (c := system.confidence) is None:
            continue
        numbers = [str(c.bad), str(c.flagged), str(c.hits)]
        numbers += [f"{c.precision:.3f}", f"{c.recall:.3f}"]
        numbers += [f"{c.mean_cohesive:.2f}", f"{c.mean_uncohesive:.2f}", f"{c.auc:.3f}"]
        rows.append([system.name, *numbers])
    if len(rows) == 1:
        return ""
    return f"{text_table(rows)}\nbad: the worst {BAD:.0%} of a system's sentences"
