"""A rule table of pairs that many machines extract, count and score (Dyer, Cordova, Mont & Lin 2008).

1. The links are counted: the lexicon.
2. Tasks extract the pairs of some lines, in buckets by source side, and sort each bucket. It tells how often its target
   sides come; tasks add that over all buckets, and tell it to each.
3. Each bucket is scored, with the core's scorers of one machine, which has all that they need.
4. This machine puts the rules together, as it does with its own.

All counts are whole numbers; the text, as numbers, is in a directory that all machines have.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from dragoman import _core
from dragoman.cluster.engine import Engine
from dragoman.cluster.line_ranges import line_ranges, lines_between, range_of
from dragoman.cluster.parts import bits_for, check, checksum, read_part, workplace, write_part
from dragoman.cluster.shared import kept_open
from dragoman.common.errors import FormatError
from dragoman.grammar.array_files import ArrayFiles
from dragoman.grammar.extraction import AlignedBitext, table_of
from dragoman.grammar.options import (
    GappedTableOptions,
    HierarchicalTableOptions,
    PhraseTableOptions,
    TableOptions,
)
from dragoman.grammar.rule_table import RuleTable
from dragoman.io.artifact import Artifact, ArtifactWriter

LINES = 10_000
"""Lines of a task."""
BUCKET = 32 << 20
"""Bytes of a bucket, about."""
INSTANCE = 32
"""Bytes of an occurrence of a pair."""
PER_WORD = {"phrase": 4, "gapped": 60, "hierarchical": 30}
"""How many pairs begin at a word, about."""
KIND = "aligned-bitext"
Statistics = list[list[float]]


def extract_with(
    engine: Engine,
    bitext: AlignedBitext,
    options: TableOptions,
    beside: Path,
    output: str | PathLike[str],
) -> RuleTable:
    """Extract and score all rules of a bitext: the table that ``dragoman.grammar.extract`` makes.

    Args:
        engine: Who works.
        bitext: The aligned text.
        options: What is extracted and how it is scored; without significance pruning, which looks at the whole text.
        beside: A directory for what tasks leave, if the engine has no other.
        output: The place where the table will be saved.
    """
    with workplace(engine.place(beside)) as place:
        fingerprint = _save(bitext, place / "bitext")
        job = Job(str(place), fingerprint, options, _bits(bitext, options), bitext.name)
        lines = list(line_ranges(len(bitext.source), LINES))
        _count_links(engine, job, lines)
        sources = engine.group(partial(collected, job), partial(sorted_bucket, job), lines)
        buckets = {
            number: msgspec.msgpack.decode(answer, type=Bucket)
            for number, answer in sources.items()
        }
        chunks = [msgspec.msgpack.encode((number, one.targets)) for number, one in buckets.items()]
        targets = engine.group(partial(target_counts, job), partial(joined, job), chunks)
        known = [targets[number].decode() for number in sorted(targets)]
        statistics = np.sum([one.statistics for one in buckets.values()], axis=0).tolist()
        scoring = Scoring(known, statistics or [[0.0] * 11] * 2)
        name = write_part(place, "scoring", 0, msgspec.msgpack.encode(scoring))
        order = sorted(buckets)
        rules = engine.map(
            partial(scored, job, name),
            (msgspec.msgpack.encode((number, buckets[number].instances)) for number in order),
        )
        files = ArrayFiles(output)
        try:
            table = _core.RuleParts(_tasks(options), options.memory // 8, str(files.directory))
            for part in rules:
                table.add(read_part(place, part.decode()))
            return table_of(table.finish(), bitext, options, files)
        except BaseException:
            files.discard()
            raise


@dataclass(frozen=True)
class Job:
    """What all tasks know."""

    place: str
    fingerprint: str
    """Of the bitext."""
    options: TableOptions
    bits: int
    """Of the number of a bucket."""
    name: str
    """What messages call the links."""


class Bucket(msgspec.Struct, array_like=True):
    """What is known of a bucket: the names of its parts, and statistics of its pairs."""

    instances: str
    targets: str
    statistics: Statistics


class Scoring(msgspec.Struct, array_like=True):
    """What is known of all buckets: parts with counts of target sides, and statistics of all pairs."""

    targets: list[str]
    statistics: Statistics


def _bits(bitext: AlignedBitext, options: TableOptions) -> int:
    kind = "gapped" if isinstance(options, GappedTableOptions) else options.kind
    return bits_for(len(bitext.source.ids) * PER_WORD[kind] * INSTANCE, BUCKET)


def _tasks(options: TableOptions) -> _core.RuleTasks:
    if isinstance(options, HierarchicalTableOptions):
        return _core.hierarchical_tasks(options)
    if isinstance(options, GappedTableOptions):
        return _core.gappy_tasks(options)
    assert isinstance(options, PhraseTableOptions) and options.significance is None
    return _core.phrase_tasks(options)


ARRAYS = {
    "source": np.uint32,
    "source_offsets": np.uint64,
    "target": np.uint32,
    "target_offsets": np.uint64,
    "links": np.uint16,
    "link_offsets": np.uint64,
}


def _save(bitext: AlignedBitext, path: Path) -> str:
    """Write the numbers of a bitext, which tasks map into memory; return their checksum."""
    values: list[NDArray[Any]] = [
        bitext.source.ids,
        bitext.source.offsets,
        bitext.target.ids,
        bitext.target.offsets,
        bitext.links,
        bitext.link_offsets,
    ]
    with ArtifactWriter(path, KIND) as out:
        for name, array in zip(ARRAYS, values, strict=True):
            out.array(name, array)
        out.settings["words"] = [len(bitext.source.vocabulary), len(bitext.target.vocabulary)]
    return Artifact.open(path, KIND).fingerprint()


class Text:
    """The bitext as tasks see it.

    Args:
        path: Where it is.
    """

    def __init__(self, path: str) -> None:
        artifact = Artifact.open(path, KIND)
        self._arrays = {
            name: artifact.array(name, kind, 2 if name == "links" else 1)
            for name, kind in ARRAYS.items()
        }
        self.words: list[int] = artifact.settings["words"]

    def sides(self, begin: int, end: int) -> tuple[Any, Any, Any]:
        """Return what the core takes of some lines.

        Args:
            begin: The first line.
            end: The line after the last.
        """
        arrays = self._arrays
        source, target, links = (
            lines_between(arrays[values], arrays[offsets], begin, end)
            for values, offsets in (
                ("source", "source_offsets"),
                ("target", "target_offsets"),
                ("links", "link_offsets"),
            )
        )
        return (*source, self.words[0]), (*target, self.words[1]), links[::-1]

    def whole(self) -> tuple[Any, Any, Any]:
        """Return what the core takes of all lines, without a copy."""
        arrays = self._arrays
        return (
            (arrays["source"], arrays["source_offsets"], self.words[0]),
            (arrays["target"], arrays["target_offsets"], self.words[1]),
            (arrays["link_offsets"], arrays["links"]),
        )


def _text(job: Job) -> Text:
    return kept_open(Text, job.fingerprint, f"{job.place}/bitext")


# 1. Links


def _count_links(engine: Engine, job: Job, lines: list[bytes]) -> None:
    """Leave the counted links of the whole text as the file ``lexicon``."""
    place = Path(job.place)
    counted = engine.group(partial(counted_links, job), partial(added_links, job), lines)
    with (place / "lexicon").open("xb") as out:
        for bucket in sorted(counted):
            out.write(read_part(place, counted[bucket].decode()))


LINK = np.dtype([("pair", np.uint64), ("count", np.uint32)])
"""A source and a target word, and how often they are linked."""


@contextmanager
def _numbered(begin: int) -> Iterator[None]:
    """Errors of some lines tell of their numbers in the whole text."""
    try:
        yield
    except FormatError as error:
        line = None if error.line is None else error.line + begin
        raise FormatError(error.message, error.path, line) from None


def counted_links(job: Job, chunk: bytes) -> Iterator[tuple[int, bytes]]:
    """Return the counted links of some lines, by buckets; run wherever an engine works.

    Args:
        job: What all tasks know.
        chunk: Which lines.
    """
    begin, end = range_of(chunk)
    with _numbered(begin):
        source, target, counts = _core.count_lexicon(*_text(job).sides(begin, end), job.name, None)
    found = np.empty(len(counts), LINK)
    found["pair"] = source.astype(np.uint64) << np.uint64(32) | target
    found["count"] = counts
    bucket = source % np.uint32(1 << job.bits)
    order = np.argsort(bucket, kind="stable")
    starts = np.searchsorted(bucket[order], np.arange((1 << job.bits) + 1))
    for number, (first, last) in enumerate(pairwise(starts)):
        if first < last:
            yield number, found[order[first:last]].tobytes()


def added_links(job: Job, number: int, parts: Iterable[bytes]) -> bytes:
    """Add the counts of a bucket; run wherever an engine works.

    Args:
        job: What all tasks know.
        number: That of the bucket.
        parts: What tasks have counted.
    """
    found = np.frombuffer(b"".join(parts), LINK)
    pairs, place = np.unique(found["pair"], return_inverse=True)
    sums = np.zeros(len(pairs), np.uint64)
    np.add.at(sums, place, found["count"].astype(np.uint64))
    out = np.empty(len(pairs), LINK)
    out["pair"], out["count"] = pairs, np.minimum(sums, np.iinfo(np.uint32).max)
    return write_part(Path(job.place), "links", number, out.tobytes()).encode()


def _lexicon(job: Job) -> _core.LinkLexicon:
    return kept_open(_read_lexicon, job.fingerprint, job)


def _read_lexicon(job: Job) -> _core.LinkLexicon:
    links = np.fromfile(f"{job.place}/lexicon", LINK)
    source = (links["pair"] >> np.uint64(32)).astype(np.uint32)
    target = links["pair"].astype(np.uint32)
    return _core.LinkLexicon(source, target, links["count"].copy(), *_text(job).words)


# 2. Pairs and their counts


def collected(job: Job, chunk: bytes) -> Iterator[tuple[int, bytes]]:
    """Return the pairs of some lines, by buckets; run wherever an engine works.

    Args:
        job: What all tasks know.
        chunk: Which lines.
    """
    begin, end = range_of(chunk)
    sides = _text(job).sides(begin, end)
    for number, part in enumerate(_tasks(job.options).collect(*sides, begin, job.bits, job.name)):
        if part:
            yield number, part


def sorted_bucket(job: Job, number: int, parts: Iterable[bytes]) -> bytes:
    """Sort the pairs of a bucket and count its target sides; run wherever an engine works.

    Args:
        job: What all tasks know.
        number: That of the bucket.
        parts: What tasks have extracted.
    """
    tasks, place = _tasks(job.options), Path(job.place)
    instances = tasks.sorted(list(parts))
    targets, statistics = tasks.count(instances)
    bucket = Bucket(
        write_part(place, "pairs", number, instances),
        write_part(place, "counts", number, targets),
        statistics,
    )
    return msgspec.msgpack.encode(bucket)


TARGET = np.dtype([("hash", np.uint64), ("counts", np.uint64, 3)])
"""A record of the core's counts of target sides."""
NUMBER = struct.Struct("<q")


