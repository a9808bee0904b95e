"""``dragoman extract``: phrase pairs of an aligned bitext, scored, as a rule table or as Moses' files.

The phrases that given sentences need come from a suffix array (``--for``, ``--suffix-array``).
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.cli.options import add_threads
from dragoman.cli.settings import add_settings
from dragoman.grammar.options import (
    ExtractionOptions,
    LookupOptions,
    TableOptions,
    TreeletTableOptions,
    extraction_options,
    option_names,
)

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
    add_settings(parser, ExtractionOptions, "extraction")
    add_threads(parser)


def run(arguments: argparse.Namespace) -> None:
    """Extracts and writes."""
    options = chosen_options(arguments)
    if isinstance(options, LookupOptions):
        from dragoman.cli.extract_suffix import run_suffix

        run_suffix(arguments, options)
    else:
        _run_table(arguments, options)


def chosen_options(arguments: argparse.Namespace) -> ExtractionOptions:
    """The options of the method that the arguments choose."""
    given = {name: value for name, value in vars(arguments).items() if name in option_names()}
    by_index = arguments.wanted or arguments.suffix_array
    return extraction_options(lookup="suffix-array" if by_index else "table", **given)


def _run_table(arguments: argparse.Namespace, options: ExtractionOptions) -> None:
    from dragoman.cli.bitext import check_table_place, read_aligned_bitext
    from dragoman.common.errors import ConfigError
    from dragoman.common.progress import note
    from dragoman.grammar import extract

    syntax = options if isinstance(options, TreeletTableOptions) else None
    if syntax and (not arguments.trees or arguments.format == "moses"):
        raise ConfigError("--kind treelet needs --trees, and writes no files of Moses")
    if not syntax and (arguments.trees or arguments.conllu):
        raise ConfigError("--trees and --conllu belong to --kind treelet")
    if options.gaps != "none" and arguments.format == "moses":
        raise ConfigError("--format moses does not go with --gaps: Moses has no phrases with gaps")
    check_table_place(arguments)
    bitext = read_aligned_bitext(arguments)
    output = Path(arguments.output)
    pairs = syntax.phrases() if syntax else options
    assert isinstance(pairs, TableOptions)
    table = extract(bitext, pairs, threads=arguments.threads, beside=output)
    if syntax:
        _write_treelets(arguments, bitext, table, syntax)
        return
    if arguments.format == "moses":
        _write_moses(table, bitext, output, arguments.threads)
    else:
        table.save(output)
    note(f"{len(table)} phrase pairs in {output}")


def _write_treelets(
    arguments: argparse.Namespace,
    bitext: AlignedBitext,
    table: RuleTable,
    options: TreeletTableOptions,
) -> None:
    from dragoman.common.progress import note
    from dragoman.corpus.conllu import read_conllu
    from dragoman.grammar.treelet.derivation_files import read_derivations
    from dragoman.grammar.treelet.head_rules import HeadRules
    from dragoman.grammar.treelet.treelet_rules import TreeletRules

    name = options.head_rules
    heads = HeadRules.read(name) if Path(name).is_file() else HeadRules.named(name)
    rules = TreeletRules.train(
        bitext,
        table,
        read_derivations(arguments.trees, heads),
        read_conllu(arguments.conllu) if arguments.conllu else (),
        options.sphrases(),
        options.dependencies(),
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
