"""Evaluates judgements: preferences, sign tests, confusion matrices and agreement (Cherry 2008, table 4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from dragoman.draw.tables import text_table
from dragoman.evaluate.significance import binomial_two_sided
from dragoman.evaluate.tables import format_p
from dragoman.judge.judgement import Judgement

OUTCOMES: tuple[int | None, ...] = (0, None, 1)
"""Rows and columns of matrices: the first system, equal, the second."""


@dataclass(frozen=True)
class Preference:
    """How often each system was preferred, and the sign test on that."""

    who: str
    first: int
    equal: int
    second: int
    p: float


@dataclass(frozen=True)
class Agreement:
    """Two annotators on the sentences that both judged."""

    one: str
    two: str
    matrix: list[list[int]]
    """Rows: annotator one, columns: annotator two; first system, equal, second system."""
    observed: float
    """Share of sentences on which they agree."""
    kappa: float
    """Cohen's kappa: 1 is full agreement, 0 is the agreement of chance."""
    combined: Preference
    """The preferences of an annotator who prefers a system only where both do."""


@dataclass(frozen=True)
class JudgementReport:
    """The whole campaign."""

    systems: list[str]
    preferences: list[Preference]
    agreements: list[Agreement]

    def as_dict(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return asdict(self)


def _preference(who: str, winners: Iterable[int | None]) -> Preference:
    said = list(winners)
    first, second = said.count(0), said.count(1)
    p = binomial_two_sided(first, second)
    return Preference(who, first, said.count(None), second, p)


def cohen_kappa(matrix: list[list[int]]) -> float:
    """Agreement beyond chance; 1 if chance alone would always agree."""
    total = sum(map(sum, matrix))
    if total == 0:
        return 0.0
    observed = sum(matrix[i][i] for i in range(len(matrix))) / total
    columns = [sum(column) for column in zip(*matrix, strict=True)]
    chance = sum(sum(row) * column for row, column in zip(matrix, columns, strict=True)) / total**2
    return 1.0 if chance == 1 else (observed - chance) / (1 - chance)


def _agreement(one: str, two: str, a: dict[int, int | None], b: dict[int, int | None]) -> Agreement:
    both = sorted(a.keys() & b.keys())
    matrix = [[sum(a[s] == x and b[s] == y for s in both) for y in OUTCOMES] for x in OUTCOMES]
    observed = sum(a[s] == b[s] for s in both) / len(both) if both else 0.0
    combined = _preference("both", (a[s] if a[s] == b[s] else None for s in both))
    return Agreement(one, two, matrix, observed, cohen_kappa(matrix), combined)


def summarize(systems: list[str], judgements: Iterable[Judgement]) -> JudgementReport:
    """Return the report; annotators in the order of their names.

    Args:
        systems: The names of the two systems.
        judgements: All judgements; the last one of an annotator on a sentence counts.
    """
    by_annotator: dict[str, dict[int, int | None]] = {}
    for judgement in judgements:
        by_annotator.setdefault(judgement.annotator, {})[judgement.sentence] = judgement.winner
    names = sorted(by_annotator)
    return JudgementReport(
        systems,
        [_preference(name, by_annotator[name].values()) for name in names],
        [_agreement(a, b, by_annotator[a], by_annotator[b]) for a, b in combinations(names, 2)],
    )


def report_text(report: JudgementReport) -> str:
    """Tables for the terminal."""
    first, second = report.systems
    header = ["annotator", first, "equal", second, "sentences", "p (sign)"]
    tables = [text_table([header, *(_row(p) for p in report.preferences)])]
    for agreement in report.agreements:
        rows = [[f"{agreement.one} \\ {agreement.two}", first, "equal", second, "sum"]]
        for name, row in zip((first, "equal", second), agreement.matrix, strict=True):
            rows.append([name, *map(str, row), str(sum(row))])
        columns = [sum(column) for column in zip(*agreement.matrix, strict=True)]
        rows.append(["sum", *map(str, columns), str(sum(columns))])
        tables.append(
            f"{text_table(rows)}\nagreement {agreement.observed:.3f}, kappa {agreement.kappa:.3f}"
        )
        tables.append(text_table([header, _row(agreement.combined)]))
    return "\n\n".join(tables)


def _row(p: Preference) -> list[str]:
    total = p.first + p.equal + p.second
    return [p.who, str(p.first), str(p.equal), str(p.second), str(total), format_p(p.p)]
