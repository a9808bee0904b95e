"""Trees of sentences whose words are hidden: a treebank that may not show a text puts underscores in their place.

All that is known of such a sentence is how long its words are (GUM has some hundreds: "___ ____ _" for "She left .").
Any tree is improbable then. What can be found are constituents that are not: the tree is the one with the most
constituents that can be expected to be right, where one is kept if it is probable enough (Goodman 1996, labelled
recall, with a price for each constituent).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from dragoman.common.artifact import Artifact, ArtifactWriter
from dragoman.corpus.constituency import ConstituencyTree
from dragoman.parse.inside_outside import InsideOutside
from dragoman.parse.length_grammar import NONE, Floats, LengthGrammar, count_grammar, lengths_of
from dragoman.parse.parser import Tokens
from dragoman.parse.span_actions import TOP, Span, Spans, tree_of
from dragoman.parse.span_votes import MOST_NESTED, nesting

LONGEST = 80
"""Words of a sentence, at most: the time grows with their cube."""
PROBABLE = 0.15
"""A constituent as probable as this is kept. F1 is highest if that is half of the F1 that can be reached (Lipton,
Elkan & Naryanaswamy 2014), and with lengths alone 30% can."""
HIDDEN_TIMES = 5
"""How many times a hidden sentence counts in the grammar: it is of the kind of text that is hidden."""


def is_hidden(words: Tokens) -> bool:
    """Whether all words are made of underscores."""
    return all(word and not word.strip("_") for word in words)


class HiddenSentenceParser:
    """Makes trees from the lengths of words."""

    def __init__(self, grammar: LengthGrammar, labels: Sequence[str], tags: Sequence[str]) -> None:
        self._grammar, self._tags = grammar, tags
        self._inside_outside = InsideOutside(grammar)
        self._chains = [tuple(name.split(" ")) for name in labels]
        self._whole = np.array([chain[0] == TOP for chain in self._chains], bool)
        names = sorted({name for chain in self._chains for name in chain} - {TOP})
        self._holds = np.zeros((len(labels), len(names)))
        for place, chain in enumerate(self._chains):
            self._holds[place] = [name in chain for name in names]
        none = np.zeros((1, len(names)))
        of_symbols = np.concatenate([self._holds, none])[grammar.labels]  # NONE is the last row
        self._of_words, self._of_spans = of_symbols[: grammar.words], of_symbols[grammar.words :]
        self._has_tag = np.eye(len(tags))[grammar.tags[: grammar.words]]

    def parse(self, words: Tokens) -> ConstituencyTree | None:
        """The tree; None if the grammar has none, it would be too deep, or the sentence is too long."""
        if not 0 < len(words) <= LONGEST:
            return None
        found = self._inside_outside.posteriors(lengths_of(words))
        if found is None:
            return None
        tags = [self._tags[best] for best in (found[0] @ self._has_tag).argmax(1).tolist()]
        brackets = [found[0] @ self._of_words, *(values @ self._of_spans for values in found[1:])]
        spans = self.best_spans(brackets)
        return tree_of(spans, words, tags) if nesting(spans) <= MOST_NESTED else None

    def best_spans(self, brackets: Sequence[Floats]) -> Spans:
        """The spans of the best tree; of each width, the probability of each label at each place is given."""
        size = len(brackets)
        chains, gains = [], []
        for width, probabilities in enumerate(brackets, 1):
            choice = (probabilities - PROBABLE) @ self._holds.T
            choice[:, self._whole != (width == size)] = -np.inf
            best, gain = choice.argmax(1), choice.max(1)
            labelled = (gain > 0) | (width == size)
            chains.append(np.where(labelled, best, NONE))
            gains.append(np.where(labelled, gain, 0.0))
        found = ((span, int(chains[span[1] - span[0] - 1][span[0]])) for span in best_tree(gains))
        return {span: self._chains[chain] for span, chain in found if chain != NONE}

    def write(self, out: ArtifactWriter) -> None:
        """Makes it part of an artifact."""
        self._grammar.write(out)

    @classmethod
    def read(
        cls, artifact: Artifact, labels: Sequence[str], tags: Sequence[str]
    ) -> HiddenSentenceParser:
        """The parser that is part of an artifact."""
        return cls(LengthGrammar.read(artifact, len(labels), len(tags)), labels, tags)


def train_hidden_sentences(
    trees: Iterable[ConstituencyTree], labels: Sequence[str], tags: Sequence[str]
) -> HiddenSentenceParser:
    """Reads a grammar off trees, whether their words are shown or hidden."""
    counted = ((tree, HIDDEN_TIMES if is_hidden(tree.words()) else 1) for tree in trees)
    numbers = {name: number for number, name in enumerate(tags)}
    return HiddenSentenceParser(count_grammar(counted, labels, numbers), labels, tags)


def best_tree(gains: Sequence[Floats]) -> Iterator[Span]:
    """The spans of the binary tree with the highest sum; what a span adds is given for each width and each place."""
    size = len(gains)
    totals, splits = [gains[0]], [np.zeros(size, np.intp)]
    for width in range(2, size + 1):
        places = size - width + 1
        sums = np.stack(
            [
                totals[left - 1][:places] + totals[width - left - 1][left : left + places]
                for left in range(1, width)
            ]
        )
        totals.append(gains[width - 1] + sums.max(0))
        splits.append(sums.argmax(0) + 1)
    waiting = [(0, size)]
    while waiting:
        begin, end = waiting.pop()
        yield begin, end
        if end - begin > 1:
            split = begin + int(splits[end - begin - 1][begin])
            waiting += [(begin, split), (split, end)]
