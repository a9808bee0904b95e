"""``dragoman extract`` by suffix array: phrases with gaps, and phrases for a text."""

from __future__ import annotations

import argparse
from pathlib import Path

from dragoman.cli.bitext import check_table_place, read_aligned_bitext
from dragoman.common.errors import ConfigError
from dragoman.common.progress import note
from dragoman.grammar import LookupOptions, SuffixGrammar
from dragoman.grammar.suffix_segment import SuffixSegment
from dragoman.io.artifact_place import check_place
from dragoman.io.files import read_lines


def run_suffix(arguments: argparse.Namespace, options: LookupOptions) -> None:
    """Indexes the bitext or opens its index, extracts and writes."""
    if arguments.format != "model":
        raise ConfigError("--format moses does not go with a suffix array")
    check_table_place(arguments)
    grammar = _grammar(arguments)
    if arguments.wanted:
        table = grammar.extract(
            read_lines(arguments.wanted),
            options,
            threads=arguments.threads,
            beside=arguments.output,
        )
    else:
        table = grammar.extract_all(options, threads=arguments.threads)
    table.save(arguments.output)
    note(f"{len(table)} phrase pairs in {arguments.output}")


def _grammar(arguments: argparse.Namespace) -> SuffixGrammar:
    place = arguments.suffix_array
    if place and Path(place).exists():
        if arguments.source or arguments.target or arguments.alignment:
            raise ConfigError(
                f"'{place}' exists: leave out --source, --target and --alignment to use it"
            )
        return SuffixGrammar.open(place)
    if place:
        check_place(place, SuffixSegment.KIND)
    grammar = SuffixGrammar.build(read_aligned_bitext(arguments), arguments.threads)
    if place:
        grammar.save(place)
    return grammar
