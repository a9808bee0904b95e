"""A constituency parser with its own tagger, trained on bracketed trees.

    parser = train_constituency_parser(read_trees("train.trees"))
    (tree,) = parser.parse([["She", "sleeps", "."]])       # a ConstituencyTree; str(tree) is bracketed
    parser.save("english.constituency")
    parser = ConstituencyParser.open("english.constituency")

Spans are shifted, combined and labelled (Cross & Huang 2016), with the beam and the perceptron of the dependency
parser; see ``core/parse/span_system.hpp``. Several such parsers, which read in turn from the left and from the right,
vote on the constituents (``span_votes.py``).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec
import numpy as np

from dragoman.common.artifact import Artifact, ArtifactWriter
from dragoman.common.errors import FormatError
from dragoman.common.progress import progress
from dragoman.corpus.constituency import ConstituencyTree
from dragoman.parse.hidden_sentences import (
    HiddenSentenceParser,
    is_hidden,
    train_hidden_sentences,
)
from dragoman.parse.learning import Passes, Report
from dragoman.parse.linear_model import encode, naming_model, open_array, open_settings
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

KIND = "constituency-parser"
_PUNCTUATION = "parser.punctuation"


class ConstituencySettings(msgspec.Struct):
    """What ``model.toml`` says of a parser."""

    labels: list[str]
    """Chains of constituents over the same words, from the top down, with blanks between them."""
    beam: Annotated[int, msgspec.Meta(ge=1, le=10000)]
    parsers: Annotated[int, msgspec.Meta(ge=1, le=MOST_PARSERS)] = 1
    """How many vote."""
    hidden: bool = False
    """Whether there is a grammar for sentences whose words are hidden."""


class ConstituencyParser(TreeParser):
    """A trained parser; made by ``train_constituency_parser`` or ``ConstituencyParser.open``."""

    def __init__(
        self,
        tagger: Tagger,
        settings: ConstituencySettings,
        facts: TagFacts,
        parsers: Sequence[SpanParser],
        hidden: HiddenSentenceParser | None = None,
    ) -> None:
        self.tagger = tagger
        self.settings = settings
        self.threads = 1
        """How many sentences are parsed at once."""
        self._facts = facts
        self._parsers = parsers
        self._hidden = hidden

    def __repr__(self) -> str:
        tags, labels = len(self.tagger.tags), len(self.settings.labels)
        return f"<ConstituencyParser with {tags} tags and {labels} labels>"

    def parse(self, sentences: Sequence[Tokens]) -> list[ConstituencyTree | None]:
        """One tree for each sentence, under a node named TOP; None for an empty sentence."""
        trees = [self._hidden_tree(words) for words in sentences]
        places = [n for n, words in enumerate(sentences) if words and trees[n] is None]
        elected = self._elected([sentences[place] for place in places])
        for place, tree in zip(places, elected, strict=True):
            trees[place] = tree
        return trees

    def _hidden_tree(self, words: Tokens) -> ConstituencyTree | None:
        """The tree of a sentence whose words are hidden, if there is a grammar for it."""
        if self._hidden is None or not is_hidden(words):
            return None
        return self._hidden.parse(words)

    def _elected(self, sentences: Sequence[Tokens]) -> list[ConstituencyTree]:
        """The trees that the parsers vote for; no sentence is empty."""
        given = encode(sentences)
        text = TaggedTokens(sentences, given, self.tagger.tag_numbers(given, self.threads))
        limits = (self.settings.beam, self.threads)
        found = []
        for parser in self._parsers:
            with progress("parsing") as bar:
                found.append(parser.parse(text, self.settings.labels, self._facts, limits, bar))
        names = tag_names(self.tagger.tags)
        trees = []
        for number, words in enumerate(sentences):
            numbers = text.tags[text.ends[number] : text.ends[number + 1]].tolist()
            spans = elect([ballots[number] for ballots in found])
            trees.append(tree_of(spans, words, [names[tag] for tag in numbers]))
        return trees

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the parser as an artifact."""
        with ArtifactWriter(path, KIND) as out:
            self.tagger.write(out)
            out.settings.update(msgspec.to_builtins(self.settings))
            out.array(_PUNCTUATION, self._facts[1])
            for number, parser in enumerate(self._parsers):
                parser.write(out, _name(number))
            if self._hidden is not None:
                self._hidden.write(out)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> ConstituencyParser:
        """Opens a parser by memory-mapping."""
        with naming_model(path):
            return Artifact.read(path, KIND, cls._from_artifact)

    @classmethod
    def _from_artifact(cls, artifact: Artifact) -> ConstituencyParser:
        settings = open_settings(artifact, ConstituencySettings)
        tagger = Tagger.read(artifact)
        facts = tagger.tags.coarse, open_array(artifact, _PUNCTUATION, np.uint8)
        parsers = [
            SpanParser.read(artifact, _name(number), _backwards(number), len(settings.labels))
            for number in range(settings.parsers)
        ]
        hidden = None
        if settings.hidden:
            names = tag_names(tagger.tags)
            hidden = HiddenSentenceParser.read(artifact, settings.labels, names)
        parser = cls(tagger, settings, facts, parsers, hidden)
        parser.parse([])  # the core checks that all of it fits
        return parser


def _name(number: int) -> str:
    """Of a parser's arrays."""
    return f"parser{number + 1}" if number else "parser"


def _backwards(number: int) -> bool:
    return number % 2 == 1


def train_constituency_parser(
    trees: Iterable[ConstituencyTree],
    options: ConstituencyTraining | None = None,
    report: Report | None = None,
) -> ConstituencyParser:
    """Trains a tagger and parsers, without traces and function tags; ``report`` hears of every pass."""
    options = options or ConstituencyTraining()
    known = [plain for tree in trees if (plain := tree.strip()) is not None]
    if not known:
        raise FormatError("expected trees to train from, found none")
    labels = label_names(known)
    tags = TagSet.of([Tag("", name) for name in tree.tags()] for tree in known)
    shown = [tree for tree in known if not is_hidden(tree.words())]
    hidden = None
    if len(shown) < len(known):
        hidden = train_hidden_sentences(known, labels, tag_names(tags))
    shown = shown or known
    tagged = [[Tag("", name) for name in tree.tags()] for tree in shown]
    sentences = [tree.words() for tree in shown]
    numbers = [tags.encode([names]) for names in tagged]
    tagger = fit_tagger(tags, sentences, numbers, options.tagger, report)
    seen_tags = cross_tag(tags, sentences, numbers, options, report)
    text = TaggedTokens(sentences, encode(sentences), seen_tags)
    facts = tags.coarse, punctuation_tags(tags, tagged, sentences)
    parsers = []
    for number in range(options.parsers):
        stage = "parser" if options.parsers == 1 else f"parser {number + 1} of {options.parsers}"
        passes = Passes(stage, options.iterations, len(shown), options.seed + number)
        how = _backwards(number), options.beam
        parsers.append(train_span_parser(shown, text, labels, facts, *how, passes, report))
    settings = ConstituencySettings(labels, options.beam, options.parsers, hidden is not None)
    return ConstituencyParser(tagger, settings, facts, parsers, hidden)
