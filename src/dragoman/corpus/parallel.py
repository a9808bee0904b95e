"""Parallel text: files whose lines correspond.

    for sentence in read_parallel("dev.de", ["dev.en"], docs="dev.docs"): ...

Files are read together, one line of each at a time. If one ends before the others, the error says how many lines
each of them has.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import TypeVar

from dragoman.common.errors import FormatError
from dragoman.corpus.document import Sentence
from dragoman.io.files import display_name, open_output, read_lines

PathName = str | os.PathLike[str]
T = TypeVar("T")


def lockstep(paths: Sequence[PathName]) -> Iterator[tuple[str, ...]]:
    """The lines of several files, together."""
    return lockstep_of([read_lines(path) for path in paths], paths)


def lockstep_of(
    streams: Sequence[Iterator[T]], paths: Sequence[PathName]
) -> Iterator[tuple[T, ...]]:
    """The same, of what was read from files with these names."""
    number = 0
    while True:
        lines = [next(stream, None) for stream in streams]
        if None in lines:
            break
        number += 1
        yield tuple(line for line in lines if line is not None)
    if any(line is not None for line in lines):
        counts = []
        for path, stream, line in zip(paths, streams, lines, strict=True):
            count = number if line is None else number + 1 + sum(1 for _ in stream)
            counts.append(f"{display_name(path)} has {count} lines")
        raise FormatError("parallel files must have the same number of lines: " + ", ".join(counts))


def read_parallel(
    source: PathName, targets: Sequence[PathName] = (), docs: PathName | None = None
) -> Iterator[Sentence]:
    """Yield the sentences of parallel files, with document ids from a ``*.docs`` file if there is one.

    Args:
        source: The source text.
        targets: Texts of translations.
        docs: Document ids, one for each sentence.
    """
    paths = [source, *targets, *([] if docs is None else [docs])]
    last = 1 + len(targets)
    for lines in lockstep(paths):
        document = lines[last].strip() if docs is not None else ""
        yield Sentence(lines[0], lines[1:last], document)


def write_parallel(
    sentences: Iterable[Sentence],
    source: PathName,
    targets: Sequence[PathName] = (),
    docs: PathName | None = None,
) -> int:
    """Write parallel files and, if asked, document ids; return the number of sentences.

    Args:
        sentences: What is written.
        source: The file of source sentences.
        targets: A file for each translation of a sentence.
        docs: A file for document ids.
    """
    count = 0
    with ExitStack() as stack:
        out = [stack.enter_context(open_output(path)) for path in (source, *targets)]
        ids = stack.enter_context(open_output(docs)) if docs is not None else None
        for sentence in sentences:
            count += 1
            if len(sentence.targets) < len(targets):
                raise FormatError(
                    f"sentence {count} has {len(sentence.targets)} translations, "
                    f"expected {len(targets)}"
                )
            for stream, text in zip(out, (sentence.source, *sentence.targets), strict=False):
                stream.write(one_line(text))
                stream.write("\n")
            if ids is not None:
                ids.write(f"{one_line(sentence.document)}\n")
    return count


def one_line(text: str) -> str:
    """The text with its line feeds turned into spaces, so that it stays one line."""
    return text.replace("\r", " ").replace("\n", " ") if "\n" in text or "\r" in text else text
