"""A constituency parser with its own tagger, trained on bracketed trees.

    parser = train_constituency_parser(read_trees("train.trees"))
    (tree,) = parser.parse([["She", "sleeps", "."]])       # a ConstituencyTree; str(tree) is bracketed
    parser.save("english.constituency")
    parser = ConstituencyParser.open("english.constituency")

Spans are shifted, combined and labelled (Cross & Huang 2016), with the beam and the perceptron of the dependency
parser; see ``core/parse/span_system.hpp``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import Annotated

import msgspec
import numpy as np
from numpy.typing import NDArray

from dragoman._core import SpanTrainer, parse_spans
from dragoman.common.artifact import Artifact, ArtifactWriter
from dragoman.common.errors import FormatError
from dragoman.common.progress import progress
from dragoman.corpus.constituency import ConstituencyTree
from dragoman.parse.learning import Passes, Report, run_passes
from dragoman.parse.linear_model import (
    Weights,
    encode,
    naming_model,
    open_array,
    open_settings,
)
from dragoman.parse.parser import Tokens
from dragoman.parse.span_actions import FIRST_LABEL, Step, tree_of, tree_steps
from dragoman.parse.span_labels import label_uses, punctuation_tags
from dragoman.parse.tagger import Tagger, cross_tag, fit_tagger
from dragoman.parse.tags import Tag, TagSet
from dragoman.parse.training import ConstituencyTraining
from dragoman.parse.tree_parser import TreeParser

KIND = "constituency-parser"
_ARRAYS = ("label_uses", "punctuation")


class ConstituencySettings(msgspec.Struct):
    """What ``model.toml`` says of a parser."""

    labels: list[str]
    """Chains of constituents over the same words, from the top down, with blanks between them."""
    beam: Annotated[int, msgspec.Meta(ge=1, le=10000)]


class ConstituencyParser(TreeParser):
    """A trained parser; made by ``train_constituency_parser`` or ``ConstituencyParser.open``."""

    def __init__(
        self,
        tagger: Tagger,
        settings: ConstituencySettings,
        uses: tuple[NDArray[np.uint8], NDArray[np.uint8]],
        weights: Weights,
    ) -> None:
        self.tagger = tagger
        self.settings = settings
        self.threads = 1
        """How many sentences are parsed at once."""
        self._uses = uses
        self._weights = weights

    def __repr__(self) -> str:
        tags, labels = len(self.tagger.tags), len(self.settings.labels)
        return f"<ConstituencyParser with {tags} tags and {labels} labels>"

    def parse(self, sentences: Sequence[Tokens]) -> list[ConstituencyTree | None]:
        """One tree for each sentence, under a node named TOP; None for an empty sentence."""
        given, tag_set = encode(sentences), self.tagger.tags
        numbers = self.tagger.tag_numbers(given, self.threads)
        beam, threads = self.settings.beam, self.threads
        with progress("parsing") as bar:
            actions = parse_spans(
                given, numbers, tag_set.coarse, self._weights.model, *self._uses, beam, threads, bar
            )
        steps: list[Step] = [
            *range(FIRST_LABEL),
            *self.settings.labels,
        ]
        names = [tag.xpos or tag.upos for tag in tag_set.tags]
        ends = np.cumsum([0, *map(len, sentences)]).tolist()
        trees: list[ConstituencyTree | None] = []
        done = 0
        for words, (begin, end) in zip(sentences, pairwise(ends), strict=True):
            if begin == end:
                trees.append(None)
                continue
            count = 4 * len(words) - 2
            made = [steps[action] for action in actions[done : done + count].tolist()]
            tags = [names[number] for number in numbers[begin:end].tolist()]
            trees.append(tree_of(made, words, tags))
            done += count
        return trees

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the parser as an artifact."""
        with ArtifactWriter(path, KIND) as out:
            self.tagger.write(out)
            out.settings.update(msgspec.to_builtins(self.settings))
            for name, values in zip(_ARRAYS, self._uses, strict=True):
                out.array(f"parser.{name}", values)
            self._weights.write(out, "parser")

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> ConstituencyParser:
        """Opens a parser by memory-mapping."""
        with naming_model(path):
            artifact = Artifact.open(path, KIND)
            settings = open_settings(artifact, ConstituencySettings)
            uses, punctuation = (open_array(artifact, f"parser.{n}", np.uint8) for n in _ARRAYS)
            weights = Weights.open(artifact, "parser", FIRST_LABEL + len(settings.labels))
            parser = cls(Tagger.read(artifact), settings, (uses, punctuation), weights)
            parser.parse([])  # the core checks that all of it fits
            return parser


def train_constituency_parser(
    trees: Iterable[ConstituencyTree],
    options: ConstituencyTraining | None = None,
    report: Report | None = None,
) -> ConstituencyParser:
    """Trains a tagger and a parser, without traces and function tags; ``report`` hears of every pass."""
    options = options or ConstituencyTraining()
    known = [plain for tree in trees if (plain := tree.strip()) is not None]
    if not known:
        raise FormatError("expected trees to train from, found none")
    tagged = [[Tag("", name) for name in tree.tags()] for tree in known]
    tags = TagSet.of(tagged)
    sentences = [tree.words() for tree in known]
    numbers = [tags.encode([names]) for names in tagged]
    tagger = fit_tagger(tags, sentences, numbers, options.tagger, report)
    seen_tags = cross_tag(tags, sentences, numbers, options, report)
    steps = [tree_steps(tree) for tree in known]
    names = sorted({step for step in chain.from_iterable(steps) if isinstance(step, str)})
    label_numbers: dict[Step, int] = {name: FIRST_LABEL + n for n, name in enumerate(names)}
    actions = [label_numbers.get(step, step) for step in chain.from_iterable(steps)]
    uses = (label_uses(names, known, steps), punctuation_tags(tags, tagged, sentences))
    given = encode(sentences)
    trainer = SpanTrainer(
        given, seen_tags, tags.coarse, np.array(actions, np.uint16), *uses, options.beam
    )
    run_passes(trainer, Passes("parser", options.iterations, len(known), options.seed), report)
    weights = Weights(trainer.average(), FIRST_LABEL + len(names))
    return ConstituencyParser(tagger, ConstituencySettings(names, options.beam), uses, weights)
