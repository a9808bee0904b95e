"""Dropping sentence pairs that would harm training, with everything parallel kept in step.

    options = CleanOptions(longest=80, ratio=9)
    report = clean_files(["train.de", "train.en", "train.docs"], outputs, options)

The first two files decide (only the first, for monolingual text); further ones, such as alignments, trees on lines or
document ids, follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import blake2b

from dragoman.common.files import open_output
from dragoman.corpus.normalize import clean_controls
from dragoman.corpus.parallel import PathName, lockstep
from dragoman.corpus.words import split_words


@dataclass(frozen=True, slots=True)
class CleanOptions:
    """Which pairs are kept; lengths count tokens separated by spaces."""

    shortest: int = 1
    longest: int = 80
    ratio: float = 9.0
    """How many times as long as the other a sentence may be."""
    longest_word: int = 1000
    """In characters; longer tokens are base64, tables or markup."""
    deduplicate: bool = False
    """Keep only the first of equal pairs."""
    controls: bool = True
    """Remove control characters and make every run of spaces one."""


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
    """Decides about one pair after the other."""

    def __init__(self, options: CleanOptions) -> None:
        self.options = options
        self._seen: set[bytes] = set()

    def fault(self, texts: Sequence[str]) -> str | None:
        """Why the pair is dropped; None if it is kept."""
        options = self.options
        words = [split_words(text) for text in texts]
        lengths = [len(w) for w in words]
        if min(lengths) == 0:
            return "empty"
        if min(lengths) < options.shortest:
            return "too short"
        if max(lengths) > options.longest:
            return "too long"
        if max(lengths) > options.ratio * min(lengths):
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
    """Writes the lines of parallel files that pass; the first ``judged`` files are looked at."""
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
