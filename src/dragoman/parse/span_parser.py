"""One constituency parser of several that vote: it reads sentences from the left, or from the right.

To read from the right is to read mirrored sentences, trained on mirrored trees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from dragoman._core import ParserInput, SpanTrainer, parse_spans
from dragoman.corpus.constituency import ConstituencyTree
from dragoman.io.artifact import Artifact, ArtifactWriter
from dragoman.parse.learning import OnPass, Passes, run_passes
from dragoman.parse.linear_model import Numbers, Weights, encode, open_array
from dragoman.parse.parser import Tokens
from dragoman.parse.span_actions import (
    FIRST_LABEL,
    Spans,
    Step,
    mirrored,
    mirrored_tree,
    spans_of,
    tree_steps,
)
from dragoman.parse.span_labels import label_uses

TagFacts = tuple[Numbers, NDArray[np.uint8]]
"""For each tag the number of its universal part, and whether it is one of punctuation."""


class TaggedTokens:
    """Sentences and the numbers of their tags, end to end."""

    def __init__(self, sentences: Sequence[Tokens], given: ParserInput, tags: Numbers) -> None:
        self.sentences, self.given, self.tags = sentences, given, tags
        self.ends: list[int] = np.cumsum([0, *map(len, sentences)]).tolist()

    @cached_property
    def mirror(self) -> TaggedTokens:
        """The same sentences, read from the right."""
        sentences = [words[::-1] for words in self.sentences]
        parts = [self.tags[begin:end][::-1] for begin, end in pairwise(self.ends)]
        tags = np.concatenate([*parts, self.tags[:0]])
        return TaggedTokens(sentences, encode(sentences), tags)


class SpanParser:
    """A trained parser without its tagger."""

    def __init__(self, backwards: bool, uses: NDArray[np.uint8], weights: Weights) -> None:
        self.backwards, self._uses, self._weights = backwards, uses, weights

    def parse(
        self,
        text: TaggedTokens,
        labels: Sequence[str],
        facts: TagFacts,
        limits: tuple[int, int],
        bar: Callable[[int, int], None] | None = None,
    ) -> list[Spans]:
        """The labelled spans of each sentence; ``limits`` are the beam and the number of threads."""
        read = text.mirror if self.backwards else text
        coarse, punctuation = facts
        beam, threads = limits
        weights, uses = self._weights.model, self._uses
        actions = parse_spans(
            read.given, read.tags, coarse, weights, uses, punctuation, beam, threads, bar
        )
        steps: list[Step] = [*range(FIRST_LABEL), *labels]
        found = []
        done = 0
        for words in read.sentences:
            count = max(0, 4 * len(words) - 2)
            spans = spans_of(steps[action] for action in actions[done : done + count].tolist())
            found.append(mirrored(spans, len(words)) if self.backwards else spans)
            done += count
        return found

    def write(self, out: ArtifactWriter, name: str) -> None:
        """Stores it as arrays of this name."""
        out.array(f"{name}.label_uses", self._uses)
        self._weights.write(out, name)

    @classmethod
    def from_artifact(
        cls, artifact: Artifact, name: str, backwards: bool, labels: int
    ) -> SpanParser:
        """The parser that was stored under this name."""
        uses = open_array(artifact, f"{name}.label_uses", np.uint8)
        return cls(backwards, uses, Weights.from_artifact(artifact, name, FIRST_LABEL + labels))


def label_names(trees: Sequence[ConstituencyTree]) -> list[str]:
    """The labels of all spans; their order, and so a label's number, is alphabetical."""
    steps = chain.from_iterable(map(tree_steps, trees))
    return sorted({step for step in steps if isinstance(step, str)})


def train_span_parser(
    trees: Sequence[ConstituencyTree],
    text: TaggedTokens,
    labels: Sequence[str],
    facts: TagFacts,
    backwards: bool,
    beam: int,
    passes: Passes,
    on_pass: OnPass | None,
) -> SpanParser:
    """Trains a parser on trees and on the tags that a tagger gave their words."""
    read = text.mirror if backwards else text
    known = list(map(mirrored_tree, trees)) if backwards else trees
    steps = list(map(tree_steps, known))
    numbers: dict[Step, int] = {name: FIRST_LABEL + n for n, name in enumerate(labels)}
    actions = np.array([numbers.get(step, step) for step in chain.from_iterable(steps)], np.uint16)
    uses = label_uses(labels, known, steps)
    coarse, punctuation = facts
    trainer = SpanTrainer(read.given, read.tags, coarse, actions, uses, punctuation, beam)
    run_passes(trainer, passes, on_pass)
    return SpanParser(backwards, uses, Weights(trainer.average(), FIRST_LABEL + len(labels)))
