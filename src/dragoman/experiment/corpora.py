"""The first stage: training text tokenised, cased and cleaned, document ids kept in step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from dragoman.common.files import open_output, read_lines
from dragoman.corpus.casing import Truecaser
from dragoman.corpus.cleaning import Cleaner, CleanOptions
from dragoman.corpus.normalize import clean_controls
from dragoman.corpus.parallel import read_parallel
from dragoman.corpus.tokenizer import Tokenizer
from dragoman.experiment.config import Preprocessing

SOURCE = "source.txt"
TARGET = "target.txt"
DOCS = "docs.txt"
KEPT = "kept.txt"
"""Which lines of the training text passed, counted from 0."""
TRUECASERS = {"source": "truecaser.source.tsv", "target": "truecaser.target.tsv"}


class SideWorker:
    """Tokenises and cases the text of one language as an experiment says."""

    def __init__(
        self, settings: Preprocessing, side: str, truecaser: Truecaser | None = None
    ) -> None:
        code = settings.source_language if side == "source" else settings.target_language
        self._tokenizer = Tokenizer(code) if settings.tokenize else None
        self._lowercase = settings.lowercase
        self._truecaser = truecaser

    def split(self, line: str) -> str:
        """Tokens with single blanks between them."""
        line = clean_controls(line)
        return self._tokenizer(line) if self._tokenizer is not None else line

    def case(self, line: str) -> str:
        """The line as the models see it."""
        if self._lowercase:
            return line.lower()
        return self._truecaser(line) if self._truecaser is not None else line

    def __call__(self, line: str) -> str:
        """Both."""
        return self.case(self.split(line))


def prepare_training(settings: Preprocessing, output: Path, inputs: Mapping[str, Path]) -> None:
    """Writes ``source.txt``, ``target.txt``, ``docs.txt`` and the truecasers."""
    workers = {side: SideWorker(settings, side) for side in TRUECASERS}
    truecasers: dict[str, Truecaser] = {}
    if settings.truecase and not settings.lowercase:
        for side, name in TRUECASERS.items():
            truecasers[side] = Truecaser.train(map(workers[side].split, read_lines(inputs[side])))
            truecasers[side].write(output / name)
    workers = {side: SideWorker(settings, side, truecasers.get(side)) for side in TRUECASERS}
    cleaner = Cleaner(CleanOptions(settings.min_length, settings.max_length, settings.max_ratio))
    with (
        open_output(output / SOURCE) as source,
        open_output(output / TARGET) as target,
        open_output(output / DOCS) as docs,
        open_output(output / KEPT) as kept,
    ):
        for number, pair in enumerate(_pairs(inputs)):
            left, right = workers["source"](pair[0]), workers["target"](pair[1])
            if cleaner.fault((left, right)) is None:
                source.write(left + "\n")
                target.write(right + "\n")
                docs.write(pair[2] + "\n")
                kept.write(f"{number}\n")


def _pairs(inputs: Mapping[str, Path]) -> Iterator[tuple[str, str, str]]:
    for sentence in read_parallel(inputs["source"], [inputs["target"]], inputs.get("docs")):
        yield sentence.source, sentence.target, sentence.document


def read_truecaser(directory: Path, side: str) -> Truecaser | None:
    """The truecaser that the first stage trained, if it did."""
    file = directory / TRUECASERS[side]
    return Truecaser.read(file) if file.is_file() else None
