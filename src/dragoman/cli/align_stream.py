"""``dragoman align stream``: links for an input without end, by a saved aligner, in bounded memory.

With ``--journal`` the outputs grow chunk by chunk, and a run that was killed goes on where it ended.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from dragoman.align.options import LINKING, AlignOptions
from dragoman.cli.options import positive
from dragoman.cli.settings import given
from dragoman.common.errors import ConfigError, FormatError
from dragoman.common.progress import say
from dragoman.io.files import STANDARD_STREAM, display_name

if TYPE_CHECKING:
    from dragoman.align import Aligner
    from dragoman.align.line_aligner import ChunkLinks, LineAligner
    from dragoman.align.pair_lines import NumberedPair


class _Sink(Protocol):
    """Where the parts of the outputs go."""

    def add(self, pairs: int, checksums: Sequence[int], parts: Sequence[bytes]) -> None: ...


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of streams."""
    parser.add_argument("aligner", metavar="MODEL", help="an aligner that train --save wrote")
    texts = parser.add_argument_group("texts")
    texts.add_argument("--source", metavar="FILE", help="source text, one sentence a line")
    texts.add_argument("--target", metavar="FILE", help="target text, one sentence a line")
    texts.add_argument(
        "--pairs", metavar="FILE", help="both texts in one file: source TAB target, a pair a line"
    )
    add_output(texts)
    texts.add_argument(
        "--journal",
        metavar="FILE",
        help="record finished chunks; the same command goes on where a killed one ended",
    )
    texts.add_argument(
        "--skip-bad",
        metavar="FILE",
        help="pairs that cannot be aligned get an empty line and are listed in FILE; without it they end the run",
    )
    texts.add_argument(
        "--chunk", type=positive, metavar="N", help="pairs of a chunk (default: 2000)"
    )
    texts.add_argument(
        "--largest-pair",
        type=positive,
        metavar="N",
        help="refuse pairs with more possible links, source words times target words (default: 1000000)",
    )


def add_output(parser: argparse._ActionsContainer) -> None:
    """Add the outputs that every aligner has."""
    parser.add_argument(
        "--output", default="-", metavar="FILE", help="the links, as source-target pairs"
    )
    parser.add_argument(
        "--probabilities",
        metavar="FILE",
        help="also write every output link's two posteriors, as i-j:forward:reverse",
    )


def run(arguments: argparse.Namespace) -> None:
    """Align the stream."""
    from dragoman.align import Aligner
    from dragoman.align.pair_lines import read_pairs
    from dragoman.align.stream import CHUNK

    inputs, outputs = _inputs(arguments), _outputs(arguments)
    chosen = given(arguments, AlignOptions)
    aligner = Aligner.open(arguments.aligner)
    linking = {name: chosen[name] for name in LINKING if name in chosen}
    if arguments.largest_pair:
        linking["largest_pair"] = arguments.largest_pair
    work = aligner.line_aligner(**linking, probabilities=arguments.probabilities is not None)
    size = arguments.chunk or CHUNK
    stream = _Stream(work, inputs, bool(arguments.skip_bad), size, arguments.threads)
    if not arguments.journal:
        with _Growing(outputs) as sink:
            stream.run(read_pairs(inputs), sink, None)
    else:
        from dragoman.align.chunk_journal import ChunkJournal

        header = _header(aligner, arguments, inputs, work)
        with ChunkJournal(Path(arguments.journal), header, list(map(Path, outputs))) as journal:
            if journal.done:
                say(f"{arguments.journal}: going on after {journal.done} pairs")
            stream.done = journal.done
            pairs = read_pairs(inputs, journal.done, journal.checksums)
            stream.run(pairs, journal, outputs)
    if stream.skipped:
        say(f"{stream.skipped} pairs have no links: see {arguments.skip_bad}")


def _inputs(arguments: argparse.Namespace) -> list[str]:
    sides = [arguments.source, arguments.target]
    if arguments.pairs:
        if any(sides):
            raise ConfigError("--pairs holds both texts: leave out --source and --target")
        return [arguments.pairs]
    if not all(sides):
        raise ConfigError("expected --source and --target, or --pairs")
    if sides == [STANDARD_STREAM] * 2:
        raise ConfigError(
            "only one of --source and --target can be standard input; --pairs - has both in it"
        )
    return sides


