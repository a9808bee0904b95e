"""Word classes: words that stand beside the same words, found by exchange (Martin, Liermann & Ney 1998).

classes = WordClasses.train(Path("train.en"), ClassOptions(count=200))
classes.of("house"), classes.of("xyzzy")        # 117, None
list(classes.lines(["the house"]))              # ["3 117"], text of which an n-gram model of classes is made
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Self

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from dragoman import _core
from dragoman._core import Vocabulary
from dragoman.common.errors import ModelError
from dragoman.common.progress import Report
from dragoman.common.progress import progress as shown
from dragoman.corpus.integers import IntegerCorpus
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.files import read_lines
from dragoman.io.saved import Saved
from dragoman.lm.estimation import estimate
from dragoman.lm.model import LanguageModel
from dragoman.lm.options import LayoutOptions, LMOptions
from dragoman.settings.kinds import Positive
from dragoman.settings.settings import Settings, about

MOST = 10_000
"""Classes at most: their pairs are counted in a table."""
UNKNOWN = "<unk>"
_VOCABULARY = {"bytes": np.uint8, "offsets": np.uint64, "slots": np.uint32}


class ClassOptions(Settings):
    """How word classes are found."""

    count: Annotated[int, Meta(ge=1, le=MOST), about("Number of classes, usually 50 to 1,000.")] = (
        200
    )
    rounds: Annotated[Positive, about("Each word is tried in every class at most so often.")] = 10


class WordClasses(Saved):
    """The class of every word of a text; made by ``WordClasses.train`` or ``open``."""

    KIND = "word-classes"

    def __init__(self, vocabulary: Vocabulary, classes: NDArray[np.uint32]) -> None:
        self.vocabulary, self.classes = vocabulary, classes

    def __len__(self) -> int:
        """How many classes there are."""
        return int(self.classes.max(initial=0)) + 1

    def __repr__(self) -> str:
        return f"WordClasses({len(self)} classes of {len(self.vocabulary):,} words)"

    @classmethod
    def train(
        cls,
        source: os.PathLike[str] | Iterable[str],
        options: ClassOptions | None = None,
        *,
        progress: Report | None = None,
    ) -> WordClasses:
        """Find the classes with which a bigram model of classes explains a text best.

        Args:
            source: A file, or lines of words.
            options: How many classes, and how long; None for the defaults.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        lines = read_lines(source) if isinstance(source, os.PathLike) else source
        text, chosen = IntegerCorpus.encode(lines), options or ClassOptions()
        with shown("word classes", progress) as report:
            found = _core.exchange_classes(
                text.ids, text.offsets, len(text.vocabulary), chosen.count, chosen.rounds, report
            )
        return cls(Vocabulary(*text.vocabulary.arrays()), found)

    def of(self, word: str) -> int | None:
        """Return the class of a word; None if the text did not have it.

        Args:
            word: The word.
        """
        number = self.vocabulary.find(word)
        return None if number is None else int(self.classes[number])

    def names(self) -> dict[str, str]:
        """Return what stands for each word in a text of classes: the number of its class."""
        numbers = self.classes.tolist()
        return {self.vocabulary.word(word): str(one) for word, one in enumerate(numbers)}

    def lines(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield lines with the numbers of classes in the place of words, ``<unk>`` for unknown words.

        Args:
            lines: Lines of words.
        """
        names = self.names()
        for line in lines:
            yield " ".join(names.get(word, UNKNOWN) for word in line.split(" ") if word)

    def likelihood(self, lines: Iterable[str]) -> float:
        """Return the log likelihood of a text of these words in a bigram model of classes, but for a constant.

        Args:
            lines: Lines of words.
        """
        text = IntegerCorpus.encode(lines, self.vocabulary)
        return _core.class_likelihood(text.ids, text.offsets, self.classes)

    @classmethod
    def _read(cls, artifact: Artifact) -> Self:
        vocabulary = Vocabulary(*(artifact.array(name, kind) for name, kind in _VOCABULARY.items()))
        classes = artifact.array("classes", np.uint32)
        if classes.shape != (len(vocabulary),) or classes.max(initial=0) >= MOST:
            raise ModelError("expected a class, from 0, for each word")
        return cls(vocabulary, classes)

    def _write(self, out: ArtifactWriter) -> None:
        arrays: tuple[NDArray[Any], ...] = self.vocabulary.arrays()
        for name, values in zip(_VOCABULARY, arrays, strict=True):
            out.array(name, values)
        out.array("classes", self.classes)
        out.settings["classes"] = len(self)


def class_model(
    source: os.PathLike[str],
    classes: WordClasses,
    options: LMOptions | None = None,
    layout: LayoutOptions | None = None,
    threads: int = 1,
) -> LanguageModel:
    """Estimate an n-gram model of the classes of a text's words, which scores words: each as its class.

    Args:
        source: The text.
        classes: The classes of its words.
        options: Order, pruning and memory; None for the defaults.
        layout: How the model lies in memory; None for the defaults.
        threads: How many threads work; the model does not depend on it.
    """
    estimated = estimate(classes.lines(read_lines(source)), options, threads=threads)
    model = LanguageModel.build(estimated.take_ngrams(), layout)
    return model.of_members(classes.vocabulary, [str(one) for one in classes.classes.tolist()])
