"""``dragoman judge``: blind human evaluation of pairs or of single translations, and its report."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.cli import judge_ratings
from dragoman.cli.options import add_list, add_seed, demand, exclude, positive
from dragoman.cli.serve import require_packages

if TYPE_CHECKING:
    from dragoman.judge.agreement import JudgementReport
    from dragoman.judge.campaign import AnyCampaign
    from dragoman.judge.rating_report import RatingReport


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the actions."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    _configure_ask(actions.add_parser("ask", help="judge, in the terminal or on a page"))
    judge_ratings.configure_export(
        actions.add_parser("export", help="write a campaign, or its answers, for Pearmut")
    )
    judge_ratings.configure_import(
        actions.add_parser("import", help="make a journal of answers given to Pearmut")
    )
    report = actions.add_parser("report", help="print what a journal says")
    report.add_argument("journal", metavar="JOURNAL", help="a record of judgements")
    report.add_argument("--json", action="store_true", help="machine-readable output")


def _configure_ask(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "systems", nargs="*", metavar="SYSTEM", help="the outputs of systems; of two for pairs"
    )
    parser.add_argument(
        "--protocol",
        choices=("pairs", *judge_ratings.PROTOCOLS),
        default="pairs",
        help="pairs: which of two is better; esa: mark errors, then a score; mqm: mark errors of kinds; da: a score "
        "(default: %(default)s)",
    )
    parser.add_argument("--journal", required=True, metavar="FILE", help="record of the judgements")
    parser.add_argument("--reference", metavar="FILE", help="reference translations")
    parser.add_argument("--source", metavar="FILE", help="source sentences")
    parser.add_argument("--labels", metavar="FILE", help="a label per line")
    parser.add_argument("--label", metavar="NAME", help="judge only sentences with this label")
    parser.add_argument("--annotator", metavar="NAME", help="who judges in the terminal")
    parser.add_argument("--page", action="store_true", help="judge on a local page instead")
    add_list(
        parser,
        "--models",
        str,
        "with --page: serve these models too, as serve does; people judge at /judge/",
        default=(),
        metavar="MODEL",
    )
    parser.add_argument("--port", type=int, default=8642, help="the page's port; 0 takes any")
    judge_ratings.add_texts(parser)
    parser.add_argument(
        "--count", type=positive, help="pairs to judge (default: 75); or parts of documents (all)"
    )
    parser.add_argument("--shortest", type=int, help="least words of a sentence (default: 10)")
    parser.add_argument("--longest", type=int, help="most words of a sentence (default: 25)")
    add_seed(parser)


def run(arguments: argparse.Namespace) -> None:
    """Run an action."""
    from dragoman.common.errors import ConfigError

    if arguments.action == "report":
        _report(arguments)
        return
    if arguments.action == "export":
        judge_ratings.export(arguments)
        return
    if arguments.action == "import":
        judge_ratings.import_annotations(arguments)
        return
    exclude(arguments, "page", ("annotator",), "on a page, people give their names themselves")
    demand(arguments, "models", "page")
    if arguments.protocol != "pairs" or arguments.campaign:
        judge_ratings.check(arguments)
        if not arguments.page:
            raise ConfigError("errors and scores are given on a page: --page")
        _serve(arguments, lambda: judge_ratings.campaign_of(arguments))
        return
    for name in ("docs", "attention", "mark", "unsure"):
        if getattr(arguments, name):
            raise ConfigError(f"--{name} is for single translations (--protocol esa, mqm or da)")
    if len(arguments.systems) != 2 or not arguments.reference:
        raise ConfigError("expected the outputs of two systems and --reference")
    if not arguments.page and not arguments.annotator:
        raise ConfigError("judge ask needs --annotator NAME, or --page")
    if arguments.label and not arguments.labels:
        raise ConfigError("--label needs --labels FILE")
    _judge(arguments)


def _report(arguments: argparse.Namespace) -> None:
    from dragoman.judge.agreement import report_text, summarize
    from dragoman.judge.journal import JudgementJournal
    from dragoman.judge.rating_journal import RatingJournal, has_ratings
    from dragoman.judge.rating_report import rating_report_text, summarize_ratings

    path = Path(arguments.journal)
    report: JudgementReport | RatingReport
    if has_ratings(path):
        rated = RatingJournal.open(path)
        report = summarize_ratings(rated.header.protocol, rated.ratings)
        text = rating_report_text(report)
    else:
        journal = JudgementJournal.open(path)
        report = summarize(journal.header["systems"], journal.judgements.values())
        text = report_text(report)
    print(json.dumps(report.as_dict(), ensure_ascii=False, indent=1) if arguments.json else text)


def _judge(arguments: argparse.Namespace) -> None:
    from dragoman.cli.judge_terminal import judge_in_terminal
    from dragoman.evaluate.texts import read_texts
    from dragoman.judge.campaign import Campaign
    from dragoman.judge.judgement import Material, SelectionOptions

    optional = [path for path in (arguments.source, arguments.labels) if path]
    texts = read_texts([arguments.reference, *arguments.systems, *optional])
    rest = iter(texts[3:])
    material = Material(
        (arguments.systems[0], arguments.systems[1]),
        (texts[1], texts[2]),
        texts[0],
        next(rest) if arguments.source else None,
        next(rest) if arguments.labels else None,
    )
    given = {
        name: getattr(arguments, name)
        for name in ("count", "shortest", "longest")
        if getattr(arguments, name) is not None
    }
    options = SelectionOptions(label=arguments.label, seed=arguments.seed, **given)
    if not arguments.page:
        judge_in_terminal(Campaign(material, options, Path(arguments.journal)), arguments.annotator)
        return
    _serve(arguments, lambda: Campaign(material, options, Path(arguments.journal)))


def _serve(arguments: argparse.Namespace, make: Callable[[], AnyCampaign]) -> None:
    """Serves a campaign, alone or beside models."""
    require_packages()
    from dragoman.cli.messages import show_requests
    from dragoman.judge.answers import LARGEST
    from dragoman.serve.options import ServeOptions
    from dragoman.serve.server import serve, serve_judging
    from dragoman.serve.systems import Systems

    systems = Systems.open(arguments.models) if arguments.models else None
    campaign = make()  # once the models are right
    if systems is None:
        serve_judging(campaign, ServeOptions(port=arguments.port, max_body=LARGEST, log=False))
    else:
        show_requests()
        serve(systems, ServeOptions(port=arguments.port), campaign)
