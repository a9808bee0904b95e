"""One function for every bitext format: ``read_bitext`` finds the format by name and content.

read_bitext("train.de", ["train.en"], docs="train.docs")     # parallel files
read_bitext("memory.tmx", languages=("de", "en"))
read_bitext("news-src.de.sgm", ["news-ref.en.sgm"])
read_bitext("pairs.tsv"), read_bitext("pairs.txt")           # columns, or source ||| target
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from dragoman.common.errors import ConfigError
from dragoman.corpus.conllu import read_conllu
from dragoman.corpus.delimited import BARS, TAB, read_delimited
from dragoman.corpus.document import Sentence
from dragoman.corpus.file_formats import BITEXTS, XML, by_suffix, marked
from dragoman.corpus.parallel import PathName, read_parallel
from dragoman.corpus.sgm import read_sgm_set
from dragoman.corpus.tmx import read_tmx
from dragoman.corpus.usfm import read_versions
from dragoman.corpus.wmtxml import read_wmt_xml
from dragoman.io.compression import uncompressed_suffix
from dragoman.io.files import STANDARD_STREAM, display_name, read_byte_lines

FORMATS = tuple(one.name for one in BITEXTS)
_SUFFIXES = {
    suffix: name for suffix, name in by_suffix(BITEXTS).items() if name != "text" and suffix != XML
}
"""Endings that say which format a file has; a text may have columns."""


def detect_format(path: PathName) -> str:
    """Return one of FORMATS, from the file's name or else its first lines; standard input is ``text``.

    Args:
        path: The file.
    """
    if str(path) == STANDARD_STREAM:
        return "text"
    if Path(path).is_dir():
        return "usfm"
    if named := _SUFFIXES.get(uncompressed_suffix(path)):
        return named
    head = b"".join(line[:2000] + b"\n" for line in islice(read_byte_lines(path), 20))
    return marked(BITEXTS, head) or "text"


def read_bitext(
    source: PathName,
    targets: Sequence[PathName] = (),
    docs: PathName | None = None,
    *,
    format: str = "auto",
    languages: tuple[str | None, str | None] = (None, None),
) -> Iterator[Sentence]:
    """Yield the sentences of a bitext (or, without translations, of a text) in any of the formats.

    ``languages`` names the source and the target of a format that can hold more than two.

    Args:
        source: The source text, or a file that holds both sides.
        targets: Texts of translations.
        docs: Document ids, one for each sentence.
        format: The format of ``source``; ``auto`` finds it out.
        languages: Source and target of a format that can hold more than two.
    """
    if format not in ("auto", *FORMATS):
        raise ConfigError(f"there is no format '{format}'; known are {', '.join(FORMATS)}")
    if format == "auto":
        format = detect_format(source)
        if format in ("bars", "tsv") and targets:
            format = "text"
    if format == "usfm":
        if len(targets) != 1 or docs is not None:
            raise ConfigError(
                f"{display_name(source)}: USFM has one language; give the same books in the other one too"
            )
        return read_versions(source, targets[0])
    if format not in ("text", "sgm") and (targets or docs is not None):
        raise ConfigError(
            f"{display_name(source)}: a file in the format '{format}' holds both sides and the "
            "documents itself; give no further files"
        )
    if format == "text":
        return read_parallel(source, targets, docs)
    if format == "sgm":
        return read_sgm_set(source, targets)
    if format == "tmx":
        return read_tmx(source, *languages)
    if format == "wmtxml":
        return read_wmt_xml(source)
    if format == "conllu":
        return _read_trees(source)
    return read_delimited(source, BARS if format == "bars" else TAB)


def _read_trees(path: str | os.PathLike[str]) -> Iterator[Sentence]:
    for tree in read_conllu(path):
        yield Sentence(" ".join(tree.words), (), tree.document, source_tree=tree)
