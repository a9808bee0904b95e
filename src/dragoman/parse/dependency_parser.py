"""A dependency parser with its own tagger, trained on a treebank.

    parser = DependencyParser.train(read_conllu("train.conllu"))
    parser.parse([["She", "sleeps", "."]])
    parser.save("english.parser")
    parser = DependencyParser.open("english.parser")

Arc-hybrid transitions, a beam, and a structured perceptron with the features of Zhang & Nivre (2011); see
``core/parse``. Trees are projective: crossing arcs of the treebank are lifted for training.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Annotated, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from dragoman._core import DependencyTrainer, parse_dependencies
from dragoman.common.errors import FormatError
from dragoman.common.progress import Report, watched
from dragoman.common.progress import progress as shown
from dragoman.corpus.dependency import ROOT, DependencyTree
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.saved import Saved
from dragoman.parse.learning import OnPass, Passes, run_passes
from dragoman.parse.linear_model import (
    Weights,
    encode,
    open_array,
    open_settings,
)
from dragoman.parse.parser import Tokens
from dragoman.parse.tagger import Tagger, cross_tag, fit_tagger
from dragoman.parse.tags import TagSet, tags_of
from dragoman.parse.training import ParserTraining


class ParserSettings(msgspec.Struct):
    """What ``model.toml`` says of a parser."""

    labels: list[str]
    one_root: bool
    beam: Annotated[int, msgspec.Meta(ge=1, le=10000)]


class DependencyParser(Saved):
    """A trained parser; made by ``DependencyParser.train`` or ``DependencyParser.open``."""

    KIND = "dependency-parser"

    def __init__(
        self,
        tagger: Tagger,
        settings: ParserSettings,
        label_uses: NDArray[np.uint8],
        weights: Weights,
    ) -> None:
        self.tagger = tagger
        self.settings = settings
        self._label_uses = label_uses
        self._weights = weights

    def __repr__(self) -> str:
        tags, labels = len(self.tagger.tags), len(self.settings.labels)
        return f"DependencyParser({tags} tags, {labels} labels)"

    @classmethod
    def train(
        cls,
        trees: Iterable[DependencyTree],
        options: ParserTraining | None = None,
        *,
        on_pass: OnPass | None = None,
        progress: Report | None = None,
    ) -> DependencyParser:
        """Train a tagger and a parser.

        Args:
            trees: A treebank, with tags and labels.
            options: How to train; None for the defaults.
            on_pass: Called after every pass over the trees with what it found.
            progress: Called with the work done and the total; what it raises stops the training.
        """
        with watched(progress):
            return cls._train(trees, options or ParserTraining(), on_pass)

    @classmethod
    def _train(
        cls, trees: Iterable[DependencyTree], options: ParserTraining, on_pass: OnPass | None
    ) -> DependencyParser:
        known = _training_trees(trees)
        tags = TagSet.of(map(tags_of, known))
        sentences = [tree.words for tree in known]
        numbers = [tags.encode([tags_of(tree)]) for tree in known]
        tagger = fit_tagger(tags, sentences, numbers, options.tagger, on_pass)
        seen_tags = cross_tag(tags, sentences, numbers, options, on_pass)
        names = sorted({label for tree in known for label in tree.labels})
        label_numbers = {name: number for number, name in enumerate(names)}
        given = encode(sentences)
        trainer = DependencyTrainer(
            given,
            seen_tags,
            tags.coarse,
            np.array([_head(tree, head) for tree in known for head in tree.heads], np.int32),
            np.array([label_numbers[label] for tree in known for label in tree.labels], np.uint16),
            len(names),
            options.beam,
        )
        run_passes(trainer, Passes("parser", options.iterations, len(known), options.seed), on_pass)
        settings = ParserSettings(names, trainer.one_root, options.beam)
        weights = Weights(trainer.average(), 1 + 2 * len(names))
        return cls(tagger, settings, trainer.label_uses(), weights)

    def parse(
        self, sentences: Sequence[Tokens], threads: int = 1, progress: Report | None = None
    ) -> list[DependencyTree]:
        """Return one tree for each sentence, with tags and labels.

        Args:
            sentences: The words of each sentence.
            threads: How many sentences are parsed at once; the trees do not depend on it.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        given, tag_set = encode(sentences), self.tagger.tags
        numbers = self.tagger.tag_numbers(given, threads)
        with shown("parsing", progress) as bar:
            heads, labels = parse_dependencies(
                given,
                numbers,
                tag_set.coarse,
                self._weights.model,
                self._label_uses,
                self.settings.one_root,
                self.settings.beam,
                threads,
                bar,
            )
        tags = [tag_set.tags[number] for number in numbers.tolist()]
        names = [self.settings.labels[number] for number in labels.tolist()]
        ends = np.cumsum([0, *map(len, sentences)]).tolist()
        trees = []
        for words, (begin, end) in zip(sentences, pairwise(ends), strict=True):
            trees.append(
                DependencyTree(
                    tuple(words),
                    tuple(ROOT if h == end - begin else h for h in heads[begin:end].tolist()),
                    tags=tuple(tag.upos for tag in tags[begin:end]) if tag_set.has_upos else (),
                    xpos=tuple(tag.xpos for tag in tags[begin:end]) if tag_set.has_xpos else (),
                    labels=tuple(names[begin:end]),
                )
            )
        return trees

    def _write(self, out: ArtifactWriter) -> None:
        self.tagger._write(out)
        out.settings.update(msgspec.to_builtins(self.settings))
        out.array("parser.label_uses", self._label_uses)
        self._weights.write(out, "parser")

    @classmethod
    def _read(cls, artifact: Artifact) -> Self:
        settings = open_settings(artifact, ParserSettings)
        uses = open_array(artifact, "parser.label_uses", np.uint8)
        weights = Weights.from_artifact(artifact, "parser", 1 + 2 * len(settings.labels))
        parser = cls(Tagger._read(artifact), settings, uses, weights)
        parser.parse([])  # the core checks that all of it fits
        return parser


def _training_trees(trees: Iterable[DependencyTree]) -> list[DependencyTree]:
    known = []
    for number, tree in enumerate(trees, 1):
        if len(tree) == 0:
            continue
        if not (tree.tags or tree.xpos) or not tree.labels:
            raise FormatError(f"sentence {number}: training needs tags and labels")
        known.append(replace(tree, comments=(), document=""))
    if not known:
        raise FormatError("expected trees to train from, found none")
    return known


def _head(tree: DependencyTree, head: int) -> int:
    return len(tree) if head == ROOT else head