def target_counts(job: Job, chunk: bytes) -> Iterator[tuple[int, bytes]]:
    """Return what a bucket tells of target sides, by buckets of these; run wherever an engine works.

    Args:
        job: What all tasks know.
        chunk: The bucket.
    """
    number, name = msgspec.msgpack.decode(chunk, type=tuple[int, str])
    records = np.frombuffer(read_part(Path(job.place), name), TARGET)
    if job.bits == 0:
        bucket = np.zeros(len(records), np.int64)
    else:
        bucket = (records["hash"] >> np.uint64(64 - job.bits)).astype(np.int64)
    starts = np.searchsorted(bucket, np.arange((1 << job.bits) + 1))
    for target, (first, last) in enumerate(pairwise(starts)):
        if first < last:
            yield target, NUMBER.pack(number) + records[first:last].tobytes()


SECTION = struct.Struct("<qqq")
"""Where the records for a bucket begin in a part, how many bytes they have, and their checksum."""


def joined(job: Job, number: int, parts: Iterable[bytes]) -> bytes:
    """Add what buckets tell of target sides, and leave for each bucket what all tell; run wherever an engine works.

    Args:
        job: What all tasks know.
        number: That of the bucket.
        parts: What each bucket tells.
    """
    told = sorted((NUMBER.unpack_from(part)[0], part[NUMBER.size :]) for part in parts)
    answers = dict(zip([n for n, _ in told], _core.join_targets([p for _, p in told]), strict=True))
    begin = SECTION.size << job.bits
    header = []
    for bucket in range(1 << job.bits):
        answer = answers.get(bucket, b"")
        header.append(SECTION.pack(begin, len(answer), checksum(answer)))
        begin += len(answer)
    sections = [answers[bucket] for bucket in sorted(answers)]
    return write_part(Path(job.place), "targets", number, b"".join([*header, *sections])).encode()


# 3. Scores


def scored(job: Job, scoring: str, chunk: bytes) -> bytes:
    """Score the pairs of a bucket; return the name of the part with its rules; run wherever an engine works.

    Args:
        job: What all tasks know.
        scoring: The part with what is known of all buckets.
        chunk: The bucket.
    """
    place = Path(job.place)
    number, name = msgspec.msgpack.decode(chunk, type=tuple[int, str])
    known = msgspec.msgpack.decode(read_part(place, scoring), type=Scoring)
    targets = [_section(place / part, number) for part in known.targets]
    rules = _tasks(job.options).score(
        *_text(job).whole(), _lexicon(job), read_part(place, name), targets, known.statistics
    )
    return write_part(place, "rules", number, rules).encode()


def _section(path: Path, number: int) -> bytes:
    with path.open("rb") as part:
        part.seek(number * SECTION.size)
        begin, size, expected = SECTION.unpack(part.read(SECTION.size))
        part.seek(begin)
        data = part.read(size)
    check(data, expected, path)
    return data
