"""A part-of-speech tagger that is trained on tagged sentences.

    tagger = Tagger.train([(["She", "sleeps"], [Tag("PRON", "PRP"), Tag("VERB", "VBZ")]), ...])
    tagger.tag([["They", "sleep"]])
    tagger.save("english.tagger")
    tagger = Tagger.open("english.tagger")

It goes from left to right with a small beam and an averaged perceptron (Collins 2002); ``core/parse/tagging.cpp``
lists the features.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Annotated, Any, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from dragoman._core import ParserInput, TaggerTrainer, count_tags, tag_sentences
from dragoman.common.errors import FormatError
from dragoman.common.progress import Report, watched
from dragoman.common.progress import progress as shown
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.saved import Saved
from dragoman.parse.learning import OnPass, Passes, TrainingPass, run_passes
from dragoman.parse.linear_model import (
    Numbers,
    Weights,
    encode,
    open_array,
    open_settings,
)
from dragoman.parse.parser import Tokens
from dragoman.parse.tags import Tag, TagSet
from dragoman.parse.training import CrossTraining, TaggerTraining

TaggedSentence = tuple[Tokens, Sequence[Tag]]
Dictionary = tuple[NDArray[np.uint32], NDArray[np.uint32], Numbers]
"""Hashes of frequent words, where the tags of each begin, tags."""
_DICTIONARY = {"words": np.uint32, "offsets": np.uint32, "tags": np.uint16}


class TaggerSettings(msgspec.Struct):
    """What ``model.toml`` says of a tagger."""

    tags: list[tuple[str, str]]
    tagger_beam: Annotated[int, msgspec.Meta(ge=1, le=10000)]


class Tagger(Saved):
    """A trained tagger; made by ``Tagger.train`` or ``Tagger.open``."""

    KIND = "tagger"

    def __init__(self, tags: TagSet, beam: int, dictionary: Dictionary, weights: Weights) -> None:
        self.tags = tags
        self.beam = beam
        self._dictionary = dictionary
        self._weights = weights

    def __repr__(self) -> str:
        return f"Tagger({len(self.tags)} tags)"

    @classmethod
    def train(
        cls,
        sentences: Iterable[TaggedSentence],
        options: TaggerTraining | None = None,
        *,
        on_pass: OnPass | None = None,
        progress: Report | None = None,
    ) -> Tagger:
        """Train a tagger.

        Args:
            sentences: Words and their tags.
            options: How to train; None for the defaults.
            on_pass: Called after every pass over the sentences with what it found.
            progress: Called with the work done and the total; what it raises stops the training.
        """
        known = [(words, tags) for words, tags in sentences if words]
        if not known:
            raise FormatError("expected tagged sentences to train from, found none")
        tag_set = TagSet.of(tags for _, tags in known)
        numbers = [tag_set.encode([tags]) for _, tags in known]
        words = [words for words, _ in known]
        with watched(progress):
            return fit_tagger(tag_set, words, numbers, options or TaggerTraining(), on_pass)

    def tag(
        self, sentences: Sequence[Tokens], threads: int = 1, progress: Report | None = None
    ) -> list[list[Tag]]:
        """Return the tags of each sentence's words.

        Args:
            sentences: The words of each sentence.
            threads: How many sentences are parsed at once; the trees do not depend on it.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        with watched(progress):
            numbers = self.tag_numbers(encode(sentences), threads)
        names = [self.tags.tags[number] for number in numbers.tolist()]
        ends = np.cumsum([0, *map(len, sentences)]).tolist()
        return [names[begin:end] for begin, end in pairwise(ends)]

    def tag_numbers(self, sentences: ParserInput, threads: int = 1) -> Numbers:
        """Return the numbers of all words' tags, end to end.

        Args:
            sentences: The words of each sentence, encoded.
            threads: How many threads work; the result does not depend on it.
        """
        with shown("tagging") as bar:
            return tag_sentences(
                sentences, self._weights.model, self._dictionary, self.beam, threads, bar
            )

    def _write(self, out: ArtifactWriter) -> None:
        out.settings["tags"] = [list(tag) for tag in self.tags.tags]
        out.settings["tagger_beam"] = self.beam
        self._weights.write(out, "tagger")
        arrays: tuple[NDArray[Any], ...] = self._dictionary
        for name, values in zip(_DICTIONARY, arrays, strict=True):
            out.array(f"tagger.{name}", values)

    @classmethod
    def _read(cls, artifact: Artifact) -> Self:
        settings = open_settings(artifact, TaggerSettings)
        tags = TagSet([Tag(*pair) for pair in settings.tags])
        words, offsets, numbers = (
            open_array(artifact, f"tagger.{name}", kind) for name, kind in _DICTIONARY.items()
        )
        weights = Weights.from_artifact(artifact, "tagger", len(tags))
        tagger = cls(tags, settings.tagger_beam, (words, offsets, numbers), weights)
        tagger.tag([])  # the core checks the dictionary
        return tagger


def fit_tagger(
    tags: TagSet,
    sentences: Sequence[Tokens],
    numbers: Sequence[Numbers],
    options: TaggerTraining,
    on_pass: OnPass | None = None,
) -> Tagger:
    """Trains a tagger on sentences whose tags are numbered."""
    given, flat = encode(sentences), np.concatenate(numbers)
    dictionary = count_tags(given, flat, options.frequent)
    trainer = TaggerTrainer(given, flat, dictionary, len(tags), options.beam)
    run_passes(trainer, Passes("tagger", options.iterations, len(sentences), options.seed), on_pass)
    return Tagger(tags, options.beam, dictionary, Weights(trainer.average(), len(tags)))


def cross_tag(
    tags: TagSet,
    sentences: Sequence[Tokens],
    numbers: Sequence[Numbers],
    training: CrossTraining,
    on_pass: OnPass | None = None,
) -> Numbers:
    """Tags for all sentences, by taggers that were not trained on them.

    A parser that is trained on such tags is used to their errors, and makes fewer errors itself later.

    The sentences are divided into folds. With one fold, or fewer sentences than folds, the right tags are returned.
    """
    folds = training.folds
    if folds < 2 or len(sentences) < folds:
        return np.concatenate(numbers)
    bounds = [len(sentences) * fold // folds for fold in range(folds + 1)]
    found = []
    for fold, (begin, end) in enumerate(pairwise(bounds), 1):
        others = [*sentences[:begin], *sentences[end:]]
        tagger = fit_tagger(tags, others, [*numbers[:begin], *numbers[end:]], training.tagger)
        found.append(tagger.tag_numbers(encode(sentences[begin:end])))
        if on_pass is not None:
            ends = np.cumsum([len(words) for words in sentences[begin:end]])[:-1]
            pairs = zip(np.split(found[-1], ends), numbers[begin:end], strict=True)
            right = sum(bool((ours == gold).all()) for ours, gold in pairs)
            on_pass(TrainingPass("tags for the parser", fold, folds, right, end - begin))
    return np.concatenate(found)
