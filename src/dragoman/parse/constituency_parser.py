"""A constituency parser with its own tagger, trained on bracketed trees.

    parser = ConstituencyParser.train(read_trees("train.trees"))
    (tree,) = parser.parse([["She", "sleeps", "."]])       # a ConstituencyTree; str(tree) is bracketed
    parser.save("english.constituency")
    parser = ConstituencyParser.open("english.constituency")

Spans are shifted, combined and labelled (Cross & Huang 2016), with the beam and the perceptron of the dependency
parser; see ``core/parse/span_system.hpp``. Several such parsers, which read in turn from the left and from the right,
vote on the constituents (``span_votes.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Self

import msgspec
import numpy as np

from dragoman.common.errors import FormatError
from dragoman.common.progress import Report, watched
from dragoman.common.progress import progress as shown
from dragoman.corpus.constituency import ConstituencyTree
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.io.saved import Saved
from dragoman.parse.learning import OnPass, Passes
from dragoman.parse.linear_model import encode, open_array, open_settings
from dragoman.parse.parser import Tokens
from dragoman.parse.span_actions import tree_of
from dragoman.parse.span_labels import punctuation_tags
from dragoman.parse.span_parser import (
    SpanParser,
    TagFacts,
    TaggedTokens,
    label_names,
    train_span_parser,
)
from dragoman.parse.span_votes import elect
from dragoman.parse.tagger import Tagger, cross_tag, fit_tagger
from dragoman.parse.tags import Tag, TagSet, tag_names
from dragoman.parse.training import MOST_PARSERS, ConstituencyTraining
from dragoman.parse.tree_parser import TreeParser

_PUNCTUATION = "parser.punctuation"


class ConstituencySettings(msgspec.Struct):
    """What ``model.toml`` says of a parser."""

    labels: list[str]
    """Chains of constituents over the same words, from the top down, with blanks between them."""
    beam: Annotated[int, msgspec.Meta(ge=1, le=10000)]
    parsers: Annotated[int, msgspec.Meta(ge=1, le=MOST_PARSERS)] = 1
    """How many vote."""


class ConstituencyParser(Saved, TreeParser):
    """A trained parser; made by ``ConstituencyParser.train`` or ``ConstituencyParser.open``."""

    KIND = "constituency-parser"

    def __init__(
        self,
        tagger: Tagger,
        settings: ConstituencySettings,
        facts: TagFacts,
        parsers: Sequence[SpanParser],
    ) -> None:
        self.tagger = tagger
        self.settings = settings
        self._facts = facts
        self._parsers = parsers

    def __repr__(self) -> str:
        tags, labels = len(self.tagger.tags), len(self.settings.labels)
        return f"ConstituencyParser({tags} tags, {labels} labels)"

    @classmethod
    def train(
        cls,
        trees: Iterable[ConstituencyTree],
        options: ConstituencyTraining | None = None,
        *,
        on_pass: OnPass | None = None,
        progress: Report | None = None,
    ) -> ConstituencyParser:
        """Train a tagger and parsers, without traces and function tags.

        Args:
            trees: A treebank.
            options: How to train; None for the defaults.
            on_pass: Called after every pass over the trees with what it found.
            progress: Called with the work done and the total; what it raises stops the training.
        """
        with watched(progress):
            return cls._train(trees, options or ConstituencyTraining(), on_pass)

    @classmethod
    def _train(
        cls,
        trees: Iterable[ConstituencyTree],
        options: ConstituencyTraining,
        on_pass: OnPass | None,
    ) -> ConstituencyParser:
        known = [plain for tree in trees if (plain := tree.strip()) is not None]
        if not known:
            raise FormatError("expected trees to train from, found none")
        labels = label_names(known)
        tags = TagSet.of([Tag("", name) for name in tree.tags()] for tree in known)
        tagged = [[Tag("", name) for name in tree.tags()] for tree in known]
        sentences = [tree.words() for tree in known]
        numbers = [tags.encode([names]) for names in tagged]
        tagger = fit_tagger(tags, sentences, numbers, options.tagger, on_pass)
        seen_tags = cross_tag(tags, sentences, numbers, options, on_pass)
        text = TaggedTokens(sentences, encode(sentences), seen_tags)
        facts = tags.coarse, punctuation_tags(tags, tagged, sentences)
        parsers = []
        for number in range(options.parsers):
            stage = (
                "parser" if options.parsers == 1 else f"parser {number + 1} of {options.parsers}"
            )
            passes = Passes(stage, options.iterations, len(known), options.seed + number)
            how = _backwards(number), options.beam
            parsers.append(train_span_parser(known, text, labels, facts, *how, passes, on_pass))
        settings = ConstituencySettings(labels, options.beam, options.parsers)
        return cls(tagger, settings, facts, parsers)

    def parse(
        self, sentences: Sequence[Tokens], threads: int = 1, progress: Report | None = None
    ) -> list[ConstituencyTree | None]:
        """Return one tree for each sentence, under a node named TOP; None for an empty sentence.

        Args:
            sentences: The words of each sentence.
            threads: How many sentences are parsed at once; the trees do not depend on it.
            progress: Called with the work done and the total; what it raises stops the work.
        """
        with watched(progress):
            elected = iter(self._elected([words for words in sentences if words], threads))
        return [next(elected) if words else None for words in sentences]

    def _elected(self, sentences: Sequence[Tokens], threads: int) -> list[ConstituencyTree]:
        """The trees that the parsers vote for; no sentence is empty."""
        given = encode(sentences)
        text = TaggedTokens(sentences, given, self.tagger.tag_numbers(given, threads))
        limits = (self.settings.beam, threads)
        found = []
        for parser in self._parsers:
            with shown("parsing") as bar:
                found.append(parser.parse(text, self.settings.labels, self._facts, limits, bar))
        names = tag_names(self.tagger.tags)
        trees = []
        for number, words in enumerate(sentences):
            numbers = text.tags[text.ends[number] : text.ends[number + 1]].tolist()
            spans = elect([ballots[number] for ballots in found])
            trees.append(tree_of(spans, words, [names[tag] for tag in numbers]))
        return trees

    def _write(self, out: ArtifactWriter) -> None:
        self.tagger._write(out)
        out.settings.update(msgspec.to_builtins(self.settings))
        out.array(_PUNCTUATION, self._facts[1])
        for number, parser in enumerate(self._parsers):
            parser.write(out, _name(number))

    @classmethod
    def _read(cls, artifact: Artifact) -> Self:
        settings = open_settings(artifact, ConstituencySettings)
        tagger = Tagger._read(artifact)
        facts = tagger.tags.coarse, open_array(artifact, _PUNCTUATION, np.uint8)
        parsers = [
            SpanParser.from_artifact(
                artifact, _name(number), _backwards(number), len(settings.labels)
            )
            for number in range(settings.parsers)
        ]
        parser = cls(tagger, settings, facts, parsers)
        parser.parse([])  # the core checks that all of it fits
        return parser


def _name(number: int) -> str:
    """Of a parser's arrays."""
    return f"parser{number + 1}" if number else "parser"


def _backwards(number: int) -> bool:
    return number % 2 == 1
