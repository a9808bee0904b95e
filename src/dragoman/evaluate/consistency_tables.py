"""The analysis of references and the report on systems as plain text tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from dragoman.consistency.analysis import Analysis, affected
from dragoman.consistency.cases import Case
from dragoman.draw.tables import html_table, text_table
from dragoman.evaluate.case_effects import CaseSample
from dragoman.evaluate.consistency import ConsistencyReport
from dragoman.evaluate.term_choices import RepeatedTerm

SHOWN = 20
"""Lines of a list, unless told otherwise."""
FEW = 10
"""If less than one reference in so many can be produced, the reader is told what to do."""


class Listing(NamedTuple):
    """A table, and what stands below it."""

    rows: list[list[str]]
    left: int = 1
    """Columns that are no numbers."""
    rest: str = ""

    def __str__(self) -> str:
        return text_table(self.rows, self.left) + (f"\n{self.rest}" if self.rest else "")

    def html(self) -> str:
        """Return it for a page."""
        return html_table(self.rows) + (f"<p>{self.rest}</p>" if self.rest else "")


def analysis_tables(analysis: Analysis, shown: int = SHOWN) -> str:
    """Counts after every filter, consistency, and the cases translated in several ways."""
    total = analysis.sentences
    tables = [
        f"{analysis.documents} documents, {total} sentences; the model can produce the references of "
        f"{analysis.reachable} ({_share(analysis.reachable, total)})"
    ]
    if FEW * analysis.reachable < total:
        tables.append(
            "These are too few to tell much. A model whose training text has these sentences too can produce most of "
            "them (the paper's authors did so)."
        )
    rows = [["cases", "number", "sentences", "share"]]
    for step in analysis.steps:
        rows.append(
            [step.name, str(step.cases), str(step.sentences), _share(step.sentences, total)]
        )
    consistent, others = analysis.consistent, analysis.inconsistent
    content = [case for case in others if analysis.about_content(case)]
    for name, cases in (
        ("translated consistently", consistent),
        ("translated in several ways", others),
        ("... a content word changes", content),
        ("... only function words change", [case for case in others if case not in content]),
    ):
        touched = len(affected(cases))
        rows.append([name, str(len(cases)), str(touched), _share(touched, total)])
    tables.append(text_table(rows))
    if analysis.cases:
        tables.append(f"{_share(len(consistent), len(analysis.cases))} of the cases are consistent")
    if others:
        tables.append(_cases(others, shown))
    return "\n\n".join(tables)


def _cases(cases: Sequence[Case], shown: int) -> str:
    ranked = sorted(cases, key=lambda case: -len(case.uses))
    rows = [["translated in several ways", "document", "translations"]]
    for case in ranked[:shown]:
        rows.append([case.source, case.document, counted(case.translations.most_common())])
    return str(Listing(rows, 3, _rest(len(ranked), shown)))


def analysis_data(analysis: Analysis) -> dict[str, Any]:
    """The same as plain data, with all cases."""
    return {
        "documents": analysis.documents,
        "sentences": analysis.sentences,
        "reachable": analysis.reachable,
        "steps": [
            {"name": step.name, "cases": step.cases, "sentences": step.sentences}
            for step in analysis.steps
        ],
        "consistent": len(analysis.consistent),
        "cases": [
            {
                "document": case.document,
                "source": case.source,
                "translations": dict(case.translations),
                "alternatives": case.alternatives,
                "sentences": sorted(number + 1 for number in case.sentences),
                "consistent": case.consistent,
                "content": analysis.about_content(case),
            }
            for case in analysis.cases
        ],
    }


def report_parts(report: ConsistencyReport, shown: int = SHOWN) -> list[Listing]:
    """Scores, documents that rise and fall (table 3), changes (table 4), and repeated terms."""
    first, *others = report.systems
    tables = []
    if first.score is not None:
        rows = [[report.metric, "score", "rise", "fall", "same"]]
        rows.append([first.name, f"{first.score:.2f}", "", "", ""])
        for one in others:
            numbers = (one.rises, one.falls, one.same)
            rows.append([one.name, f"{one.score:.2f}", *map(str, numbers)])
        tables.append(Listing(rows))
    if others:
        rows = [[f"changes against {first.name}", "cases", "sentences", "share"]]
        for one in others:
            share = _share(one.changed_sentences, report.sentences)
            rows.append([one.name, str(len(one.changes)), str(one.changed_sentences), share])
        if len(others) > 1:
            touched = len(set().union(*report.any_change.values()))
            share = _share(touched, report.sentences)
            rows.append(["any of them", str(len(report.any_change)), str(touched), share])
        tables.append(Listing(rows))
    rows = [["repeated terms", "number", "in several ways", "share"]]
    for one in report.systems:
        terms, varied = len(one.terms), len(one.varied)
        rows.append([one.name, str(terms), str(varied), _share(varied, terms)])
    tables.append(Listing(rows))
    for one in others:
        if one.changes:
            rows = [[f"what {one.name} changes", "document", first.name, one.name]]
            for change in one.changes[:shown]:
                before, after = "; ".join(change.before), "; ".join(change.after)
                rows.append([change.source, change.document, before, after])
            tables.append(Listing(rows, 4, _rest(len(one.changes), shown)))
    if report.systems[-1].varied:
        tables.append(_terms(report.systems[-1].name, report.systems[-1].varied, shown))
    return tables


def report_size(report: ConsistencyReport) -> str:
    """Of how much text a report is."""
    return f"{report.documents} documents, {report.sentences} sentences"


def report_tables(report: ConsistencyReport, shown: int = SHOWN) -> str:
    """A report as text."""
    return "\n\n".join([report_size(report), *map(str, report_parts(report, shown))])


def effect_tables(sample: CaseSample, metric: str) -> str:
    """Return the sample of cases (section 5): how often changes help or harm the score of their document.

    Args:
        sample: The cases.
        metric: The name of the score.
    """
    names = sorted({name for case in sample.cases for name in case.effects})
    rows = [[f"{len(sample.cases)} of {sample.total} cases", f"better {metric}", "worse", "same"]]
    rows.append(["any of them", str(sample.helped), str(sample.harmed), str(sample.unchanged)])
    for name in names:
        better, worse = sample.of_system(name)
        changes = sum(name in case.effects for case in sample.cases)
        rows.append([name, str(better), str(worse), str(changes - better - worse)])
    table = [["effect of a change", "document", *names]]
    for case in sample.cases:
        effects = [f"{case.effects[name]:+z.2f}" if name in case.effects else "" for name in names]
        table.append([case.source, case.document, *effects])
    return text_table(rows) + "\n\n" + text_table(table, left=2)


def _terms(name: str, terms: Sequence[RepeatedTerm], shown: int) -> Listing:
    rows = [[f"in several ways by {name}", "document", "translations"]]
    ranked = sorted(terms, key=lambda term: -len(term.uses))
    rows += [[t.source, t.document, counted(t.translations)] for t in ranked[:shown]]
    return Listing(rows, 3, _rest(len(ranked), shown))


def counted(translations: Sequence[tuple[str, int]]) -> str:
    """Translations with their numbers."""
    return ", ".join(f"{text or '(nothing)'} {number}" for text, number in translations)


def _rest(total: int, shown: int) -> str:
    return f"... and {total - shown} more" if total > shown else ""


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f}%" if whole else ""
