"""``dragoman score``: BLEU, chrF and TER of translations, with the signature that makes each number repeatable."""

from __future__ import annotations

import argparse
import json
from typing import Any

from dragoman.cli.options import add_files, add_list, add_scoring, positive, scoring
from dragoman.common.errors import ConfigError
from dragoman.io.files import STANDARD_STREAM, is_input_empty


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument(
        "hypotheses",
        nargs="?",
        default=STANDARD_STREAM,
        metavar="TRANSLATIONS",
        help="translations, one a line; default: standard input",
    )
    add_files(parser, "--reference", "reference translations", required=True)
    add_list(
        parser,
        "--metric",
        str,
        "bleu, chrf, ter (default: all three), or a mix such as 0.5*bleu+0.5*ter",
        metavar="NAME",
    )
    add_scoring(parser)
    parser.add_argument("--order", type=positive, default=4, help="longest n-gram of BLEU")
    parser.add_argument(
        "--docs", metavar="FILE", help="a document's name per line: scores for each"
    )
    parser.add_argument("--sentence-level", action="store_true", help="a score for every sentence")
    parser.add_argument("--json", action="store_true", help="machine-readable output")


def run(arguments: argparse.Namespace) -> None:
    """Scores a file or standard input."""
    from dragoman.evaluate.mix import METRICS, make_metric
    from dragoman.evaluate.texts import groups_of, read_texts

    options = scoring(arguments, arguments.order)
    metrics = [make_metric(name, options) for name in arguments.metric or METRICS]
    extra = [arguments.docs] if arguments.docs else []
    _check_input(arguments)
    texts = read_texts([*arguments.reference, arguments.hypotheses, *extra])
    count = len(arguments.reference)
    references, hypotheses = texts[:count], texts[count]
    groups = groups_of(texts[-1]) if extra else {}

    results: list[dict[str, Any]] = []
    for metric in metrics:
        rows = metric.corpus_statistics(hypotheses, references)
        found = metric.result(rows.sum(axis=0))
        signature = metric.signature(count)
        result: dict[str, Any] = {
            "name": metric.name,
            "score": float(found.score),
            "signature": signature,
            "text": found.format(signature=signature),
        }
        if groups:
            result["documents"] = {
                name: metric.score(rows[lines].sum(axis=0)) for name, lines in groups.items()
            }
        if arguments.sentence_level:
            result["sentences"] = metric.sentence_scores(rows).tolist()
        results.append(result)
    if arguments.json:
        print(json.dumps(results, ensure_ascii=False, indent=1))
    else:
        _print(results)


def _check_input(arguments: argparse.Namespace) -> None:
    """Refuses several references without translations: the last of them may be what is to be scored."""
    if arguments.hypotheses == STANDARD_STREAM and arguments.reference[1:] and is_input_empty():
        names = " and ".join(map(str, arguments.reference))
        raise ConfigError(
            f"standard input has no translations to score with the references {names}"
        )


def _print(results: list[dict[str, Any]]) -> None:
    for result in results:
        print(result["text"])
    names = "\t".join(result["name"] for result in results)
    for key, title in (("documents", "document"), ("sentences", "sentence")):
        if key not in results[0]:
            continue
        print(f"\n{title}\t{names}")
        columns = [
            r[key] if isinstance(r[key], dict) else dict(enumerate(r[key], 1)) for r in results
        ]
        for name in columns[0]:
            print(f"{name}\t" + "\t".join(f"{column[name]:.2f}" for column in columns))
