"""A dependency parser with its own tagger, trained on a treebank.

    parser = train_parser(read_conllu("train.conllu"))
    parser.parse([["She", "sleeps", "."]])
    parser.save("english.parser")
    parser = DependencyParser.open("english.parser")

Arc-hybrid transitions, a beam, and a structured perceptron with the features of Zhang & Nivre (2011); see
``core/parse``. Trees are projective: crossing arcs of the treebank are lifted for training.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Annotated

import msgspec
import numpy as np
from numpy.typing import NDArray

from dragoman._core import DependencyTrainer, parse_dependencies
from dragoman.common.artifact import Artifact, ArtifactWriter
from dragoman.common.errors import FormatError
from dragoman.common.progress import progress
from dragoman.corpus.dependency import ROOT, DependencyTree
from dragoman.parse.learning import Passes, Report, run_passes
from dragoman.parse.linear_model import (
    Weights,
    encode,
    naming_model,
    open_array,
    open_settings,
)
from dragoman.parse.parser import Tokens
from dragoman.parse.tagger import Tagger, cross_tag, fit_tagger
from dragoman.parse.tags import TagSet, tags_of
from dragoman.parse.training import ParserTraining

KIND = "dependency-parser"


class ParserSettings(msgspec.Struct):
    """What ``model.toml`` says of a parser."""

    labels: list[str]
    one_root: bool
    beam: Annotated[int, msgspec.Meta(ge=1, le=10000)]


class DependencyParser:
    """A trained parser; made by ``train_parser`` or ``DependencyParser.open``."""

    def __init__(
        self,
        tagger: Tagger,
        settings: ParserSettings,
        label_uses: NDArray[np.uint8],
        weights: Weights,
    ) -> None:
        self.tagger = tagger
        self.settings = settings
        self.threads = 1
        """How many sentences are parsed at once."""
        self._label_uses = label_uses
        self._weights = weights

    def __repr__(self) -> str:
        tags, labels = len(self.tagger.tags), len(self.settings.labels)
        return f"<DependencyParser with {tags} tags and {labels} labels>"

    def parse(self, sentences: Sequence[Tokens]) -> list[DependencyTree]:
        """One tree for each sentence, with tags and labels."""
        given, tag_set = encode(sentences), self.tagger.tags
        numbers = self.tagger.tag_numbers(given, self.threads)
        with progress("parsing") as bar:
            heads, labels = parse_dependencies(
                given,
                numbers,
                tag_set.coarse,
                self._weights.model,
                self._label_uses,
                self.settings.one_root,
                self.settings.beam,
                self.threads,
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

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the parser as an artifact."""
        with ArtifactWriter(path, KIND) as out:
            self.tagger.write(out)
            out.settings.update(msgspec.to_builtins(self.settings))
            out.array("parser.label_uses", self._label_uses)
            self._weights.write(out, "parser")

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> DependencyParser:
        """Opens a parser by memory-mapping."""
        with naming_model(path):
            return Artifact.read(path, KIND, cls._from_artifact)

    @classmethod
    def _from_artifact(cls, artifact: Artifact) -> DependencyParser:
        settings = open_settings(artifact, ParserSettings)
        uses = open_array(artifact, "parser.label_uses", np.uint8)
        weights = Weights.open(artifact, "parser", 1 + 2 * len(settings.labels))
        parser = cls(Tagger.read(artifact), settings, uses, weights)
        parser.parse([])  # the core checks that all of it fits
        return parser


def train_parser(
    trees: Iterable[DependencyTree],
    options: ParserTraining | None = None,
    report: Report | None = None,
) -> DependencyParser:
    """Trains a tagger and a parser; ``report`` hears of every pass."""
    options = options or ParserTraining()
    known = _training_trees(trees)
    tags = TagSet.of(map(tags_of, known))
    sentences = [tree.words for tree in known]
    numbers = [tags.encode([tags_of(tree)]) for tree in known]
    tagger = fit_tagger(tags, sentences, numbers, options.tagger, report)
    seen_tags = cross_tag(tags, sentences, numbers, options, report)
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
    run_passes(trainer, Passes("parser", options.iterations, len(known), options.seed), report)
    settings = ParserSettings(names, trainer.one_root, options.beam)
    weights = Weights(trainer.average(), 1 + 2 * len(names))
    return DependencyParser(tagger, settings, trainer.label_uses(), weights)


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
