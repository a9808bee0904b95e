"""A language model that answers queries, memory-mapped or from an ARPA file."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterable, Iterator, Sequence, Sized
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from dragoman._core import LmModel, LmNgrams, LmState, Vocabulary
from dragoman.common.errors import ModelError
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.files import open_binary_output
from dragoman.io.saved import Saved
from dragoman.lm.arpa import read_arpa
from dragoman.lm.estimation import estimate
from dragoman.lm.options import LayoutOptions, LMOptions

_ARRAYS = {
    "words": np.uint8,
    "offsets": np.uint64,
    "slots": np.uint32,
    "unigrams": np.float32,
    "hash": np.uint64,
    "first_words": np.uint32,
    "compact": np.uint64,
    "codebook": np.float32,
    "members": np.uint8,
    "member_offsets": np.uint64,
    "member_slots": np.uint32,
    "classes": np.uint32,
}
_MEMBERS = ("members", "member_offsets", "member_slots", "classes")
"""Of a model of word classes: the words of text, and the number of each one's class."""
_OPTIONAL = set(_ARRAYS) - {"words", "offsets", "slots", "unigrams"}


class WordScore(NamedTuple):
    """The score of one word."""

    log10: float
    length: int
    """The length of the longest n-gram found that ends with the word."""
    unknown: bool


class TextScore(NamedTuple):
    """The score of a text; </s> counts as a word of every line."""

    log10: float
    words: int
    log10_unknown: float
    unknown: int
    lines: int

    @property
    def perplexity(self) -> float:
        """10 ** (-log10 / words), unknown words included; NaN for no text."""
        return _perplexity(self.log10, self.words)

    @property
    def perplexity_known(self) -> float:
        """The same without the unknown words."""
        return _perplexity(self.log10 - self.log10_unknown, self.words - self.unknown)


def _perplexity(log10: float, words: int) -> float:
    if not words:
        return math.nan
    exponent = -float(log10) / words
    return 10.0**exponent if exponent < sys.float_info.max_10_exp else math.inf


def batched(lines: Iterable[str | Sequence[str]]) -> Iterator[list[str | Sequence[str]]]:
    """Lines in lists that are long enough for one call of the core."""
    source = iter(lines)
    while batch := list(islice(source, 8192)):
        yield batch


