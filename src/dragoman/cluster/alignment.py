"""Links of a bitext by a trained aligner, chunk by chunk: the second half of sample-and-apply.

An aligner is trained on a sample, on one machine; what takes long for hundreds of millions of pairs is to apply it, and
each pair is aligned for itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec

from dragoman.align import Aligner
from dragoman.align.line_aligner import MOST_WORDS, LineAligner, Pair
from dragoman.align.stream import CHUNK, chunks_of
from dragoman.cluster.engine import Engine
from dragoman.cluster.shared import kept_open
from dragoman.common.errors import FormatError, ModelError
from dragoman.corpus.parallel import lockstep
from dragoman.io.artifact import Artifact
from dragoman.io.files import open_output


class Pairs(msgspec.Struct, array_like=True):
    """A chunk of a bitext."""

    first: int
    """The number of its first line, from 0."""
    pairs: list[tuple[str, str]]


def align_files(engine: Engine, aligner: Path, source: Path, target: Path, output: Path) -> None:
    """Write the links of two files of lines, a line for each pair.

    Args:
        engine: Who works.
        aligner: A saved aligner.
        source: The source side.
        target: The target side, as many lines.
        output: Where the links go.
    """
    fingerprint = Artifact.open(aligner, Aligner.KIND).fingerprint()
    work = partial(linked, str(engine.broadcast(aligner)), fingerprint)
    with open_output(output) as out:
        for links in engine.map(work, _chunks(source, target)):
            out.write(links.decode())


def _chunks(source: Path, target: Path) -> Iterator[bytes]:
    first = 0
    for lines in chunks_of(lockstep([source, target]), CHUNK, lambda pair: sum(map(len, pair))):
        yield msgspec.msgpack.encode((first, lines))
        first += len(lines)


def linked(aligner: str, fingerprint: str, chunk: bytes) -> bytes:
    """Return the links of a chunk, as lines; run wherever an engine works.

    Args:
        aligner: Where the aligner is.
        fingerprint: Its checksum.
        chunk: ``Pairs``, encoded.
    """
    found, work = kept_open(_line_aligner, fingerprint, Path(aligner))
    if found != fingerprint:
        raise ModelError(f"{aligner}: another aligner is there than the one to be applied")
    part = msgspec.msgpack.decode(chunk, type=Pairs)
    pairs: list[Pair] = [*part.pairs]
    answer = work(pairs)
    for number, fault in sorted(answer.faults.items()):
        raise FormatError(fault.message, line=part.first + number + 1)
    return answer.links.text().encode()


def _line_aligner(path: Path) -> tuple[str, LineAligner]:
    aligner = Aligner.open(path)
    assert aligner.artifact is not None
    return aligner.artifact.fingerprint(), aligner.line_aligner(largest_pair=MOST_WORDS**2)
