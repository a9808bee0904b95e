"""Estimation of language models from text: interpolated modified Kneser-Ney, as lmplz computes it.

estimate(Path("train.en"), LMOptions(order=5, prune=(0, 0, 1))).write_arpa("model.arpa")
lm = LanguageModel.train(["a line of words", "another"], LMOptions(order=2))
"""

from __future__ import annotations

import codecs
import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace

from dragoman._core import LmEstimator, LmNgrams
from dragoman.common.errors import FormatError
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.common.warning import warn
from dragoman.io.files import display_name, open_binary_output, read_blocks
from dragoman.io.limits import line_limit
from dragoman.lm.options import LMOptions


class Estimate:
    """An estimated model, to be written as ARPA text or turned into a queryable one; made by ``estimate``."""

    def __init__(self, core: LmEstimator) -> None:
        self._core = core

    def __repr__(self) -> str:
        counts = ", ".join(f"{count:,}" for count in self.counts)
        return f"Estimate(order {len(self.counts)}, {counts} n-grams)"

    @property
    def counts(self) -> list[int]:
        """How many n-grams of each order there are."""
        return self._core.counts

    @property
    def fallbacks(self) -> list[int]:
        """Orders whose discounts could not be estimated; 0.5, 1 and 1.5 are used for them."""
        return self._core.fallbacks

    @property
    def skipped(self) -> int:
        """How many times the text contained <s>, </s> or <unk>, which were skipped."""
        return self._core.skipped

    def write_arpa(self, path: str | os.PathLike[str]) -> None:
        """Write ARPA text; the suffix may ask for compression, ``-`` is standard output.

        Args:
            path: The file; its suffix may ask for compression, ``-`` is standard output.
        """
        with open_binary_output(path) as out:
            self._core.write_arpa(out.write)

    def take_ngrams(self) -> LmNgrams:
        """Return all n-grams, for ``LanguageModel.build``, with the memory: write ARPA text before, not after."""
        return self._core.take_ngrams()

    def warn(self) -> None:
        """Warn of what is unusual in this text."""
        if self.fallbacks:
            orders = ", ".join(str(n) for n in self.fallbacks)
            warn(
                f"too little text to estimate the discounts of order {orders}; using 0.5, 1 and 1.5"
            )
        if self.skipped:
            warn(f"skipped {self.skipped} words <s>, </s> or <unk> in the text")


def estimate(
    source: os.PathLike[str] | Iterable[os.PathLike[str] | str],
    options: LMOptions | None = None,
    *,
    threads: int = 1,
    progress: Report | None = None,
) -> Estimate:
    """Estimate n-gram probabilities from text. ``LanguageModel.train`` makes a model of them at once.

    Args:
        source: One or several files (``Path`` objects), or lines (strings).
        options: Order, pruning, vocabulary and memory; None for the defaults.
        threads: How many threads work; the model does not depend on it.
        progress: Called with the work done and the total; what it raises stops the work.
    """
    options = options or LMOptions()
    directory = options.directory or tempfile.gettempdir()
    core = LmEstimator(replace(options, directory=directory), threads)
    for item in [source] if isinstance(source, os.PathLike) else source:
        if isinstance(item, str):
            core.feed(item.replace("\n", " ").encode("utf-8") + b"\n")
        else:
            core.begin_file(display_name(item), line_limit())
            with shown(f"reading {display_name(item)}", progress) as report:
                for piece in _checked(item, report):
                    core.feed(piece)
            core.end_file()
    with shown("estimating", progress) as report:
        core.finish(report)
    return Estimate(core)


def _checked(path: os.PathLike[str], progress: Report) -> Iterator[bytes]:
    """The bytes of a text file, checked to be UTF-8."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    line = 1
    for number, piece in enumerate(read_blocks(path, progress=progress)):
        data = piece.removeprefix(codecs.BOM_UTF8) if number == 0 else piece
        try:
            decoder.decode(data)
        except UnicodeDecodeError as error:
            line += error.object[: error.start].count(b"\n")
            raise FormatError("expected UTF-8 text", display_name(path), line) from None
        line += data.count(b"\n")
        yield data
    try:
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        raise FormatError("expected UTF-8 text", display_name(path), line) from None