def _outputs(arguments: argparse.Namespace) -> list[str]:
    """The links, their posteriors, the report of bad pairs; some may be missing."""
    outputs = [arguments.output, arguments.probabilities, arguments.skip_bad]
    outputs = [path for path in outputs if path]
    named = [path for path in (*outputs, arguments.journal) if path]
    read = [arguments.source, arguments.target, arguments.pairs]
    places = [Path(path).resolve() for path in named if path != STANDARD_STREAM]
    clash = set(places) & {Path(path).resolve() for path in read if path}
    if clash or len(set(places)) < len(places):
        raise ConfigError("inputs, outputs and the journal must be different files")
    if arguments.journal:
        for path in outputs:
            if path == STANDARD_STREAM or (Path(path).exists() and not Path(path).is_file()):
                raise ConfigError(
                    f"--journal: expected an output that is a file, found {display_name(path, '<stdout>')}"
                )
    return outputs


def _header(
    aligner: Aligner, arguments: argparse.Namespace, inputs: list[str], work: LineAligner
) -> dict[str, object]:
    """All that the outputs depend on."""
    assert aligner.artifact is not None
    chosen = {name: getattr(arguments, name, getattr(aligner.options, name)) for name in LINKING}
    return {
        "aligner": aligner.artifact.fingerprint(),
        "inputs": [display_name(path) for path in inputs],
        "probabilities": arguments.probabilities is not None,
        "largest-pair": work.largest_pair,
        **chosen,
    }


class _Growing(AbstractContextManager["_Growing"]):
    """Outputs without a journal: files appear when all is done, standard output at once."""

    def __init__(self, paths: list[str]) -> None:
        self._paths = paths

    def __enter__(self) -> _Growing:
        from dragoman.io.files import open_binary_output

        self._stack = ExitStack()
        self._files = [self._stack.enter_context(open_binary_output(path)) for path in self._paths]
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.__exit__(*error)  # type: ignore[arg-type]

    def add(self, pairs: int, checksums: Sequence[int], parts: Sequence[bytes]) -> None:
        for path, file, part in zip(self._paths, self._files, parts, strict=True):
            file.write(part)
            if path == STANDARD_STREAM:
                file.flush()


class _Stream:
    """The pairs of an input on their way to the outputs."""

    def __init__(
        self, work: LineAligner, inputs: list[str], skip: bool, size: int, threads: int
    ) -> None:
        self._work, self._inputs, self._skip = work, inputs, skip
        self._size, self._threads = size, threads
        self.done = self.skipped = 0

    def run(self, pairs: Iterator[NumberedPair], sink: _Sink, packed: list[str] | None) -> None:
        """Align all; ``packed``: the names of outputs whose parts are to be compressed one by one."""
        from dragoman.align.stream import CHARACTERS, chunks_of, in_order
        from dragoman.common.ready_batches import arrivals

        pause = packed is None  # then whoever writes may wait for an answer
        chunks = (
            arrivals(pairs, self._size, lambda pair: pair.size, CHARACTERS)
            if pause
            else chunks_of(pairs, self._size, lambda pair: pair.size)
        )
        work = partial(self._parts, packed=packed)
        at_once = (lambda chunk: len(chunk) < self._size) if pause else (lambda chunk: False)
        for chunk, (parts, found) in in_order(chunks, work, self._threads, at_once):
            faults = self._located(found)
            if faults and not self._skip:
                first = min(faults)
                if pause:
                    sink.add(first, (), [b"".join(p.splitlines(True)[:first]) for p in parts])
                raise faults[first]
            if self._skip:
                report = "".join(f"{self.done + k + 1}\t{faults[k]}\n" for k in sorted(faults))
                parts = [*parts, self._pack(report.encode(), packed, -1)]
            sink.add(len(chunk), chunk[-1].checksums, parts)
            self.done += len(chunk)
            self.skipped += len(faults)

    def _located(self, found: ChunkLinks) -> dict[int, FormatError]:
        """The faults, each with a file and a line."""
        return {
            k: fault
            if fault.path
            else FormatError(fault.message, display_name(self._inputs[0]), self.done + k + 1)
            for k, fault in found.faults.items()
        }

    def _parts(
        self, chunk: list[NumberedPair], packed: list[str] | None
    ) -> tuple[list[bytes], ChunkLinks]:
        """What the outputs get for a chunk."""
        found = self._work([numbered.pair for numbered in chunk])
        texts = [found.links.text()]
        if found.links.forward is not None:
            texts.append(found.links.probabilities_text())
        return [self._pack(text.encode(), packed, k) for k, text in enumerate(texts)], found

    @staticmethod
    def _pack(data: bytes, packed: list[str] | None, output: int) -> bytes:
        from dragoman.io.compression import pack

        return data if packed is None else pack(data, packed[output])
