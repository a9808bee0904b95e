"""``dragoman extract``: phrase pairs of an aligned bitext, scored, as a rule table or as Moses' files.

The phrases that given sentences need come from a suffix array (``--for``, ``--suffix-array``).
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.cli.options import add_threads
from dragoman.cli.settings import add_settings, given
from dragoman.grammar.options import ExtractionOptions

if TYPE_CHECKING:
    from dragoman.grammar import AlignedBitext, RuleTable


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
        "--format", choices=("model", "moses"), default="model", help="what to write"
    )
    parser.add_argument(
        "--for", dest="wanted", metavar="TEXT", help="only rules that occur here, by suffix array"
    )
    parser.add_argument(
        "--suffix-array",
        metavar="DIR",
        help="keep the indexed bitext here; used instead of the three files if it exists",
    )
    parser.add_argument(
        "--trees",
        metavar="T",
        help="trees of the target: bracketed, one a line, or *.conllu (--kind treelet)",
    )
    parser.add_argument(
        "--conllu", metavar="C", help="tags and heads of the source, as CoNLL-U (--kind treelet)"
    )
    parser.add_argument(
        "--head-rules",
        metavar="FILE",
        help="which child is the head (--kind treelet); default: the rules for English",
    )
    add_settings(parser, ExtractionOptions, "extraction")
    add_threads(parser)


def run(arguments: argparse.Namespace) -> None:
    """Extracts and writes."""
    options = ExtractionOptions(**given(arguments, ExtractionOptions))
    if arguments.wanted or arguments.suffix_array:
        from dragoman.cli.extract_suffix import run_suffix

        run_suffix(arguments, options)
    else:
        _run_contiguous(arguments, options)


def _run_contiguous(arguments: argparse.Namespace, options: ExtractionOptions) -> None:
    from dragoman.cli.bitext import check_table_place, read_aligned_bitext
    from dragoman.common.errors import ConfigError
    from dragoman.common.progress import note
    from dragoman.grammar import extract

    treelets = options.kind == "treelet"
    if treelets and (not arguments.trees or arguments.format == "moses"):
        raise ConfigError("--kind treelet needs --trees, and writes no files of Moses")
    if not treelets and (arguments.trees or arguments.conllu or arguments.head_rules):
        raise ConfigError("--trees, --conllu and --head-rules belong to --kind treelet")
    if options.gaps != "none" and arguments.format == "moses":
        raise ConfigError("--format moses does not go with --gaps: Moses has no phrases with gaps")
    check_table_place(arguments)
    bitext = read_aligned_bitext(arguments)
    output = Path(arguments.output)
    table = extract(
        bitext,
        replace(options, kind="phrase", reordering="none") if treelets else options,
        threads=arguments.threads,
        beside=output,
    )
    if options.kind == "treelet":
        _write_treelets(arguments, bitext, table, options.max_length)
        return
    if arguments.format == "moses":
        _write_moses(table, bitext, output, arguments.threads)
    else:
        table.save(output)
    note(f"{len(table)} phrase pairs in {output}")


def _write_treelets(
    arguments: argparse.Namespace, bitext: AlignedBitext, table: RuleTable, longest: int
) -> None:
    from dragoman.common.progress import note
    from dragoman.corpus.conllu import read_conllu
    from dragoman.grammar.treelet.derivation_files import read_derivations
    from dragoman.grammar.treelet.extraction import SPhraseOptions
    from dragoman.grammar.treelet.head_rules import HeadRules
    from dragoman.grammar.treelet.treelet_rules import TreeletRules

    given = arguments.head_rules
    heads = HeadRules.read(given) if given else HeadRules.named("english")
    rules = TreeletRules.train(
        bitext,
        table,
        read_derivations(arguments.trees, heads),
        read_conllu(arguments.conllu) if arguments.conllu else (),
        SPhraseOptions(max_length=min(longest, 127)),
    )
    rules.save(arguments.output)
    note(f"{rules.extent} in {arguments.output}")


def _write_moses(table: RuleTable, bitext: AlignedBitext, output: Path, threads: int) -> None:
    from dragoman.cli.bitext import LEX_E2F, LEX_F2E, PHRASES, REORDERING
    from dragoman.grammar import Lexicon, write_moses
    from dragoman.io.finished_directory import output_folder

    with output_folder(output) as folder:
        Lexicon.count(bitext).write(folder / LEX_F2E, folder / LEX_E2F)
        reordering = folder / REORDERING if table.has_reordering else None
        write_moses(table, folder / PHRASES, reordering, threads)
