"""Drops sentence pairs that would harm training, and the same lines of all parallel files.

    options = CleanOptions(max_length=80, max_ratio=9)
    report = clean_files(["train.de", "train.en", "train.docs"], outputs, options)

Only the first two files are checked (for monolingual text, the first). The same lines are dropped in further files,
such as alignments, trees on lines or document ids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Annotated

from msgspec import Meta

from dragoman.common.errors import ConfigError
from dragoman.corpus.normalize import clean_controls
from dragoman.corpus.parallel import PathName, lockstep
from dragoman.corpus.words import split_words
from dragoman.io.files import open_output
from dragoman.settings.kinds import Positive
from dragoman.settings.settings import Settings, about


class PairLimits(Settings):
    """Which sentence pairs are kept; lengths count words separated by blanks."""

    min_length: Annotated[
        Positive, about("The least number of words of a sentence.", flags=("--min",))
    ] = 1
    max_length: Annotated[
        Positive, about("The largest number of words of a sentence.", flags=("--max",))
    ] = 80
    max_ratio: Annotated[
        float,
        Meta(ge=1, le=1e6),
        about("The largest ratio of the two lengths of a pair.", flags=("--ratio",)),
    ] = 9.0
    longest_word: Annotated[
        Positive,
        about("The largest number of letters of a word; longer words are mostly tables or markup."),
    ] = 1000
    deduplicate: Annotated[
        bool, about("Keep only the first of equal pairs.", flags=("--dedupe",))
    ] = False

    def __post_init__(self) -> None:
        """Checks the two lengths together."""
        super().__post_init__()
        if self.min_length > self.max_length:
            raise ConfigError(
                f"min_length: {self.min_length} is larger than max_length, {self.max_length}"
            )


class CleanOptions(PairLimits):
    """Which pairs are kept, and how they are changed."""

    controls: Annotated[
        bool, about("Remove control characters and make every run of blanks one.", command=False)
    ] = True


@dataclass(slots=True)
class CleanReport:
    """What happened."""

    kept: int = 0
    dropped: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        gone = sum(self.dropped.values())
        text = f"kept {self.kept} of {self.kept + gone} pairs"
        if gone:
            reasons = ", ".join(f"{reason} {n}" for reason, n in sorted(self.dropped.items()))
            text += f"; dropped: {reasons}"
        return text


class Cleaner:
    """Checks one pair after the other.

    Args:
        options: What is kept.
    """

    def __init__(self, options: PairLimits) -> None:
        self.options = options
        self._seen: set[bytes] = set()

    def fault(self, texts: Sequence[str]) -> str | None:
        """Return why the pair is dropped; None if it is kept.

        Args:
            texts: The two or more sides of a sentence pair.
        """
        options = self.options
        words = [split_words(text) for text in texts]
        lengths = [len(w) for w in words]
        if min(lengths) == 0:
            return "empty"
        if min(lengths) < options.min_length:
            return "too short"
        if max(lengths) > options.max_length:
            return "too long"
        if max(lengths) > options.max_ratio * min(lengths):
            return "too unequal"
        if any(len(word) > options.longest_word for side in words for word in side):
            return "word too long"
        if options.deduplicate:
            key = blake2b("\n".join(texts).encode(), digest_size=16).digest()
            if key in self._seen:
                return "duplicate"
            self._seen.add(key)
        return None


def clean_files(
    inputs: Sequence[PathName], outputs: Sequence[PathName], options: CleanOptions, judged: int = 2
) -> CleanReport:
    """Write the lines of parallel files that pass the checks; only the first ``judged`` files are checked.

    Args:
        inputs: Parallel files.
        outputs: As many files to be written.
        options: What is dropped.
        judged: How many of the files are checked; the others go along.
    """
    cleaner = Cleaner(options)
    report = CleanReport()
    with ExitStack() as stack:
        out = [stack.enter_context(open_output(path)) for path in outputs]
        for lines in lockstep(inputs):
            texts: Sequence[str] = lines[:judged]
            if options.controls:
                texts = [clean_controls(text) for text in texts]
            fault = cleaner.fault(texts)
            if fault is not None:
                report.dropped[fault] += 1
                continue
            report.kept += 1
            for stream, line in zip(out, (*texts, *lines[judged:]), strict=True):
                stream.write(line)
                stream.write("\n")
    return report
