"""A language model of n-grams that many machines count (Brants, Popat, Xu, Och & Dean 2007).

One machine numbers the words, in the order of the text, and estimates; what takes long, sorting all n-grams and adding
their counts, is shared. Counts are whole numbers, so that their sums do not depend on who adds them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from dragoman._core import LmEstimator, Vocabulary, count_ngrams, merge_ngrams
from dragoman.cluster.engine import Engine
from dragoman.cluster.line_ranges import line_ranges, lines_between, range_of
from dragoman.cluster.parts import bits_for, read_part, workplace, write_part
from dragoman.cluster.shared import kept_open
from dragoman.common.progress import progress as shown
from dragoman.corpus.integers import IntegerCorpus
from dragoman.io.artifact import Artifact
from dragoman.lm import LMOptions
from dragoman.lm.estimation import Estimate

LINES = 50_000
"""Lines of a task."""
BUCKET = 32 << 20
"""Bytes of n-grams of a bucket, about, before equal ones are counted together."""
SPECIAL = ("<unk>", "<s>", "</s>")
BLANKS = str.maketrans("\r\n\0", "   ")
"""What parts words for a language model, beside blanks and tabs."""


def estimate_with(
    engine: Engine, lines: Iterable[str], options: LMOptions, beside: Path, threads: int = 1
) -> Estimate:
    """Estimate a language model of lines: what ``dragoman.lm.estimate`` makes of them.

    Args:
        engine: Who counts.
        lines: The text.
        options: As on one machine.
        beside: A directory for what tasks leave, if the engine has no other.
        threads: How many threads of this machine estimate.
    """
    words = Vocabulary()
    for word in SPECIAL:
        words.insert(word)
    core = LmEstimator(replace(options, directory=str(beside)), threads)
    with workplace(engine.place(beside)) as place:
        text = IntegerCorpus.build(place / "text", (one.translate(BLANKS) for one in lines), words)
        skipped = sum(
            int(np.count_nonzero(text.ids[k : k + LINES] < len(SPECIAL)))
            for k in range(0, len(text.ids), LINES)
        )
        core.set_words(words, len(text), len(text.ids) - skipped, skipped)
        size = (len(text.ids) + len(text)) * 4 * (options.order + 2)
        bits = bits_for(size, BUCKET)
        fingerprint = Artifact.open(place / "text").fingerprint()
        counted = engine.group(
            partial(counted_lines, str(place), fingerprint, options.order, bits),
            partial(merged, str(place), options.order),
            line_ranges(len(text), LINES),
        )
        for bucket in sorted(counted):
            name = counted[bucket].decode()
            read_part(place, name)
            core.add_run(str(place / name))
        with shown("estimating") as report:
            core.finish(report)
    return Estimate(core)


def counted_lines(
    place: str, fingerprint: str, order: int, bits: int, chunk: bytes
) -> Iterator[tuple[int, bytes]]:
    """Return the counted n-grams of some lines, by buckets; run wherever an engine works.

    Args:
        place: Where the text is.
        fingerprint: Its checksum.
        order: Words of an n-gram.
        bits: Of the number of a bucket.
        chunk: Which lines.
    """
    text = kept_open(IntegerCorpus.open, fingerprint, f"{place}/text")
    ids, offsets = lines_between(text.ids, text.offsets, *range_of(chunk))
    for bucket, run in enumerate(count_ngrams(ids, offsets, order, bits)):
        if run:
            yield bucket, run


def merged(place: str, order: int, number: int, parts: Iterable[bytes]) -> bytes:
    """Add the counts of a bucket, and return the name of the part with them; run wherever an engine works.

    Args:
        place: Where parts are left.
        order: Words of an n-gram.
        number: That of the bucket.
        parts: What tasks have counted.
    """
    return write_part(Path(place), "ngrams", number, merge_ngrams(list(parts), order)).encode()
