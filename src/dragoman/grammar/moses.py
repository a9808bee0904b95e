"""Moses' text tables: phrase table, reordering table, lexical files.

    table = read_moses("phrase-table.gz", "reordering-table.gz")
    write_moses(table, "phrase-table.gz", "reordering-table.gz")

Words are taken as they stand in the file, escapes such as ``&#124;`` included, because the text that such a table
is used with has them too; ``unescape=True`` turns ``&#124; &#91; &#93;`` back into ``| [ ]``. Writing escapes what
would break the format: every ``|``, and the brackets of a word ``[like-this]``.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from dragoman._core import MosesReader, MosesWriter
from dragoman.common.errors import ConfigError
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.grammar.rule import SCORE_COLUMNS
from dragoman.grammar.rule_table import RuleTable
from dragoman.io.files import display_name, open_binary_output, read_blocks
from dragoman.io.limits import line_limit

PathLike = str | os.PathLike[str]


def read_moses(
    phrase_table: PathLike,
    reordering_table: PathLike | None = None,
    columns: Sequence[str] | None = None,
    unescape: bool = False,
    progress: Report | None = None,
) -> RuleTable:
    """Return the rules of a Moses phrase table, with the orientations of a reordering table if one is given.

    ``columns`` names the scores; without it the first four have their usual names and others are
    ``score_5`` and so on.

    Args:
        phrase_table: The file of phrases.
        reordering_table: The file of orientations; None: there is none.
        columns: The names of the scores.
        unescape: Turn the escapes of Moses' tokenizer into characters.
        progress: Called with the work done and the total; what it raises stops the work.
    """
    reader = MosesReader(unescape, line_limit())
    reader.open(display_name(phrase_table))
    _feed(reader, phrase_table, progress)
    if reordering_table is not None:
        reader.open_reordering(display_name(reordering_table))
        _feed(reader, reordering_table, progress)
    arrays = reader.finish()
    width = arrays["scores"].shape[1]
    names = _column_names(width) if columns is None else tuple(columns)
    if len(names) != width:
        raise ConfigError(f"{phrase_table}: {len(names)} names for {width} scores")
    return RuleTable(arrays, names)


def read_moses_rules(
    path: PathLike,
    columns: Sequence[str] = SCORE_COLUMNS,
    unescape: bool = False,
    progress: Report | None = None,
) -> RuleTable:
    """The hierarchical rules of a Moses rule table; scores beyond the columns are ``feature_4`` and so on."""
    reader = MosesReader(unescape, line_limit(), hierarchical=True)
    reader.open(display_name(path))
    _feed(reader, path, progress)
    arrays = reader.finish()
    width = arrays["scores"].shape[1]
    names = (*columns, *(f"feature_{i}" for i in range(len(columns), width)))
    return RuleTable(arrays, names[:width], {"gaps": "none"})


def _feed(reader: MosesReader, path: PathLike, progress: Report | None) -> None:
    with shown(f"reading {display_name(path)}", progress) as report:
        for block in read_blocks(path, progress=report):
            reader.feed(block)
        reader.close()


def _column_names(width: int) -> tuple[str, ...]:
    known = SCORE_COLUMNS if width >= len(SCORE_COLUMNS) else ()
    return known + tuple(f"score_{i + 1}" for i in range(len(known), width))


def write_moses(
    table: RuleTable,
    phrase_table: PathLike,
    reordering_table: PathLike | None = None,
    threads: int = 1,
    progress: Report | None = None,
) -> None:
    """Write the table's rules; the suffix ``.gz`` compresses, lightly.

    Args:
        table: The rules.
        phrase_table: The file of phrases.
        reordering_table: The file of orientations; None: there is none.
        threads: How many threads work; the result does not depend on it.
        progress: Called with the work done and the total; what it raises stops the work.
    """
    _write(MosesWriter(table.native), phrase_table, threads, progress)
    if reordering_table is not None:
        _write(MosesWriter(table.native, True), reordering_table, threads, progress)


def _write(writer: MosesWriter, path: PathLike, threads: int, progress: Report | None) -> None:
    done = 0
    with (
        open_binary_output(path, gzip_level=1, threads=threads) as out,
        shown("writing rules", progress) as report,
    ):
        while block := writer.next():
            out.write(block)
            done += len(block)
            report(done, 0)
