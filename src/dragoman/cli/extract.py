"""``dragoman extract``: phrase pairs of an aligned bitext, scored, as a rule table or as Moses' files."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.cli.options import add_threads, positive

if TYPE_CHECKING:
    from dragoman.grammar import AlignedBitext, RuleTable

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def size(text: str) -> int:
    """An argparse type: a number of bytes such as 500M or 2G."""
    match = re.fullmatch(r"([0-9]+)([KMG]?)B?", text, re.IGNORECASE | re.ASCII)
    if match is None:
        raise argparse.ArgumentTypeError(f"expected a size such as 500M or 2G, got '{text}'")
    return int(match[1]) * _UNITS[match[2].upper()]


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the options."""
    parser.add_argument("--source", required=True, metavar="F", help="source text")
    parser.add_argument("--target", required=True, metavar="E", help="target text, line by line")
    parser.add_argument(
        "--alignment", required=True, metavar="A", help="links of each line, such as 0-0 1-2"
    )
    parser.add_argument(
        "--output",
        required=True,
        metavar="TABLE",
        help="directory of the rule table; with --format moses the directory of "
        "phrase-table.gz, reordering-table.gz, lex.f2e and lex.e2f",
    )
    parser.add_argument(
        "--max-length", type=positive, default=7, metavar="N", help="words of a phrase"
    )
    parser.add_argument(
        "--reordering",
        choices=("wbe", "phrase", "hier", "none"),
        default="wbe",
        help="orientation by links, by phrases, or by phrases of any length",
    )
    parser.add_argument(
        "--smoothing",
        choices=("none", "good-turing", "kneser-ney"),
        default="none",
        help="of the phrase translation probabilities",
    )
    parser.add_argument(
        "--prune-significance",
        metavar="T",
        help="drop pairs by Fisher's exact test: alpha+epsilon, alpha-epsilon, or a value of -log p",
    )
    parser.add_argument(
        "--top",
        type=int,
        default=0,
        metavar="N",
        help="keep the N most frequent translations of a source phrase; 0 keeps all",
    )
    parser.add_argument(
        "--limit-memory",
        type=size,
        default=size("2G"),
        metavar="SIZE",
        help="phrase pairs beyond this size wait in temporary files",
    )
    parser.add_argument(
        "--format", choices=("model", "moses"), default="model", help="what to write"
    )
    add_threads(parser)


def run(arguments: argparse.Namespace) -> None:
    """Extracts and writes."""
    from dragoman.common.progress import note
    from dragoman.grammar import AlignedBitext, ExtractionOptions, extract

    options = ExtractionOptions(
        max_length=arguments.max_length,
        reordering=arguments.reordering,
        smoothing=arguments.smoothing,
        significance=arguments.prune_significance,
        top=arguments.top,
        memory=arguments.limit_memory,
        threads=arguments.threads,
    )
    options.check()
    options.threshold(1)
    bitext = AlignedBitext.read(arguments.source, arguments.target, arguments.alignment)
    table = extract(bitext, options)
    output = Path(arguments.output)
    if arguments.format == "moses":
        _write_moses(table, bitext, output)
    else:
        table.save(output)
    note(f"{len(table)} phrase pairs in {output}")


def _write_moses(table: RuleTable, bitext: AlignedBitext, output: Path) -> None:
    from dragoman.grammar import Lexicon, write_moses

    output.mkdir(parents=True, exist_ok=True)
    Lexicon.count(bitext).write(output / "lex.f2e", output / "lex.e2f")
    reordering = output / "reordering-table.gz" if table.has_reordering else None
    write_moses(table, output / "phrase-table.gz", reordering)
