"""``dragoman extract``: phrase pairs of an aligned bitext, scored, as a rule table or as Moses' files.

Phrases with gaps, and the phrases that given sentences need, come from a suffix array (``--gaps``, ``--for``,
``--suffix-array``).
"""

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
    parser.add_argument("--source", metavar="F", help="source text")
    parser.add_argument("--target", metavar="E", help="target text, line by line")
    parser.add_argument("--alignment", metavar="A", help="links of each line, such as 0-0 1-2")
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
    _configure_suffix_array(parser)


def _configure_suffix_array(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("by suffix array: phrases with gaps, phrases for a text")
    group.add_argument(
        "--gaps",
        choices=("none", "source", "target", "both"),
        default="none",
        help="on which side phrases may have gaps",
    )
    group.add_argument("--for", dest="wanted", metavar="TEXT", help="only rules that occur here")
    group.add_argument(
        "--suffix-array",
        metavar="DIR",
        help="keep the indexed bitext here; used instead of the three files if it exists",
    )
    group.add_argument(
        "--max-words", type=positive, default=5, metavar="N", help="words of a side with gaps"
    )
    group.add_argument(
        "--max-span", type=positive, default=12, metavar="N", help="span of a side with gaps"
    )
    group.add_argument(
        "--max-source-gaps", type=positive, default=2, metavar="N", help="gaps of a source side"
    )
    group.add_argument(
        "--max-target-gaps", type=positive, default=2, metavar="N", help="gaps of a target side"
    )
    group.add_argument(
        "--sample",
        type=int,
        default=300,
        metavar="N",
        help="with --for: score from N occurrences of a pattern; 0 takes all",
    )
    group.add_argument(
        "--inverse",
        choices=("lookup", "sum"),
        default="lookup",
        help="with --for: p(f|e) from the corpus, or quickly from the extracted rules",
    )


def run(arguments: argparse.Namespace) -> None:
    """Extracts and writes."""
    if arguments.gaps != "none" or arguments.wanted or arguments.suffix_array:
        from dragoman.cli.extract_suffix import run_suffix

        run_suffix(arguments)
    else:
        _run_contiguous(arguments)


def _run_contiguous(arguments: argparse.Namespace) -> None:
    from dragoman.cli.bitext import check_table_place, read_aligned_bitext
    from dragoman.common.progress import note
    from dragoman.grammar import ExtractionOptions, extract

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
    check_table_place(arguments)
    bitext = read_aligned_bitext(arguments)
    table = extract(bitext, options)
    output = Path(arguments.output)
    if arguments.format == "moses":
        _write_moses(table, bitext, output, arguments.threads)
    else:
        table.save(output)
    note(f"{len(table)} phrase pairs in {output}")


def _write_moses(table: RuleTable, bitext: AlignedBitext, output: Path, threads: int) -> None:
    from dragoman.common.outputs import output_folder
    from dragoman.grammar import Lexicon, write_moses

    with output_folder(output) as folder:
        Lexicon.count(bitext).write(folder / "lex.f2e", folder / "lex.e2f")
        reordering = folder / "reordering-table.gz" if table.has_reordering else None
        write_moses(table, folder / "phrase-table.gz", reordering, threads)