class LanguageModel(Saved):
    """An n-gram language model; made by ``LanguageModel.train``, ``build`` or ``open``.

    Scores are log10 probabilities; threads may share one model.
    """

    KIND = "language-model"

    def __init__(self, settings: dict[str, Any], arrays: dict[str, Any]) -> None:
        special = settings["unknown"], settings["begin_sentence"], settings["end_sentence"]
        self.settings = settings
        self._arrays = {name: arrays.get(name, np.zeros(0, kind)) for name, kind in _ARRAYS.items()}
        self.native = LmModel(
            settings["order"],
            special,
            settings["layout"] == "compact",
            *self._arrays.values(),
        )
        """The core's view of the arrays, which the decoders read."""

    @classmethod
    def open(cls, path: str | os.PathLike[str], progress: Report | None = None) -> LanguageModel:
        """Open a binary model by memory-mapping, or read an ARPA file (plain or compressed).

        Args:
            path: A directory, or an ARPA file (plain or compressed).
            progress: Called with the work done and the total; what it raises stops the work.
        """
        if not Path(path).is_dir():
            return cls.build(read_arpa(path, progress))
        return super().open(path)

    @classmethod
    def _read(cls, artifact: Artifact) -> Self:
        arrays = {
            name: artifact.array(name, dtype)
            for name, dtype in _ARRAYS.items()
            if artifact.has(name) or name not in _OPTIONAL
        }
        try:
            model = cls(dict(artifact.settings), arrays)
        except (KeyError, TypeError) as error:
            raise ModelError(
                f"{artifact.path}: the settings are not a language model's ({error})"
            ) from None
        return model

    @classmethod
    def train(
        cls,
        source: os.PathLike[str] | Iterable[os.PathLike[str] | str],
        options: LMOptions | None = None,
        layout: LayoutOptions | None = None,
        *,
        threads: int = 1,
        progress: Report | None = None,
    ) -> LanguageModel:
        """Estimate a model from text (interpolated modified Kneser-Ney, as lmplz computes it).

        Args:
            source: One or several files (``Path`` objects), or lines (strings).
            options: Order, pruning, vocabulary and memory; None for the defaults.
            layout: How the model lies in memory; None for the defaults.
            threads: How many threads work; the model does not depend on it.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        estimated = estimate(source, options, threads=threads, progress=progress)
        return cls.build(estimated.take_ngrams(), layout)

    @classmethod
    def build(cls, ngrams: LmNgrams, layout: LayoutOptions | None = None) -> LanguageModel:
        """Return a queryable model from n-grams in memory, which cannot be used afterwards.

        Args:
            ngrams: N-grams in memory, which cannot be used afterwards.
            layout: How the model lies in memory; None for the defaults.
        """
        chosen = layout or LayoutOptions()
        unknown, begin, end = ngrams.special
        settings = {
            "order": ngrams.order,
            "counts": list(ngrams.counts),
            "layout": chosen.layout,
            "quantize": list(chosen.quantize),
            "unknown": unknown,
            "begin_sentence": begin,
            "end_sentence": end,
        }
        if chosen.layout == "hash":
            arrays = ngrams.build_hash()
        else:
            arrays = ngrams.build_compact(*chosen.quantize)
        return cls(settings, arrays)

    def of_members(self, vocabulary: Vocabulary, classes: Sequence[str]) -> LanguageModel:
        """Return the same model of other words: each is scored as the word of this model that stands for it.

        Args:
            vocabulary: The other words.
            classes: For each of them, by its number, the word of this model.
        """
        arrays: tuple[NDArray[Any], ...] = vocabulary.arrays()
        numbers = {name: self.native.find(name) for name in set(classes)}
        stand_in = np.array([numbers[name] for name in classes], dtype=np.uint32)
        given = dict(zip(_MEMBERS, (*arrays, stand_in), strict=True))
        return type(self)(self.settings, self._arrays | given)

    def _write(self, out: ArtifactWriter) -> None:
        out.settings.update(self.settings)
        for name in _ARRAYS:
            if len(self._arrays[name]) or name not in _OPTIONAL:
                out.array(name, self._arrays[name])

    def ngrams(self, threads: int = 1, progress: Report | None = None) -> LmNgrams:
        """Return all n-grams, as ``read_arpa`` gives them, and those that were inserted to complete the model.

        Args:
            threads: How many threads work; the result does not depend on it.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        with shown("listing n-grams", progress) as report:
            return self.native.unpack(threads, report)

    def write_arpa(
        self, path: str | os.PathLike[str], threads: int = 1, progress: Report | None = None
    ) -> None:
        """Write ARPA text; the suffix may ask for compression, ``-`` is standard output.

        Args:
            path: The file; its suffix may ask for compression, ``-`` is standard output.
            threads: How many threads work; the result does not depend on it.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        ngrams = self.ngrams(threads, progress)
        with open_binary_output(path) as out, shown("writing n-grams", progress) as report:
            done = 0

            def write(text: bytes) -> None:
                nonlocal done
                out.write(text)
                done += len(text)
                report(done, 0)

            ngrams.write_arpa(write)

    @property
    def scores_classes(self) -> bool:
        """Whether it is a model of word classes, which scores each word as its class."""
        return bool(len(self._arrays["classes"]))

    @property
    def order(self) -> int:
        """The length of the longest n-grams."""
        return self.native.order

    def __repr__(self) -> str:
        layout, members = self.settings["layout"], len(self._arrays["classes"])
        of = f"classes of {members:,} words" if members else "words"
        return f"LanguageModel(order {self.order}, {len(self):,} {of}, {layout} layout)"

    def __len__(self) -> int:
        return len(self.native)

    def __contains__(self, word: str) -> bool:
        return word == "<unk>" or self.native.find(word) != self.native.unknown

    def begin(self, bos: bool = True) -> LmState:
        """Return the state at the beginning of a sentence, or (without ``bos``) the state of no context.

        Args:
            bos: Whether a sentence begins; otherwise there is no context.
        """
        return self.native.begin_sentence() if bos else self.native.empty()

    def step(self, state: LmState, word: str) -> tuple[LmState, float]:
        """Return the state after ``word``, and the word's log10 probability.

        Args:
            state: The state before the word.
            word: The word.
        """
        after, log10, _ = self.native.step(state, self.native.find(word))
        return after, log10

    def full_scores(
        self, tokens: str | Sequence[str], bos: bool = True, eos: bool = True
    ) -> list[WordScore]:
        """Return how each word is scored, and </s> at the end unless ``eos`` is false.

        Args:
            tokens: A tokenized sentence, or its tokens.
            bos: Begin with <s>.
            eos: End with </s>.
        """
        ids = self._encode(tokens)
        if eos:
            ids.append(self.native.end_sentence)
        state = self.begin(bos)
        scores = []
        for id in ids:
            state, log10, length = self.native.step(state, id)
            scores.append(WordScore(log10, length, id == self.native.unknown))
        return scores

    def score(self, tokens: str | Sequence[str], bos: bool = True, eos: bool = True) -> float:
        """Return the log10 probability of a sentence (a tokenised string, or its tokens).

        Args:
            tokens: A tokenized sentence, or its tokens.
            bos: Begin with <s>.
            eos: End with </s>.
        """
        return sum(word.log10 for word in self.full_scores(tokens, bos, eos))

    def perplexity(self, lines: Iterable[str | Sequence[str]]) -> float:
        """Return the perplexity of sentences, </s> and unknown words included.

        Args:
            lines: Tokenized sentences, or their tokens.
        """
        return self.text_score(lines).perplexity

    def text_score(
        self,
        lines: Iterable[str | Sequence[str]],
        threads: int = 1,
        progress: Report | None = None,
    ) -> TextScore:
        """Return the score of a whole text, with <s> and </s> around every line.

        Args:
            lines: Tokenized sentences, or their tokens.
            threads: How many threads work; the result does not depend on it.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        total = np.zeros(4)
        count = 0
        for scores in self._score_batches(lines, threads, progress):
            total += scores.sum(axis=0)
            count += len(scores)
        return TextScore(total[0], int(total[1]), total[2], int(total[3]), count)

    def line_scores(
        self,
        lines: Iterable[str | Sequence[str]],
        threads: int = 1,
        progress: Report | None = None,
    ) -> Iterator[float]:
        """Yield the log10 probability of every line, with <s> and </s>.

        Args:
            lines: Tokenized sentences, or their tokens.
            threads: How many threads work; the result does not depend on it.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        for scores in self._score_batches(lines, threads, progress):
            yield from scores[:, 0].tolist()

    def _score_batches(
        self, lines: Iterable[str | Sequence[str]], threads: int, progress: Report | None
    ) -> Iterator[NDArray[np.float64]]:
        total = len(lines) if isinstance(lines, Sized) else 0
        done = 0
        with shown("scoring lines", progress) as report:
            for batch in batched(lines):
                texts = [line if isinstance(line, str) else " ".join(line) for line in batch]
                yield self.native.score_lines(texts, threads=threads)
                done += len(batch)
                report(done, total)

    def _encode(self, tokens: str | Sequence[str]) -> list[int]:
        if isinstance(tokens, str):
            return self.native.encode(tokens)
        return [self.native.find(word) for word in tokens]
