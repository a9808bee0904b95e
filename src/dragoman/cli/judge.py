"""``dragoman judge``: blind pairwise human evaluation, in the terminal or on a local page, and its report."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from dragoman.cli.options import add_list, add_seed, demand, exclude, positive
from dragoman.cli.serve import require_packages


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the actions."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    _configure_ask(actions.add_parser("ask", help="judge pairs, in the terminal or on a page"))
    report = actions.add_parser("report", help="print what a journal says")
    report.add_argument("journal", metavar="JOURNAL", help="a record of judgements")
    report.add_argument("--json", action="store_true", help="machine-readable output")


def _configure_ask(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("systems", nargs=2, metavar="SYSTEM", help="the outputs of two systems")
    parser.add_argument("--journal", required=True, metavar="FILE", help="record of the judgements")
    parser.add_argument("--reference", required=True, metavar="FILE", help="reference translations")
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
    parser.add_argument("--count", type=positive, default=75, help="sentences to judge")
    parser.add_argument("--shortest", type=int, default=10, help="least words of a sentence")
    parser.add_argument("--longest", type=int, default=25, help="most words of a sentence")
    add_seed(parser)


def run(arguments: argparse.Namespace) -> None:
    """Run an action."""
    from dragoman.common.errors import ConfigError

    if arguments.action == "report":
        _report(arguments)
        return
    exclude(arguments, "page", ("annotator",), "on a page, people give their names themselves")
    demand(arguments, "models", "page")
    if not arguments.page and not arguments.annotator:
        raise ConfigError("judge ask needs --annotator NAME, or --page")
    if arguments.label and not arguments.labels:
        raise ConfigError("--label needs --labels FILE")
    _judge(arguments)


def _report(arguments: argparse.Namespace) -> None:
    from dragoman.judge.agreement import report_text, summarize
    from dragoman.judge.journal import JudgementJournal

    journal = JudgementJournal.open(Path(arguments.journal))
    report = summarize(journal.header["systems"], journal.judgements.values())
    if arguments.json:
        print(json.dumps(report.as_dict(), ensure_ascii=False, indent=1))
    else:
        print(report_text(report))


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
    options = SelectionOptions(
        arguments.count, arguments.shortest, arguments.longest, arguments.label, arguments.seed
    )
    if not arguments.page:
        judge_in_terminal(Campaign(material, options, Path(arguments.journal)), arguments.annotator)
        return
    require_packages()
    from dragoman.cli.messages import show_requests
    from dragoman.judge.answers import LARGEST
    from dragoman.serve.options import ServeOptions
    from dragoman.serve.server import serve, serve_judging
    from dragoman.serve.systems import Systems

    systems = Systems.open(arguments.models) if arguments.models else None
    campaign = Campaign(material, options, Path(arguments.journal))  # once the models are right
    if systems is None:
        serve_judging(campaign, ServeOptions(port=arguments.port, max_body=LARGEST, log=False))
    else:
        show_requests()
        serve(systems, ServeOptions(port=arguments.port), campaign)
